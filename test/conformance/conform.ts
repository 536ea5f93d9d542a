/** Plays the recorded turns of a file again, and prints where our rules differ. Run by `npm run conform -- FILE`. */
import { open } from 'node:fs/promises';
import { formatFault } from '../../src/errors/errors.js';
import { formatTable } from '../../src/terminal/format-table.js';
import { print, printError } from '../../src/terminal/print.js';
import { fixture } from '../support/fixtures.js';
import { verifyTurns } from './verify-turns.js';

const file = process.argv[2] ?? fixture('conformance/turns.jsonl');
const recorded = await open(file);
const { agreements, badLines, isConform } = await verifyTurns(recorded.readLines());
process.exitCode = isConform ? 0 : 1;
const rows = agreements.map(({ ruleset, agreed, turns }) => [ruleset, `${agreed}`, `${turns}`]);
print(formatTable(['ruleset', 'agree', 'turns'], rows));
const report = (line: number, message: string) => printError(formatFault({ source: file, line, message }));
for (const { ruleset, firstDifference } of agreements) {
  if (firstDifference === undefined) continue;
  report(firstDifference.line, `${ruleset}: first difference: ${firstDifference.remark}.`);
}
for (const { line, remark } of badLines) report(line, `is not a recorded turn: ${remark}`);
if (rows.length + badLines.length === 0) printError(formatFault({ source: file, message: 'is empty.' }));
