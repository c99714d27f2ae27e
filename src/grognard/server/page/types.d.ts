// Types of the page itself, beside those that travel (server.d.ts).

import type { CheckInfo, Command, CommandInfo, LogInfo, OptionInfo, Row } from "./server.d.ts";

export type { Row };

/**
 * Listeners (`on…`), `data` (for the data set) and attributes of an element; what is false, null or
 * undefined is left out.
 */
export type Props = {
  [Name in keyof HTMLElementEventMap as `on${Name}`]?: (event: HTMLElementEventMap[Name]) => unknown;
} & { data?: Record<string, string | number> } & { [attribute: string]: unknown };

/** What an element may hold. */
export type Child = Node | string | null | undefined | false | Child[];

/** A point of the picture, or of the window. */
export type Point = [number, number];

/** A pose in inches and degrees, and in words as an answer has them. */
export interface Pose {
  x: number;
  y: number;
  facing: number;
  text: string;
  /** Where it has been moved and turned: the same place, as the piece faced before. */
  ahead?: string;
  /** The pose that is given before it. */
  first?: string;
}

/** Whether a pose is allowed. */
export interface Verdict {
  allowed: boolean;
  reason: string;
  text: string;
  /** The pose by way of which it can be had, where it cannot be had in one. */
  first?: string;
  cost?: string;
  command?: CommandInfo | null;
}

/** What a board tells of: a choice, what is pointed at, poses tried and given. */
export interface BoardListener {
  onPick?(id: string, unsure: boolean): void;
  onHover?(id: string | null): void;
  /** What can answer under the mouse, or nothing. */
  onPoint?(id: string | null): void;
  /** Whose arrow of an attack is pointed at, tapped or focused; null: none any more. */
  onAttack?(id: string | null): void;
  onPoseTry?(pose: Pose): Promise<Verdict>;
  onPose?(pose: Pose): void;
  /** The piece stays where it is. */
  onStay?(): void;
}

/** Something lit on the board, and what it answers; many places side by side are a region. */
export interface Lit {
  id: string;
  label: string;
  region?: "near" | "far";
  /** It can be taken up instead of the piece that is. */
  able?: boolean;
}

/** What a board lights: what can answer, what the question is about, and what is chosen. */
export interface Lighting {
  options: Lit[];
  picked: string[];
  about: string[];
  chosen: string | null;
  /** Others that stand for the answer that is pointed at. */
  shown?: string[];
}

/** An answer that can be chosen: an option, or one in words. */
export type Choice = OptionInfo | { text: string; answer: Row; target: string };

/** The last roll: its line of the log, its check and what followed; `told` once it was shown. */
export interface LastRoll {
  entry: LogInfo;
  check: CheckInfo | null;
  about: string[]; // whom it concerned, by its own words and by what came of it
  after: string[];
  mine: boolean; // whether the viewer threw it
  whose?: string; // the side that threw it, if it is about no piece
  told?: boolean;
}

/** Omit that keeps the members of a union apart. */
type Without<Whole, Key extends string> = Whole extends unknown ? Omit<Whole, Key> : never;

/** A command before it has its key. */
export type NewCommand = Without<Command, "key">;

/** A command about the open question, before it has key and revision. */
export type QuestionCommand =
  | { type: "answer"; answer: Row }
  | { type: "roll"; faces?: number[] }
  | { type: "undo"; to?: number };
