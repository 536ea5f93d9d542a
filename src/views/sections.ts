/** A report as a list of sections, which a terminal prints and the page draws. Plain data: the page gets it as JSON. */
import type { Tone } from './words.js';

export interface ShownReport {
  /** How it ended, in a word or two; absent if only that is known. */
  readonly badge?: { readonly word: string; readonly tone: Tone } | undefined;
  /** What to conclude, and the limits of the figures. */
  readonly remarks: readonly string[];
  readonly sections: readonly Section[];
}

export type Section = SectionText | SectionBars | SectionGauge | SectionTable | SectionCurve;

/** A line: all that a terminal prints of the section. */
interface Line {
  readonly label: string;
  readonly text: string;
  /** The most important figures: the page shows them at its top. */
  readonly tile?: {
    readonly name: string;
    readonly figure: string;
    readonly note: string;
    readonly tone?: Tone | undefined;
  };
}

export interface SectionText extends Line {
  readonly kind: 'text';
}

/** Counts by name. */
export interface SectionBars extends Line {
  readonly kind: 'bars';
  readonly title: string;
  readonly counts: readonly (readonly [name: string, count: number])[];
}

/** A value from 0 towards the bound that it nears. */
export interface SectionGauge extends Line {
  readonly kind: 'gauge';
  readonly value: number;
  readonly low: Mark;
  readonly high: Mark;
}

export interface SectionTable {
  readonly kind: 'table';
  readonly title: string;
  readonly columns: readonly SectionColumn[];
  readonly rows: readonly (readonly SectionCell[])[];
  /** Whether other tables refer to the rows by their numbers. */
  readonly isNumbered?: true;
  /** How to read it. */
  readonly note?: string;
}

export interface SectionColumn {
  readonly header: string;
  /** A longer description of the header. */
  readonly title?: string;
  readonly isNumber?: boolean;
  /** A narrow page does without it. */
  readonly isMinor?: boolean;
  /** Its cells may take several lines. */
  readonly wraps?: boolean;
}

export type SectionCell = string | number | RichCell;

interface RichCell {
  readonly text: string;
  /** A longer description. */
  readonly title?: string;
  readonly tone?: Tone | undefined;
  /** The estimate in the text with its interval, on a line with these ends. */
  readonly interval?: {
    readonly value: number;
    readonly low: number;
    readonly high: number;
    readonly range: readonly [number, number];
  };
}

/** Values over the pairs of a contest. A terminal has no room for it. */
export interface SectionCurve {
  readonly kind: 'curve';
  readonly title: string;
  /** What it shows, in a sentence. */
  readonly text: string;
  readonly yTitle: string;
  /** `null` is unbounded or unknown, as for `low` and `high`, the ends of an interval. */
  readonly points: readonly {
    readonly x: number;
    readonly y: number | null;
    readonly low?: number | null;
    readonly high?: number | null;
  }[];
  /** What y always has; it grows with the data up to the limits. */
  readonly range: readonly [number, number];
  readonly limits?: readonly [number, number];
  /** Decimals of the values, which have a sign (default: four digits without one). */
  readonly decimals?: number;
  readonly marks: readonly Mark[];
}

/** A value with a meaning; its name may be empty. */
interface Mark {
  readonly y: number;
  readonly name: string;
}

export function textOf(cell: SectionCell): string {
  return typeof cell === 'object' ? cell.text : String(cell);
}
