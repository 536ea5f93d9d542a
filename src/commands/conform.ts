/** `serpentarium conform`: whether the rules here play recorded turns as they were played elsewhere. */
import { open } from 'node:fs/promises';
import type { Command } from 'commander';
import { conform } from './conform-turns.js';
import { diskReason } from '../config/disk.js';
import { UsageError, formatFault } from '../errors.js';
import { EXIT } from './exit-codes.js';
import { formatTable } from '../terminal/format-table.js';

export function addConformCommand(program: Command): void {
  program
    .command('conform')
    .description('play recorded turns again, and tell which rulesets agree')
    .argument('<FILE>', 'one turn a line as JSON: ruleset, settings, before, moves, after, gameOver')
    .action(conformFile);
}

async function conformFile(file: string): Promise<void> {
  const opened = await open(file).catch((thrown: unknown) => {
    throw new UsageError([{ source: file, message: `${diskReason(thrown)}.` }]);
  });
  const { agreements, bad, isConform } = await conform(opened.readLines());
  const rows = agreements.map(({ ruleset, agreed, lines }) => [ruleset, `${agreed}`, `${lines}`]);
  console.log(formatTable(['ruleset', 'agree', 'lines'], rows));
  for (const { ruleset, first } of agreements) {
    if (first === undefined) continue;
    const message = `${ruleset}: the first difference: ${first.remark}.`;
    console.error(formatFault({ source: file, line: first.line, message }));
  }
  for (const { line, remark } of bad)
    console.error(formatFault({ source: file, line, message: `is no recorded turn: ${remark}` }));
  if (rows.length + bad.length === 0) console.error(formatFault({ source: file, message: 'is empty.' }));
  process.exitCode = isConform ? EXIT.ok : EXIT.failed;
}
