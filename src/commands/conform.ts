/** `serpentarium conform`: checks that the rules play recorded turns as another engine played them. */
import { open } from 'node:fs/promises';
import type { Command } from 'commander';
import { diskReason } from '../config/read-text.js';
import { formatFault, usageFault, messageOf } from '../errors.js';
import { formatTable } from '../terminal/format-table.js';
import { print, printError, printJson } from '../terminal/print.js';
import { EXIT } from './exit-codes.js';
import { findDifference, parseConformanceTurn } from '../rules/conformance.js';

export function addConformCommand(program: Command): void {
  program
    .command('conform')
    .argument('<FILE>', 'one turn a line as JSON: ruleset, settings, before, moves, after, gameOver')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExit codes: 0 every turn agrees; 1 some do not, or a line is not a turn; 2 wrong usage.')
    .action(conform);
}

async function conform(file: string, { json }: { readonly json?: true }): Promise<void> {
  const opened = await open(file).catch((thrown: unknown) => {
    throw usageFault(file, `${diskReason(thrown)}.`);
  });
  const { agreements, badLines, isConform } = await verifyTurns(opened.readLines());
  process.exitCode = isConform ? EXIT.ok : EXIT.failed;
  if (json) return printJson({ isConform, agreements, badLines }, 2);
  const report = (line: number, message: string) => printError(formatFault({ source: file, line, message }));
  const rows = agreements.map(({ ruleset, agreed, turns }) => [ruleset, `${agreed}`, `${turns}`]);
  print(formatTable(['ruleset', 'agree', 'turns'], rows));
  for (const { ruleset, firstDifference } of agreements) {
    if (firstDifference === undefined) continue;
    report(firstDifference.line, `${ruleset}: first difference: ${firstDifference.remark}.`);
  }
  for (const { line, remark } of badLines) report(line, `is not a recorded turn: ${remark}`);
  if (rows.length + badLines.length === 0) printError(formatFault({ source: file, message: 'is empty.' }));
}

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
