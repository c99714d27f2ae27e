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
  attacks: [string, string][];
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
  round: boolean;
  behind: number[];
  radius: number;
  reach: string;
  scale: number;
  origin: [number, number];
  says: string[];
}

export type Answer = number | string;

export type Row = number | string | (number | string)[];

/** Who plays a side: a person with a link of his own, people at one screen, or a bot. */
export interface NewSeat {
  kind: "bot" | "human" | "open" | "shared";
  name?: string;
  bot?: string;
}

/** How long a person may take for an answer, and who answers when time is up. */
export interface NewClock {
  seconds: number;
  then?: "bot" | "default";
}

/** A game to be opened. */
export interface NewGame {
  battle: string;
  seats: Record<string, NewSeat>;
  variant?: string;
  house?: string;
  dice?: "own" | "sealed";
  watch?: boolean;
  clock?: NewClock | null;
  webhook?: string;
  bot_after?: number | null;
  record?: string;
  listed?: boolean;
}

/** Take an open seat. */
export interface Join {
  side: string;
  name?: string;
}

/** Tie the seat of a secret to a player's key. */
export interface Claim {
  seat: string;
}

/** Whether a player is told of a game while away. */
export interface GameNotices {
  told: boolean;
}

/** A player's name, and how to be told of games while away. */
export interface PlayerSettings {
  name?: string;
  digest?: number;
  remind?: boolean;
}

/** An e-mail address for notices; empty: none. */
export interface MailAddress {
  email: string;
}

/** The code that was sent to an e-mail address. */
export interface MailCode {
  code: string;
}

/** The keys of a browser that takes notices. */
export interface PushKeys {
  p256dh: string;
  auth: string;
}

/** Where a browser takes notices, as it says itself. */
export interface PushSubscription {
  endpoint: string;
  keys: PushKeys;
}

/** A browser that takes notices no longer. */
export interface PushEnd {
  endpoint: string;
}

/** An answer to preview; with `chain`, the whole chain of the attack it leads to. */
export interface PreviewRequest {
  answer: number | string | (number | string)[];
  revision?: number | null;
  chain?: boolean;
}

/** A tool used on things on the board. */
export interface ToolUse {
  tool: string;
  ids: string[];
}

/** A piece or place the viewer wants to do something with. */
export interface LookRequest {
  id: string;
  revision?: number | null;
}

/** Answer the open question, or several in a row up to the next roll. */
export interface GiveAnswer {
  type: "answer";
  key: string;
  revision: number;
  answer: number | string | (number | string)[];
}

/** Roll the dice that are due; `faces` are those of the player's own dice. */
export interface RollDice {
  type: "roll";
  key: string;
  revision: number;
  faces?: number[] | null;
}

/** Take the last answer back, or ask the other side for consent.

`to` is the line to go back to, if several answers are taken back together. */
export interface Undo {
  type: "undo";
  key: string;
  revision: number;
  to?: number | null;
}

/** Agree to a request of another side, or not. */
export interface Consent {
  type: "consent";
  key: string;
  id: number;
  yes: boolean;
}

/** Give up the battle for a side. */
export interface Resign {
  type: "resign";
  key: string;
  side: string;
}

/** Give a seat to a bot (your own, or that of a player long absent), or take it back. */
export interface HandOver {
  type: "hand-over";
  key: string;
  side: string;
  bot: string;
}

/** Propose an umpire's answer: for any side, or as faces for the roll that is due. */
export interface Umpire {
  type: "umpire";
  key: string;
  reason: string;
  answer?: number | string | null;
  faces?: number[] | null;
}

/** Send a chat message. */
export interface Say {
  type: "say";
  key: string;
  text: string;
}

/** Change the player's name. */
export interface Rename {
  type: "rename";
  key: string;
  name: string;
}

/** Add a salt to the sealed dice, or change it; only before the first roll. */
export interface Salt {
  type: "salt";
  key: string;
  side: string;
  text: string;
}

/** A piece put by hand: its place in words (or `off`), and all it has lost, if told. */
export interface LaidPiece {
  id: string;
  place: string;
  lost?: number | null;
}

/** Put pieces where they stand on a real table; only against bots, with one's own dice. */
export interface LayOut {
  type: "lay-out";
  key: string;
  pieces: LaidPiece[];
}

export type Command = GiveAnswer | RollDice | Undo | Consent | Resign | HandOver | Umpire | Say | Rename | Salt | LayOut;

/** The first message of a client: its seat's secret, empty for a spectator. */
export interface Hello {
  type: "hello";
  seat?: string;
  view_as?: string;
  changes?: boolean;
}

/** Is the server there? */
export interface Ping {
  type: "ping";
}

