/** Holds a file of recorded turns against the rules, line by line, and counts. */
import { messageOf } from '../errors.js';
import { findDifference, parseRecordedTurn } from '../rules/conformance.js';

/** What became of the lines of one ruleset. */
export interface Agreement {
  readonly ruleset: string;
  agreed: number;
  lines: number;
  /** The first line that was played otherwise than recorded. */
  first?: Remarked;
}

/** A line, counted from 1, and what there is to say of it. */
export interface Remarked {
  readonly line: number;
  readonly remark: string;
}

export interface ConformReport {
  /** In the order in which they are met. */
  readonly agreements: readonly Agreement[];
  /** Lines that are no recorded turns. */
  readonly bad: readonly Remarked[];
  /** Every line is a turn, and all are played as recorded; there is at least one. */
  readonly isConform: boolean;
}

/** Blank lines do not count. */
export async function conform(lines: AsyncIterable<string> | Iterable<string>): Promise<ConformReport> {
  const agreements = new Map<string, Agreement>();
  const bad: Remarked[] = [];
  let line = 0;
  for await (const text of lines) {
    line += 1;
    if (text.trim() === '') continue;
    try {
      const turn = parseRecordedTurn(text);
      const difference = findDifference(turn);
      const agreement = agreements.get(turn.ruleset) ?? { ruleset: turn.ruleset, agreed: 0, lines: 0 };
      agreements.set(turn.ruleset, agreement);
      agreement.lines += 1;
      if (difference === undefined) agreement.agreed += 1;
      else agreement.first ??= { line, remark: difference };
    } catch (thrown) {
      bad.push({ line, remark: messageOf(thrown) });
    }
  }
  const all = [...agreements.values()];
  const isConform = bad.length === 0 && all.length > 0 && all.every(({ agreed, lines: counted }) => agreed === counted);
  return { agreements: all, bad, isConform };
}
