// What travels between server and page. Made from the classes in Python by `make types`;
// change those, not this file.

/** A line of lettering, centred on x with its baseline on y, `width` long. */
export interface TextInfo {
  text: string;
  x: number;
  y: number;
  size: number;
  width: number;
  italic: boolean;
  bold: boolean;
  ink: string;
  plate: string;
  halo: boolean;
}

/** Lettering on a plate of its own. */
export interface PlateInfo {
  text: string;
  x: number;
  y: number;
  size: number;
  width: number;
  italic: boolean;
  bold: boolean;
  ink: string;
  plate: string;
  halo: boolean;
  box: [number, number, number, number];
}

/** A name, with the line to its piece if it stands far off. */
export interface LabelInfo {
  text: string;
  x: number;
  y: number;
  size: number;
  width: number;
  italic: boolean;
  bold: boolean;
  ink: string;
  plate: string;
  halo: boolean;
  line: [[number, number], [number, number]] | null;
}

/** A piece: which symbol stands where, turned by how many degrees, with which plates. */
export interface PieceInfo {
  id: string;
  symbol: string;
  side: number;
  x: number;
  y: number;
  turn: number;
  name: string;
  title: string;
  texts: PlateInfo[];
}

/** A mark on the ground: an objective, a place held, an entry. */
export interface FlagInfo {
  id: string;
  symbol: string;
  x: number;
  y: number;
  title: string;
}

/** What changes with an answer; `ground` names the rest by the hash of its content. */
export interface SceneInfo {
  ground: string;
  title: string;
  listing: string;
  flags: FlagInfo[];
  placements: PieceInfo[];
  labels: LabelInfo[];
  texts: TextInfo[];
}

/** A place that can be pointed at: its middle, and its outline as path data. */
export interface PlaceInfo {
  x: number;
  y: number;
  path: string;
}

/** How a table lies in its picture: the picture's units for an inch, and where 0, 0 is. */
export interface LatticeInfo {
  scale: number;
  origin: [number, number];
}

/** What never changes while a battle is fought: map, symbols and places. */
export interface GroundInfo {
  width: number;
  height: number;
  svg: string;
  symbols: string;
  places: Record<string, PlaceInfo>;
  lattice: LatticeInfo | null;
}

/** A question that takes a pose: the piece, and where it can go, in the picture's units. */
export interface PoseInfo {
  piece: string;
  width: number;
  depth: number;
  reach: string;
  scale: number;
  origin: [number, number];
  says: string[];
}

export type Answer = number | string;

/** A battle as the lobby shows it. */
export interface BattleInfo {
  id: string;
  system: string;
  system_title: string;
  title: string;
  date: string;
  summary: string;
  teaches: string;
  difficulty: number;
  length: string;
  sides: string[];
  titles: string[];
  variants: string[];
  tutorial: boolean;
  secrets: boolean;
  picture: string;
}

/** A tool of a system: how many things on the board it is pointed at, in order. */
export interface ToolInfo {
  name: string;
  title: string;
  says: string;
  picks: string[];
}

/** A variant of a system's rules. */
export interface VariantInfo {
  name: string;
  says: string;
}

/** A system as the page shows it. */
export interface SystemInfo {
  name: string;
  title: string;
  summary: string;
  board: string;
  variants: VariantInfo[];
  tools: ToolInfo[];
}

/** A bot as the page shows it. */
export interface BotInfo {
  name: string;
  title: string;
  says: string;
}

/** A row of a chart. */
export interface ChartRow {
  label: string;
  cells: string[];
}

/** A table of a sheet. */
export interface ChartInfo {
  name: string;
  title: string;
  columns: string[];
  rows: ChartRow[];
}

/** Who shall play a side: a person (by a link of his own, or on the shared screen), or a bot. */
export interface SeatWish {
  kind: "bot" | "human" | "shared";
  name?: string;
  bot?: string;
}

/** How long a person may take for an answer, and who answers then. */
export interface ClockWish {
  seconds: number;
  then?: "bot" | "default";
}

/** A game to be opened. */
export interface GameWish {
  battle: string;
  seats: Record<string, SeatWish>;
  variant?: string;
  dice?: "own" | "sealed";
  watch?: boolean;
  clock?: ClockWish | null;
  webhook?: string;
  record?: string;
}

/** A game just opened: the secret of every person's seat, by side. */
export interface Opened {
  game: string;
  seats: Record<string, string>;
}

/** A seat as everybody sees it. */
export interface SeatInfo {
  side: string;
  title: string;
  kind: string;
  name: string;
  bot: string;
  present: boolean;
  resigned: boolean;
  seconds_left: number | null;
}

/** An allowed answer. */
export interface OptionInfo {
  action: number;
  text: string;
  target: string;
}

/** One thing that changes a roll: its rule's id, the reason, by how much, and of what. */
export interface ModifierInfo {
  id: string;
  reason: string;
  value: number;
  of: string;
}

/** One explained roll: everything a person is shown before it is thrown. */
export interface CheckInfo {
  check: string;
  title: string;
  verb: string;
  dice: [number, number][];
  target: string;
  modifiers: ModifierInfo[];
  odds: Record<string, string>;
}

/** The open question as the viewer sees it. */
export interface QuestionInfo {
  kind: "choose" | "over" | "roll";
  actor: string | null;
  mine: boolean;
  prompt: string;
  options: OptionInfo[];
  default: number | null;
  about: string[];
  check: CheckInfo | null;
  pose: PoseInfo | null;
}

/** What happened, in words. */
export interface LogInfo {
  line: number;
  text: string;
  subjects: string[];
  roll: boolean;
}