export type ClientMessage = Hello | Ping | GiveAnswer | RollDice | Undo | Consent | Resign | HandOver | Umpire | Say | Rename | Salt | LayOut;

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
  inks: string[];
  scored: string;
  variants: string[];
  tutorial: boolean;
  secrets: boolean;
  picture: string;
}

/** A seat, the same for all viewers. */
export interface SeatInfo {
  side: string;
  title: string;
  kind: string;
  name: string;
  bot: string;
  present: boolean;
  resigned: boolean;
  open: boolean;
  seconds_left: number | null;
}

/** An allowed answer. */
export interface OptionInfo {
  action: number;
  text: string;
  target: string;
  says: string;
  met: string;
  key: number;
  pieces: string[];
}

/** One thing that changes a roll: its rule, the reason, by how much, and of what. */
export interface ModifierInfo {
  id: string;
  reason: string;
  value: number;
  of: string;
  says: string;
}

/** A roll explained: everything a player sees before he rolls. */
export interface CheckInfo {
  check: string;
  title: string;
  verb: string;
  dice: [number, number][];
  target: string;
  modifiers: ModifierInfo[];
  odds: Record<string, string>;
  shares: Record<string, Record<string, string>>;
  means: Record<string, string>;
  weighed: boolean;
  mixes: boolean;
  promise: string;
}

/** The open question, as far as the viewer may see it. */
export interface QuestionInfo {
  kind: "choose" | "over" | "roll";
  sort: string;
  keys: number;
  actor: string | null;
  mine: boolean;
  prompt: string;
  options: OptionInfo[];
  picked: OptionInfo[];
  default: number | null;
  about: string[];
  able: string[];
  rest: number | null;
  check: CheckInfo | null;
  means: Record<string, string>;
  idle: boolean;
  pose: PoseInfo | null;
}

/** One entry of the log. */
export interface LogInfo {
  line: number;
  text: string;
  subjects: string[];
  roll: boolean;
  dice: [number, number][];
  heading: boolean;
  kind: string;
}

/** The log from entry `start` on; it replaces what the page has from there. */
export interface LogPart {
  start: number;
  entries: LogInfo[];
}

/** Whether the viewer can undo something, and whether the other side must agree. */
export interface UndoInfo {
  may: boolean;
  asks: boolean;
  why: string;
  what: string;
}

/** A request to the other side: to agree to an undo or an umpire's answer. */
export interface RequestInfo {
  id: number;
  kind: "umpire" | "undo";
  by: string;
  text: string;
  mine: boolean;
}

/** A chat message. */
export interface MessageInfo {
  at: number;
  by: string;
  text: string;
}

/** How the battle ended. */
export interface ResultInfo {
  winner: string | null;
  why: string;
  points: number[];
}

/** The kind of dice, the commitment to sealed ones, and their secret after the end. */
export interface DiceInfo {
  kind: string;
  commitment: string;
  secret: string | null;
  salts: Record<string, string>;
  salting: boolean;
  warnings: string[];
}

/** A rule as the house plays it. */
export interface HouseChangeInfo {
  label: string;
  says: string;
  change: string;
}

/** The house rules of a game: what they change. */
export interface HouseInfo {
  title: string;
  says: string;
  changes: HouseChangeInfo[];
}

/** What a unit of the battle is called, and whose it is; it may have left the board. */
export interface UnitInfo {
  id: string;
  name: string;
  side: number;
}

/** A game as one viewer may see it now. */
export interface State {
  game: string;
  revision: number;
  line: number;
  battle: BattleInfo;
  units: UnitInfo[];
  variant: string;
  house: HouseInfo | null;
  you: string | null;
  sides: string[];
  curtain: boolean;
  bot_after: number | null;
  seats: SeatInfo[];
  clock: string;
  score: number[];
  purse: string[];
  hand: string[][];
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
  rematch: string;
}

/** Why something was refused; `kind` is for programs, `message` for people. */
export interface ErrorInfo {
  kind: "failed" | "full" | "malformed" | "not-allowed" | "not-yours" | "over" | "stale" | "too-much" | "unknown";
  message: string;
}

/** A command was carried out, now or when it was first sent. */
export interface Done {
  type: "done";
  key: string;
  revision: number;
  asked: boolean;
}

/** A command was refused. If it was stale, the current state follows. */
export interface Refused {
  type: "refused";
  key: string;
  error: ErrorInfo;
}

/** The current state, sent first and after every change. */
export interface StateMessage {
  type: "state";
  state: State;
}

/** Lines of the listing from `start` on: so many are gone, others are put in their place. */
export interface LineEdit {
  start: number;
  gone: number;
  put: string[];
}

/** The same of pieces. */
export interface PieceEdit {
  start: number;
  gone: number;
  put: PieceInfo[];
}

