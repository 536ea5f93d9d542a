/** `serpentarium conform`: checks that the rules play recorded turns as another engine played them. */
import { open } from 'node:fs/promises';
import type { Command } from 'commander';
import { diskReason } from '../config/read-text.js';
import { formatFault, usageFault } from '../errors.js';
import { formatTable } from '../terminal/format-table.js';
import { print, printError, printJson } from '../terminal/print.js';
import { EXIT } from './exit-codes.js';
import { verifyTurns } from './verify-turns.js';

/** Adds the command to the program. */
export function addConformCommand(program: Command): void {
  program
    .command('conform')
    .description('play recorded turns again, and show which rulesets agree')
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
