/** `serpentarium replay`: shows a recorded game, asks its strategy again, and makes a test of a turn. */
import { existsSync, writeFileSync } from 'node:fs';
import { InvalidArgumentError, type Command } from 'commander';
import { PLAIN } from '../../terminal/paint.js';
import { UsageError, messageOf } from '../../errors.js';
import { askAgain, playerOf } from './ask-again.js';
import { DEFAULT_CONFIG } from '../arguments.js';
import { drawRecording, paintOfTerminal } from './draw-recorded.js';
import { EXIT } from '../exit-codes.js';
import { formatPositionFixture, isPositionFixture, checkMove, parsePositionFixture } from './position-fixture.js';
import { findRecording, readFile, type Recording } from './recording.js';
import { stepThrough } from './step-through.js';
import { formatTable } from '../../terminal/format-table.js';

interface ReplayFlags {
  readonly config: string;
  readonly turn?: number;
  readonly snake?: string;
  readonly pace?: number;
  readonly fixture?: string;
}

export function addReplayCommand(program: Command): void {
  program
    .command('replay')
    .description('show a recorded game, step by step; or ask its strategy again')
    .argument(
      '<GAME>',
      'a game of the journal by its id or the engine’s, a file of "play -o", or a position of --fixture',
    )
    .option('--config <FILE>', 'the configuration that names the journal and the snakes', DEFAULT_CONFIG)
    .option('--pace <MS>', 'do not wait for keys, but so long', readWhole)
    .option('--turn <N>', 'ask the strategy as it is today what it does on this turn', readWhole)
    .option('--snake <PREFIX>', 'ask this snake instead of the one that played')
    .option('--fixture <FILE>', 'write the turn as a test, with allowed and forbidden moves to fill in')
    .action(replay);
}

async function replay(game: string, flags: ReplayFlags): Promise<void> {
  const content = existsSync(game) ? readFile(game) : '';
  if (isPositionFixture(content)) return askPosition(game, content, flags);
  const recording = await findRecording(game, flags.config);
  const pages = drawRecording(recording, flags.fixture === undefined ? paintOfTerminal() : PLAIN);
  if (flags.turn !== undefined) return askTurn(recording, pages, flags.turn, flags);
  if (flags.fixture !== undefined) throw wrong('--fixture', 'needs a --turn to write.');
  return stepThrough(pages, flags.pace);
}

async function askTurn(
  recording: Recording,
  pages: readonly string[],
  number: number,
  flags: ReplayFlags,
): Promise<void> {
  const index = recording.turns.findIndex(({ request }) => request.turn === number);
  const turn = recording.turns[index];
  if (turn === undefined) {
    const [first, last] = [recording.turns[0], recording.turns.at(-1)].map((each) => each?.request.turn);
    throw wrong('--turn', `turn ${number} was not kept. There are turns ${first} to ${last}.`);
  }
  console.log(pages[index]!);
  if (flags.fixture !== undefined) {
    return writeFixture(flags.fixture, formatPositionFixture(`turn ${number}`, pages[index]!, turn.text));
  }
  const { kind, move, took } = await askAgain(
    turn.text,
    flags.snake ?? playerOf(recording, flags.config),
    flags.config,
  );
  console.log(
    `\n${formatTable(['then', 'today'], [[turn.notes[0] ?? '', `${kind} ${move} after ${took.toFixed(1)} ms`]])}`,
  );
}

function writeFixture(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (thrown) {
    throw wrong('--fixture', `cannot be written: ${messageOf(thrown)}.`);
  }
  console.log(`Written to ${file}.`);
}

async function askPosition(file: string, content: string, { snake, config }: ReplayFlags): Promise<void> {
  if (snake === undefined) throw wrong('--snake', 'is not given: who is to answer?');
  const position = parsePositionFixture(file, content);
  if (position.allowed.length + position.forbidden.length === 0)
    throw wrong(file, 'neither allows nor forbids a move. Did you forget to fill them in?');
  const { kind, move } = await askAgain(position.text, snake, config);
  const problem = checkMove(position, move);
  console.log(`${file}: ${snake} ${kind} ${move}: ${problem ?? 'as it should'}`);
  process.exitCode = problem === undefined ? EXIT.ok : EXIT.failed;
}

function readWhole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It takes a whole number.');
  return Number(text);
}

function wrong(file: string, message: string): UsageError {
  return new UsageError([{ source: file, message }]);
}