/** The log from an entry on: what the page had from there is replaced. */
export interface LogPart {
  start: number;
  entries: LogInfo[];
}

/** Whether the viewer can take something back, and whether the other side must consent. */
export interface UndoInfo {
  may: boolean;
  asks: boolean;
  why: string;
}

/** Something asked of the other side: consent to an undo or to an umpire's answer. */
export interface RequestInfo {
  id: number;
  kind: "umpire" | "undo";
  by: string;
  text: string;
  mine: boolean;
}

/** A word between players. */
export interface MessageInfo {
  at: number;
  by: string;
  text: string;
}

/** How it ended. */
export interface ResultInfo {
  winner: string | null;
  why: string;
  points: number[];
}

/** What is promised of the dice. */
export interface DiceInfo {
  kind: string;
  commitment: string;
  secret: string | null;
}

/** All that one viewer may know of a game now. */
export interface State {
  game: string;
  revision: number;
  line: number;
  battle: BattleInfo;
  variant: string;
  you: string | null;
  sides: string[];
  curtain: boolean;
  seats: SeatInfo[];
  clock: string;
  score: number[];
  result: ResultInfo | null;
  question: QuestionInfo;
  undo: UndoInfo;
  request: RequestInfo | null;
  dice: DiceInfo;
  lesson: string;
  scene: SceneInfo;
  log: LogPart;
  messages: MessageInfo[];
  notes: string[];
}

/** A game as it was after a line of its record, as the viewer may know it. */
export interface Moment {
  game: string;
  line: number;
  last: number;
  you: string | null;
  clock: string;
  score: number[];
  prompt: string;
  about: string[];
  scene: SceneInfo;
  log: LogPart;
}

/** An answer tried out, not given. */
export interface Try {
  answer: number | string;
  revision?: number | null;
}

/** Exact odds under a title: label to fraction. */
export interface OutlookInfo {
  title: string;
  odds: Record<string, string>;
}

/** What an answer would lead to, as the viewer knows it. */
export interface Preview {
  allowed: boolean;
  reason: string;
  text: string;
  checks: CheckInfo[];
  outlook: OutlookInfo[];
  trail: string[];
  about: string[];
}

/** The answer a bot would give in the viewer's place; None if it has none. */
export interface Hint {
  action: number | null;
  text: string;
}

/** A tool pointed at things on the board. */
export interface ToolUse {
  tool: string;
  ids: string[];
}

/** A short text at a place. */
export interface ToolMark {
  at: string;
  text: string;
}

/** What a tool says: in words, and on the board. */
export interface ToolAnswer {
  says: string[];
  lit: string[];
  ways: string[][];
  marks: ToolMark[];
  shapes: string[];
}

/** What is known of a piece or place. */
export interface Card {
  id: string;
  facts: [string, string][];
}

/** A side's dice so far against what was to be expected. */
export interface Luck {
  side: string;
  rolls: number;
  dice: number;
  mean: number;
  expected: number;
  error: number;
}

/** What can be said of the dice. */
export interface Fairness {
  dice: DiceInfo;
  luck: Luck[];
}

/** An answer to the open question. */
export interface Give {
  type: "answer";
  key: string;
  revision: number;
  answer: number | string;
}

/** The dice due are thrown; with faces, those of the player's own dice. */
export interface Throw {
  type: "roll";
  key: string;
  revision: number;
  faces?: number[] | null;
}

/** The last answer taken back, or the other side asked for its consent. */
export interface TakeBack {
  type: "undo";
  key: string;
  revision: number;
}

/** A yes or no to what was asked. */
export interface Consent {
  type: "consent";
  key: string;
  id: number;
  yes: boolean;
}

/** A side gives up. */
export interface Resign {
  type: "resign";
  key: string;
  side: string;
}

/** A seat is given to a bot (one's own, or one long absent), or taken back from it. */
export interface HandOver {
  type: "hand-over";
  key: string;
  side: string;
  bot: string;
}

/** An umpire's answer proposed: an answer in anybody's name, or faces for the roll due. */
export interface Umpire {
  type: "umpire";
  key: string;
  reason: string;
  answer?: number | string | null;
  faces?: number[] | null;
}

/** A word to the others. */
export interface Say {
  type: "say";
  key: string;
  text: string;
}

/** A player's name. */
export interface Rename {
  type: "rename";
  key: string;
  name: string;
}

export type Deed = Give | Throw | TakeBack | Consent | Resign | HandOver | Umpire | Say | Rename;

/** The first word of a client: its seat's secret (empty for a spectator). */
export interface Hello {
  type: "hello";
  seat?: string;
  eyes?: string;
}

/** Is the server there? */
export interface Ping {
  type: "ping";
}

export type Word = Hello | Ping | Give | Throw | TakeBack | Consent | Resign | HandOver | Umpire | Say | Rename;

/** Why something was refused; `kind` is for programs, `message` for people. */
export interface Fault {
  kind: "failed" | "malformed" | "not-allowed" | "not-yours" | "over" | "stale" | "too-much" | "unknown";
  message: string;
}

/** A deed was carried out (or had been, if repeated). */
export interface Done {
  type: "done";
  key: string;
  revision: number;
  asked: boolean;
}

/** A deed was refused; a stale one comes with the present state. */
export interface Refused {
  type: "refused";
  key: string;
  fault: Fault;
}

/** The state after a change. */
export interface Now {
  type: "state";
  state: State;
}

/** Who is there. */
export interface Presence {
  type: "presence";
  seats: SeatInfo[];
}

/** The server is there. */
export interface Pong {
  type: "pong";
}

export type Told = Done | Refused | Now | Presence | Pong;
