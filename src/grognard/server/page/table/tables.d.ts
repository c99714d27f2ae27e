// What the companion is told of a system: tables only, no rules. companion/data.py writes it.

export interface FactInfo {
  name: string;
  label: string;
  group: string;
  kind: "flag" | "number" | "choice";
  low: number;
  high: number;
  choices: string[];
  default: number;
  excludes: string[];
  parts: number;
  worded: [string, number][]; // the words of a chart for some of its numbers
  aside: boolean;
}

export interface LineTable { id: string; reason: string; of: string; table: number }
export interface LimitTable extends LineTable { low: number; high: number }
export interface SumTable {
  name: string;
  of: Record<string, number>;
  facts: Record<string, number>;
  low: number;
  high: number;
}
export type Weight = number | string;
export interface RollTable {
  dice: [number, number][];
  labels: number;
  weights: Weight[];
  count?: [number, number];
  table?: number[];
}
export interface ComparedTable {
  first: number;
  second: number;
  facts: Record<string, number>;
  low: number;
  high: number;
  never: number;
}

export interface CheckTables {
  name: string;
  title: string;
  verb: string;
  counted: [string, string];
  weighed: boolean;
  facts: FactInfo[];
  branches: number[][];
  texts: string[];
  // A pile of cards: each fact counts the ways its outcome can come.
  pile?: string[];
  // Two hands of dice.
  duel?: { odds: number; words: number }[];
  hands?: [number, Weight][][];
  compared?: ComparedTable[];
  settled?: number;
  // Everything else.
  groups?: number[];
  sums?: SumTable[];
  lines?: LineTable[];
  limits?: LimitTable[];
  roll?: number;
  target?: number;
  end?: number | null;
  ends: ([string, Weight][] | string)[];
  rolls?: RollTable[];
  labels?: string[][];
}

export interface NextInfo {
  outcomes: string[];
  says: string;
  check: string;
  carry: [string, string][];
}
export interface GuideCheck { check: string; when: string }
export interface PhaseInfo {
  title: string;
  says: string;
  checks: GuideCheck[];
  charts: string[];
}
export interface ChartTable {
  name: string;
  title: string;
  columns: string[];
  // For each cell its place in `leads`, or -1; whether the variant changes the row.
  rows: { label: string; cells: string[]; leads: number[]; says: string; changed: boolean }[];
  leads: LeadInfo[];
  rulings: number[];
}
// A check, and what is known of its situation.
export interface LeadInfo { check: string; facts: Record<string, number> }
export interface RuleInfo { says: string; label: string }

export interface SystemTables {
  name: string;
  title: string;
  summary: string;
  variant: string;
  variants: { name: string; title: string; says: string }[];
  inches: boolean;
  phases: PhaseInfo[];
  next: Record<string, NextInfo[]>;
  checks: CheckTables[];
  charts: ChartTable[];
  rulings: RuleInfo[];
  states: string[];
  limits: LimitInfo[];
  battles: RosterInfo[];
  print?: [string, string][];
  digest: string;
}

// -- rosters ---------------------------------------------------------------------------------

export interface LimitInfo {
  title: string;
  over: "group" | "army";
  counts: "losses" | "units" | "groups";
  limits: number[];
  says: string;
}
export interface FixedInfo { title: string; side: number; group: string; limit: number }
export interface StandInfo {
  id: string;
  name: string;
  side: number;
  group: string;
  kind: string;
  strength: number;
  rating: string;
  officer: boolean;
  width: number;
  depth: number;
  counted: boolean;
}
// What a side rolls for every turn and spends; the facts of its check that the army fixes.
export interface PoolInfo { title: string; side: number; check: string; facts: [string, number][]; says: string }
export interface RosterInfo {
  battle: string;
  title: string;
  sides: string[];
  units: StandInfo[];
  fixed: FixedInfo[];
  pools: PoolInfo[];
}
export interface KeptUnit extends StandInfo {
  losses: number;
  states: string[];
  with: string;
}
export interface Evening {
  system: string;
  battle: string; // empty for armies of one's own
  title: string;
  sides: string[];
  units: KeptUnit[];
  fixed: FixedInfo[];
  pools: (PoolInfo & { now: number })[];
  log: string[];
  // The revision a shared evening has on the server, and its key.
  key: string;
  revision: number;
}