/** The same of labels. */
export interface LabelEdit {
  start: number;
  gone: number;
  put: LabelInfo[];
}

/** The same of flags. */
export interface FlagEdit {
  start: number;
  gone: number;
  put: FlagInfo[];
}

/** The same of options. */
export interface OptionEdit {
  start: number;
  gone: number;
  put: OptionInfo[];
}

/** The same of chat messages. */
export interface MessageEdit {
  start: number;
  gone: number;
  put: MessageInfo[];
}

/** Edits of lists of a state, each to be carried out from the first to the last. */
export interface Edits {
  listing?: LineEdit[];
  placements?: PieceEdit[];
  labels?: LabelEdit[];
  flags?: FlagEdit[];
  options?: OptionEdit[];
  messages?: MessageEdit[];
}

/** The fields of a scene that have changed. */
export interface SceneParts {
  ground?: string;
  title?: string;
  listing?: string;
  flags?: FlagInfo[];
  placements?: PieceInfo[];
  labels?: LabelInfo[];
  texts?: TextInfo[];
  attacks?: [string, string][];
}

/** The fields of a question that have changed. */
export interface QuestionParts {
  kind?: "choose" | "over" | "roll";
  sort?: string;
  keys?: number;
  actor?: string | null;
  mine?: boolean;
  prompt?: string;
  options?: OptionInfo[];
  picked?: OptionInfo[];
  default?: number | null;
  about?: string[];
  able?: string[];
  rest?: number | null;
  check?: CheckInfo | null;
  means?: Record<string, string>;
  idle?: boolean;
  pose?: PoseInfo | null;
}

/** The fields of a state that have changed. */
export interface StateParts {
  game?: string;
  revision?: number;
  line?: number;
  battle?: BattleInfo;
  units?: UnitInfo[];
  variant?: string;
  house?: HouseInfo | null;
  you?: string | null;
  sides?: string[];
  curtain?: boolean;
  bot_after?: number | null;
  seats?: SeatInfo[];
  clock?: string;
  score?: number[];
  purse?: string[];
  hand?: string[][];
  result?: ResultInfo | null;
  question?: QuestionParts;
  undo?: UndoInfo;
  request?: RequestInfo | null;
  dice?: DiceInfo;
  lesson?: string;
  scene?: SceneParts;
  log?: LogPart;
  messages?: MessageInfo[];
  notes?: string[];
  rematch?: string;
}

/** What has changed since a revision the client has, if it asked for changes. */
export interface ChangeMessage {
  type: "change";
  since: number;
  revision: number;
  put: StateParts;
  edit: Edits;
}

/** Who is connected. */
export interface Presence {
  type: "presence";
  seats: SeatInfo[];
}

/** The answer to a ping. */
export interface Pong {
  type: "pong";
}

export type ServerMessage = Done | Refused | StateMessage | ChangeMessage | Presence | Pong;

/** A tool of a system, and what it must be pointed at, in order. */
export interface ToolInfo {
  name: string;
  title: string;
  says: string;
  picks: string[];
}

