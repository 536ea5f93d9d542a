/** `serpentarium check`: checks a configuration as `serve` would, and plays a health probe against every snake. */
import type { Command } from 'commander';
import { readConfig } from '../config/read-config.js';
import { formatFault } from '../errors.js';
import { mountAll } from '../mount-all.js';
import { formatMs } from '../terminal/format-numbers.js';
import { formatTable } from '../terminal/format-table.js';
import { print, printError } from '../terminal/print.js';
import { printable } from '../terminal/printable.js';
import { probe, type ProbeReport } from '../testing/probe.js';
import { DEFAULT_CONFIG } from './arguments.js';
import { EXIT } from './exit-codes.js';

/** Adds the command to the program. */
export function addCheckCommand(program: Command): void {
  program
    .command('check')
    .description('check a configuration, load its strategies, and play the arena’s health probe against each snake')
    .argument('[FILE]', 'the configuration', DEFAULT_CONFIG)
    .addHelpText('after', '\nExit codes: 0 all snakes answer; 1 a snake does not; 2 the configuration is wrong.')
    .action(check);
}

async function check(file: string): Promise<void> {
  const loaded = readConfig(file, process.env);
  const { snakes, warnings } = await mountAll({ loaded, env: process.env });
  try {
    for (const warning of [...loaded.warnings, ...warnings]) printError(`warning: ${formatFault(warning)}`);
    const reports: ProbeReport[] = [];
    for (const snake of snakes) reports.push(await probe(snake));
    const rows = reports.map((report, index) => toRow(report, loaded.config.snakes[index]!.strategy));
    print(formatTable(['prefix', 'strategy', 'looks', 'outcome', 'start', 'move', 'end'], rows));
    const failed = reports.filter(({ answer }) => answer.kind !== 'moved');
    for (const { mount, answer } of failed) {
      printError(printable(`${mount.prefix}: ${'reason' in answer ? answer.reason : ''}`));
    }
    process.exitCode = failed.length === 0 ? EXIT.ok : EXIT.failed;
  } finally {
    await Promise.all(snakes.map((snake) => snake.close()));
  }
}

function toRow({ mount, answer, times }: ProbeReport, strategy: string): string[] {
  const { color = '', head = '', tail = '' } = mount.info;
  const looks = [color, head, tail].filter((look) => look !== '').join(' ');
  const durations = [times.start, times.move, times.end].map((ms) => formatMs(ms));
  return [mount.prefix, strategy, looks, `${answer.kind} ${answer.move}`, ...durations];
}
