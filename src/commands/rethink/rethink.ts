/** `serpentarium rethink`: asks the last turns of lost games again with more time, and writes down what it learns. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { timeFlag, whole } from '../arguments.js';
import { messageOf, UsageError, usageFault } from '../../errors.js';
import { PLAIN } from '../../terminal/colors.js';
import { formatCount } from '../../terminal/format-numbers.js';
import { print, printError, printJson } from '../../terminal/print.js';
import { drawRecording } from '../replay/follow-recording.js';
import { formatNote } from '../replay/recording.js';
import { formatPositionFixture } from '../../terminal/position-fixture.js';
import type { MountedSnake } from '../../snakes/mounted-snake.js';
import { mountNamed } from '../resolve-snakes.js';
import { askedSnakeOf } from '../replay/ask-again.js';
import { analyseTurn } from '../analyse/analyse-turn.js';
import { formatAnalysis } from '../analyse/format-analysis.js';
import { addGamesFlags, findChosenGames, type GamesFlags, type ChosenGame } from '../replay/chosen-games.js';
import { rethinkGame, type RethinkOptions, type Rethought, type RethinkResult } from './rethink-game.js';

const MAX_TURNS = 200;
/** Longest part of a file's name that comes from a game. */
const MAX_NAME = 64;

interface RethinkFlags extends GamesFlags, Omit<RethinkOptions, 'time'> {
  readonly timeout: number;
  readonly ask?: string;
  readonly fixtures?: string;
  readonly json?: true;
}

export function addRethinkCommand(program: Command): void {
  const command = program
    .command('rethink')
    .argument(
      '[GAME]',
      'a game of the journal, by its id or the engine’s; "last"; a file of "play -o"; or give --lost',
    );
  addGamesFlags(command)
    .option('--turns <N>', 'the last turns of each game', whole(1, MAX_TURNS), 10)
    .addOption(timeFlag('-t, --timeout', 'time for each answer', { min: '1ms', max: '10m', fallback: '10s' }))
    .option('--longer <N>', 'turns beyond its death that a move has to live', whole(1, 50), 5)
    .option('--ask <NAME>', 'ask this snake, instead of the one that played')
    .option('--fixtures <DIR>', 'write each turn as a position for "serpentarium positions"')
    .option('--json', 'print JSON')
    .action(rethink);
}

async function rethink(word: string | undefined, flags: RethinkFlags): Promise<void> {
  const games = await findChosenGames('rethink', word, flags, { hasCause: true });
  const mounts = new Map<string, MountedSnake | undefined>();
  const results: Result[] = [];
  try {
    for (const lost of games) {
      if (lost.row === undefined && lost.game.died === undefined) throw usageFault(word!, lost.refusal);
      const name = flags.ask ?? askedSnakeOf(lost.recording, flags.config);
      if (name === undefined) throw usageFault('--ask', 'is missing: a file does not say which strategy played.');
      const mount = await mountOne(name, mounts, { config: flags.config, isOneOfMany: word === undefined });
      if (mount === undefined) continue;
      const found = await rethinkGame(lost.game, mount, { ...flags, time: flags.timeout });
      const files = flags.fixtures === undefined ? [] : writeFixtures(flags.fixtures, lost, found.better);
      const analyses = found.better.map(({ turn }) => analyseTurn(lost, turn));
      results.push({ lost, asked: name, found, analyses, files });
      if (!flags.json) print(formatResultOf(results.at(-1)!));
    }
  } finally {
    await Promise.all([...mounts.values()].map(async (mount) => mount?.close()));
  }
  if (flags.json) printJson(results.map(toJson), 2);
  else print(formatTotal(results));
}

/** What came of one game, and the files that were written. */
interface Result {
  readonly lost: ChosenGame;
  readonly asked: string;
  readonly found: RethinkResult;
  /** What a search thinks of each better turn, and of the answer that was given. */
  readonly analyses: readonly ReturnType<typeof analyseTurn>[];
  readonly files: readonly string[];
}

/**
 * The snake of this name, mounted once. Of many games, those whose snake is not in the configuration are left out: a
 * line says so, once for each.
 */
async function mountOne(
  name: string,
  mounts: Map<string, MountedSnake | undefined>,
  { config, isOneOfMany }: { readonly config: string; readonly isOneOfMany: boolean },
): Promise<MountedSnake | undefined> {
  if (mounts.has(name)) return mounts.get(name);
  try {
    const { snakes } = await mountNamed([{ source: '--ask', name }], { config, keepsNotes: true });
    mounts.set(name, snakes[0]!.mount);
  } catch (thrown) {
    if (!isOneOfMany || !(thrown instanceof UsageError)) throw thrown;
    printError(`The games of ${name} are left out: ${thrown.message}`);
    mounts.set(name, undefined);
  }
  return mounts.get(name);
}

/** Writes a file for each turn. It allows every move that lives long enough, and forbids the one that was played. */
function writeFixtures(folder: string, { id, recording }: ChosenGame, better: readonly Rethought[]): string[] {
  const pages = drawRecording(recording, PLAIN);
  // In a file, a stranger may have chosen the id.
  const name = id.replaceAll(/[^\w-]/g, '_').slice(0, MAX_NAME);
  return better.map(({ turn, before, moves, text }) => {
    const file = path.join(folder, `${name}-${turn}.txt`);
    const drawing = pages.find((page) => page.turn === turn)?.text ?? '';
    const content = formatPositionFixture(`turn ${turn} of ${name}`, drawing, text, {
      allowed: moves,
      forbidden: [before],
    });
    try {
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, content);
    } catch (thrown) {
      throw usageFault('--fixtures', `"${file}" cannot be written: ${messageOf(thrown)}.`);
    }
    return file;
  });
}

function formatResultOf({ lost, found, analyses, files }: Result): string {
  const { asked, changed, unsure, better } = found;
  const head = `${lost.id}: ${lost.snake} ${lost.ending}; ${formatCount(asked, 'turn')} asked, ${changed} answered otherwise`;
  const doubt = unsure.length === 0 ? [] : [`  turn ${unsure.join(', ')}: too many possibilities to try them all`];
  const lines = better.flatMap(({ turn, before, now, recorded, presumed, answer }, index) => [
    `  turn ${turn}: ${now} instead of ${before} lives longer; the others' moves are on record for ${formatCount(recorded, 'turn')} and assumed for ${presumed}`,
    ...formatNote(answer.note).map((line) => `    ${line}`),
    ...(analyses[index] === undefined ? [] : [`    ${formatAnalysis(analyses[index])}`]),
    ...(files[index] === undefined ? [] : [`    ${files[index]}`]),
  ]);
  return [head, ...lines, ...doubt].join('\n');
}

function formatTotal(results: readonly Result[]): string {
  const turns = results.reduce((sum, { found }) => sum + found.better.length, 0);
  const games = results.filter(({ found }) => found.better.length > 0).length;
  if (results.length === 0) return 'No lost game matches.';
  return `${formatCount(turns, 'better answer')} in ${games} of ${formatCount(results.length, 'game')}.`;
}

function toJson({ lost, asked, found, analyses, files }: Result) {
  const better = found.better.map((each, index) => {
    const { text: _, ...turn } = each;
    return { ...turn, analysis: analyses[index], file: files[index] };
  });
  const { id, snake, row, game } = lost;
  return { id, snake, result: row?.result ?? 'loss', died: game.died, player: asked, ...found, better };
}
