/** Counts the recorded turns that our rules play as another engine did. Used by `npm run conform`. */
import { messageOf } from '../../src/errors/errors.js';
import { findDifference, parseConformanceTurn } from './recorded-turn.js';

/** How many turns of one ruleset came out as recorded. */
interface RulesetAgreement {
  readonly ruleset: string;
  agreed: number;
  turns: number;
  /** The first turn that came out differently. */
  firstDifference?: LineRemark;
}

/** A line of the file, counted from 1, and what is wrong with it. */
interface LineRemark {
  readonly line: number;
  readonly remark: string;
}

interface VerifyReport {
  /** In the order in which the rulesets first appear. */
  readonly agreements: readonly RulesetAgreement[];
  readonly badLines: readonly LineRemark[];
  /** There is at least one line, and every line is a turn that came out as recorded. */
  readonly isConform: boolean;
}

/** Verifies recorded turns, one a line as JSON. Skips blank lines. */
export async function verifyTurns(lines: AsyncIterable<string> | Iterable<string>): Promise<VerifyReport> {
  const byRuleset = new Map<string, RulesetAgreement>();
  const badLines: LineRemark[] = [];
  let line = 0;
  for await (const text of lines) {
    line += 1;
    if (text.trim() === '') continue;
    try {
      countTurn(byRuleset, text, line);
    } catch (thrown) {
      badLines.push({ line, remark: messageOf(thrown) });
    }
  }
  const agreements = [...byRuleset.values()];
  const agree = agreements.every(({ agreed, turns }) => agreed === turns);
  return { agreements, badLines, isConform: badLines.length === 0 && agreements.length > 0 && agree };
}

function countTurn(byRuleset: Map<string, RulesetAgreement>, text: string, line: number): void {
  const turn = parseConformanceTurn(text);
  const difference = findDifference(turn);
  const agreement = byRuleset.get(turn.ruleset) ?? { ruleset: turn.ruleset, agreed: 0, turns: 0 };
  byRuleset.set(turn.ruleset, agreement);
  agreement.turns += 1;
  if (difference === undefined) agreement.agreed += 1;
  else agreement.firstDifference ??= { line, remark: difference };
}
