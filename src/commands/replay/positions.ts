/** `serpentarium positions`: asks a snake for its move in one position, or in every position of a folder, as a test. */
import path from 'node:path';
import { InvalidArgumentError } from 'commander';
import { EXIT, usageFault } from '../../errors/errors.js';
import { formatCount, formatMs } from '../../views/numbers.js';
import { formatTable, terminalWidth } from '../../terminal/format-table.js';
import { printable } from '../../terminal/printable.js';
import { print, printJson } from '../../terminal/print.js';
import { parseRequest } from '../../wire/reader.js';
import { time } from '../arguments.js';
import { defineCommand } from '../define-command.js';
import { argument, configFlag, flag, former, JSON_FLAG } from '../flags.js';
import { listFiles } from '../../recorded/read-position.js';
import { readFile } from '../../recorded/read-values.js';
import {
  checkMove,
  isPositionFixture,
  parsePositionFixture,
  type PositionFixture,
} from '../../terminal/position-fixture.js';
import { mountNamed } from '../resolve-snakes.js';

export default defineCommand({
  arguments: [
    argument('<PATH>', 'a saved position, or a folder of them, searched with its subfolders', readPath),
    argument('<SNAKE>', 'the snake to ask: a strategy, or a prefix of the configuration'),
  ],
  flags: [
    ...former('--ask [NAME]', 'positions PATH SNAKE'),
    configFlag('the configuration that names the snakes'),
    flag('-t, --timeout <TIME>', 'time for an answer (default: as the position says)', time('1ms', '1h')),
    JSON_FLAG,
  ],
  exits: { 0: 'all moves are right', 1: 'one is wrong', 2: 'wrong usage' },
  examples: ['positions turn-60.txt first', 'positions positions /first'],
  async run({ words: [place, snake], flags: { config, timeout, json } }) {
    const { positions, others } = readPositions(place);
    const { snakes } = await mountNamed([{ source: 'SNAKE', name: snake }], { config });
    const mount = snakes[0]!.mount;
    const shorten = (file: string) => path.relative(place, file) || file;
    const results = [];
    try {
      for (const [index, position] of positions.entries()) {
        const request = parseRequest(position.text);
        // A separate game for each, so that the strategy carries no state over.
        request.game.id = `position ${index}`;
        request.game.timeout = timeout ?? request.game.timeout;
        const { kind, move, took } = await mount.answer(request, { text: position.text, at: performance.now() });
        results.push({ file: position.file, kind, move, took, problem: checkMove(position, move) });
      }
    } finally {
      await mount.close();
    }
    const correct = results.filter(({ problem }) => problem === undefined).length;
    if (json) printJson({ snake, correct, positions: results, others }, 2);
    else {
      const rows = results.map(({ file, kind, move, took, problem }) => [
        shorten(file),
        kind === 'moved' ? move : `${move} (${kind})`,
        formatMs(took),
        problem ?? 'correct',
      ]);
      print(formatTable(['position', 'move', 'took', 'verdict'], rows, { width: terminalWidth(), wraps: [0] }));
      const first = others[0] === undefined ? '' : `, such as ${printable(shorten(others[0]))}`;
      const left = first && `; ${formatCount(others.length, 'other file')} left out${first}`;
      print(`\n${snake}: ${correct} of ${results.length} correct${left}`);
    }
    process.exitCode = correct === results.length ? EXIT.ok : EXIT.failed;
  },
});

interface NamedPosition extends PositionFixture {
  readonly file: string;
}

/**
 * The position of a file, or all below a folder, by path, and the other files. Throws a `UsageError` for a position
 * without expectations.
 */
function readPositions(place: string): { readonly positions: NamedPosition[]; readonly others: string[] } {
  const positions: NamedPosition[] = [];
  const others: string[] = [];
  for (const file of listFiles(place)) {
    const content = readFile(file);
    if (isPositionFixture(content)) positions.push({ file, ...parsePositionFixture(file, content) });
    else others.push(file);
  }
  if (positions.length === 0)
    throw usageFault(place, 'has no positions. "serpentarium analyse --positions" saves some.');
  const empty = positions.find(({ allowed, forbidden }) => allowed.length + forbidden.length === 0);
  if (empty === undefined) return { positions, others };
  throw usageFault(empty.file, 'neither allows nor forbids a move. Did you forget to fill them in?');
}

function readPath(text: string): string {
  if (text !== '') return text;
  throw new InvalidArgumentError('Expected a file or a folder.');
}