/** A variant of a system's rules. */
export interface VariantInfo {
  name: string;
  title: string;
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

/** A bot as the page shows it; the usual one is taken if nobody asks for another. */
export interface BotInfo {
  name: string;
  title: string;
  says: string;
  usual: boolean;
}

/** A row of a chart. */
export interface ChartRowInfo {
  label: string;
  cells: string[];
}

/** A table of the rules. */
export interface ChartInfo {
  name: string;
  title: string;
  columns: string[];
  rows: ChartRowInfo[];
}

/** A new game: the secrets of its seats by side. */
export interface OpenedGame {
  game: string;
  seats: Record<string, string>;
}

/** A seat in a list of games. */
export interface ListedSeat {
  side: string;
  title: string;
  name: string;
  bot: string;
  open: boolean;
}

/** A game in a list. */
export interface ListedGame {
  game: string;
  battle: string;
  title: string;
  system_title: string;
  house: string[];
  seats: ListedSeat[];
  mine: string[];
  due: string;
  turn: string;
  over: boolean;
  told: boolean;
  clock: number;
  watch: boolean;
  updated: number;
}

/** The server's list of games. */
export interface OpenGames {
  allowed: boolean;
  join: ListedGame[];
  watch: ListedGame[];
}

/** The game in which the sides are swapped; the old secrets open its seats. */
export interface Rematch {
  game: string;
}

/** A player's name, and how notices reach him. */
export interface PlayerInfo {
  name: string;
  email: string;
  unconfirmed: string;
  browsers: number;
  digest: number;
  remind: boolean;
  failures: Record<string, string>;
  mail: boolean;
  push_key: string;
  games: ListedGame[];
}

/** A game as it was after a line of its record, as the viewer may see it. */
export interface Moment {
  game: string;
  line: number;
  last: number;
  you: string | null;
  clock: string;
  score: number[];
  purse: string[];
  hand: string[][];
  actor: string | null;
  prompt: string;
  about: string[];
  scene: SceneInfo;
  log: LogPart;
}

/** Exact odds with a title: each result and its chance as a fraction. */
export interface OutlookInfo {
  title: string;
  odds: Record<string, string>;
}

/** A goal of a deed: the row of answers that leads there, and its id on the board. */
export interface AimInfo {
  answer: number[];
  text: string;
  target: string;
  met: string;
}

/** What a piece can do: its verb and its goals; without goals, all there is to it. */
export interface DeedInfo {
  verb: string;
  means: string;
  answer: number[];
  text: string;
  target: string;
  prompt: string;
  aims: AimInfo[];
  pose: PoseInfo | null;
  plain: boolean;
}

/** What a piece, or the orders given at a place, can do now. */
export interface Look {
  id: string;
  deeds: DeedInfo[];
}

/** A branch of an attack: how deep in the tree, what is rolled or chosen, and its chances. */
export interface ChainRow {
  depth: number;
  title: string;
  side: string;
  about: string[];
  label: string;
  chance: string;
  total: string;
  fates: Record<string, string>;
}

/** The whole chain of an attack: how it ends on average, and its branches as a short tree. */
export interface ChainInfo {
  target: string;
  fates: Record<string, string>;
  losses: Record<string, number>;
  followed: string;
  narrowed: boolean;
  rows: ChainRow[];
}

/** An attack that is declared and not yet fought: who, whom, and how it may end. */
export interface AttackInfo {
  id: string;
  target: string;
  chain: ChainInfo | null;
  outlook: OutlookInfo[];
}

/** Whom one who leads would have in command: ids of pieces, and the ground he reaches. */
export interface CommandInfo {
  within: string[];
  beyond: string[];
  places: string[];
  x: number;
  y: number;
  radius: number;
}

/** What an answer would lead to, as far as the viewer can know. */
export interface Preview {
  allowed: boolean;
  reason: string;
  text: string;
  checks: CheckInfo[];
  outlook: OutlookInfo[];
  trail: string[];
  about: string[];
  cost: string;
  price: string;
  attack: string[];
  chain: ChainInfo | null;
  command: CommandInfo | null;
}

/** An order a bot has weighed: in words, what it promises, and how often it was played out. */
export interface Weighed {
  text: string;
  value: number;
  playouts: number;
}

/** The answer a bot would give, None if it has none; its plan in words, and what it weighed. */
export interface Hint {
  action: number | null;
  text: string;
  plan: string;
  weighed: Weighed[];
}

/** A short text at a place on the board. */
export interface ToolMark {
  at: string;
  text: string;
}

/** What a tool found: in words, and on the board. */
export interface ToolAnswer {
  says: string[];
  lit: string[];
  ways: string[][];
  marks: ToolMark[];
  shapes: string[];
}

/** What is known of a piece or place. */
export interface CardInfo {
  id: string;
  facts: [string, string][];
}

/** A side's rolls so far, compared with the average to expect. */
export interface Luck {
  side: string;
  rolls: number;
  dice: number;
  mean: number;
  expected: number;
  error: number;
}

/** The dice and each side's luck. */
export interface Fairness {
  dice: DiceInfo;
  luck: Luck[];
}

/** A unit or officer of an order of battle, and the turn it arrives on: 0 if it is there. */
export interface BriefUnit {
  name: string;
  kind: string;
  strength: number;
  rating: string;
  turn: number;
}

/** The units of a command. */
export interface BriefGroup {
  name: string;
  units: BriefUnit[];
}

/** The order of battle of a side. */
export interface BriefSide {
  side: string;
  title: string;
  groups: BriefGroup[];
}

/** What is read before a battle: both armies, how victory is reckoned, what marks mean. */
export interface Briefing {
  sides: BriefSide[];
  victory: string[];
  marks: [string, string][];
}

/** What a unit had, and what it has left. */
export interface LossInfo {
  id: string;
  name: string;
  side: string;
  was: number;
  left: number;
}

/** What losses come from, and what each side has lost by it. */
export interface CauseInfo {
  cause: string;
  lost: number[];
}

/** A roll that changed much: its line, its words, who gained by it, how likely it was. */
export interface TurningPointInfo {
  line: number;
  text: string;
  side: string;
  chance: number;
}

/** Points by one cause, of each side. */
export interface EarnedInfo {
  cause: string;
  points: number[];
}

/** A battle looked back on. */
export interface Review {
  losses: LossInfo[];
  causes: CauseInfo[];
  turns: number[];
  strengths: number[][];
  points: TurningPointInfo[];
  luck: string;
  earned: EarnedInfo[];
}
