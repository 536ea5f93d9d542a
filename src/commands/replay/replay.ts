/** `serpentarium replay`: shows a recorded game, asks its strategy again, or writes a turn as a test. */
import { existsSync, writeFileSync } from 'node:fs';
import { InvalidArgumentError, type Command } from 'commander';
import { messageOf, usageFault } from '../../errors.js';
import { colorsOfStdout, PLAIN } from '../../terminal/colors.js';
import { formatMs } from '../../terminal/format-numbers.js';
import { formatTable } from '../../terminal/format-table.js';
import { print, printDrawing } from '../../terminal/print.js';
import { askAgain, playerOf } from './ask-again.js';
import { DEFAULT_CONFIG } from '../arguments.js';
import { drawRecording } from './draw-recorded.js';
import { EXIT } from '../exit-codes.js';
import { formatPositionFixture, isPositionFixture, checkMove, parsePositionFixture } from './position-fixture.js';
import { findRecording, readFile, type Recording } from './recording.js';
import { stepThrough } from './step-through.js';

interface ReplayFlags {
  readonly config: string;
  readonly turn?: number;
  readonly snake?: string;
  readonly pace?: number;
  readonly fixture?: string;
}

/** Adds the command to the program. */
export function addReplayCommand(program: Command): void {
  program
    .command('replay')
    .description('show a recorded game turn by turn, or ask its strategy again')
    .argument('<GAME>', 'a game of the journal, by its id or the engine’s; a file of "play -o"; or a test of --fixture')
    .option('--config <FILE>', 'the configuration that names the journal and the snakes', DEFAULT_CONFIG)
    .option('--pace <MS>', 'advance by itself, every MS', readWhole)
    .option('--turn <N>', 'ask the strategy, as it is today, for its move on this turn', readWhole)
    .option('--snake <NAME>', 'ask this snake instead of the one that played')
    .option('--fixture <FILE>', 'write the turn of --turn as a test; fill in the allowed and forbidden moves')
    .action(replay);
}

async function replay(game: string, flags: ReplayFlags): Promise<void> {
  const content = existsSync(game) ? readFile(game) : '';
  if (isPositionFixture(content)) return askPosition(game, content, flags);
  const recording = await findRecording(game, flags.config);
  const pages = drawRecording(recording, flags.fixture === undefined ? colorsOfStdout() : PLAIN);
  if (flags.turn !== undefined) return askTurn(recording, pages, flags.turn, flags);
  if (flags.fixture !== undefined) throw usageFault('--fixture', 'needs --turn, the turn to write.');
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
    throw usageFault('--turn', `${number} was not kept. The recording has turns ${first} to ${last}.`);
  }
  printDrawing(pages[index]!);
  if (flags.fixture !== undefined) {
    return writeFixture(flags.fixture, formatPositionFixture(`turn ${number}`, pages[index]!, turn.text));
  }
  const snake = flags.snake ?? playerOf(recording, flags.config);
  const { kind, move, took } = await askAgain(turn.text, snake, flags.config);
  const today = `${kind} ${move} after ${formatMs(took)}`;
  print(`\n${formatTable(['then', 'today'], [[turn.notes[0] ?? '', today]])}`);
}

function writeFixture(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (thrown) {
    throw usageFault('--fixture', `"${file}" cannot be written: ${messageOf(thrown)}.`);
  }
  print(`Written to ${file}.`);
}

async function askPosition(file: string, content: string, { snake, config }: ReplayFlags): Promise<void> {
  if (snake === undefined) throw usageFault('--snake', 'is missing. Which snake shall be asked?');
  const position = parsePositionFixture(file, content);
  if (position.allowed.length + position.forbidden.length === 0)
    throw usageFault(file, 'neither allows nor forbids a move. Did you forget to fill them in?');
  const { kind, move } = await askAgain(position.text, snake, config);
  const problem = checkMove(position, move);
  print(`${file}: ${snake} ${kind} ${move}: ${problem ?? 'correct'}`);
  process.exitCode = problem === undefined ? EXIT.ok : EXIT.failed;
}

function readWhole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Expected a whole number.');
  return Number(text);
}
