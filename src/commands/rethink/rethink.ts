/** `serpentarium rethink`: asks the last turns of lost games again with more time, and writes down what it learns. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import ms, { type StringValue } from 'ms';
import { messageOf, usageFault } from '../../errors.js';
import type { KeptGame } from '../../journal/kept-game.js';
import { PLAIN } from '../../terminal/colors.js';
import { formatCount } from '../../terminal/format-numbers.js';
import { print, printJson } from '../../terminal/print.js';
import { addFilterFlags, readFilter, type FilterFlags } from '../journal/filter-flags.js';
import { formatResult } from '../journal/format-games.js';
import { openJournal } from '../journal/open-journal.js';
import { whole } from '../play/game-flags.js';
import { playerOf } from '../replay/ask-again.js';
import { drawRecording } from '../replay/draw-recorded.js';
import { findKept } from '../replay/find-recording.js';
import { formatNote } from '../replay/format-note.js';
import { formatPositionFixture } from '../../journal/show/position-fixture.js';
import { toRecording } from '../replay/recording.js';
import { mountNamed, type NamedSnake } from '../resolve-snakes.js';
import { rethinkGame, type RethinkOptions, type Rethought, type RethoughtGame } from './rethink-game.js';

const MAX_TURNS = 200;

interface RethinkFlags extends FilterFlags, RethinkOptions {
  readonly ask?: string;
  readonly lost?: true;
  readonly limit: number;
  readonly fixtures?: string;
  readonly json?: true;
}

/** Adds the command to the program. */
export function addRethinkCommand(program: Command): void {
  const command = program
    .command('rethink')
    .description('ask the last turns of lost games again with more time, and list where that would have helped')
    .argument('[GAME]', 'one game of the journal, by its id or the engine’s, or "last"; or give --lost');
  addFilterFlags(command)
    .option('--lost', 'all lost games that the other flags choose')
    .option('--limit <N>', 'at most this many games, the newest', whole(1, 500), 20)
    .option('--turns <N>', 'the last turns of each game', whole(1, MAX_TURNS), 10)
    .option('--time <TIME>', 'time for each answer: 10s, 800ms', readTime, 10_000)
    .option('--longer <N>', 'turns beyond its death that a move has to live', whole(1, 50), 5)
    .option('--ask <NAME>', 'ask this snake, instead of the one that played')
    .option('--fixtures <DIR>', 'write each turn as a position for "serpentarium positions"')
    .option('--json', 'print JSON')
    .action(rethink);
}

async function rethink(word: string | undefined, flags: RethinkFlags): Promise<void> {
  if ((word === undefined) !== (flags.lost === true))
    throw usageFault('rethink', 'takes either one game or --lost. "serpentarium games" lists the games.');
  const games = word === undefined ? await findLost(flags) : [await findKept(word, { ...flags, hasCause: true })];
  const mounts = new Map<string, NamedSnake>();
  const results: Result[] = [];
  try {
    for (const game of games) {
      const name = flags.ask ?? playerOf(toRecording(game), flags.config)!;
      if (!mounts.has(name)) mounts.set(name, await mountOne(name, flags.config));
      const found = await rethinkGame(game, mounts.get(name)!.mount, flags);
      const files = flags.fixtures === undefined ? [] : writeFixtures(flags.fixtures, game, found.better);
      results.push({ game, asked: name, found, files });
      if (!flags.json) print(formatResultOf(results.at(-1)!));
    }
  } finally {
    await Promise.all([...mounts.values()].map(({ mount }) => mount.close()));
  }
  if (flags.json) printJson(results.map(toJson), 2);
  else print(formatTotal(results));
}

/** What came of one game, and the files that were written. */
interface Result {
  readonly game: KeptGame;
  readonly asked: string;
  readonly found: RethoughtGame;
  readonly files: readonly string[];
}

async function mountOne(name: string, config: string): Promise<NamedSnake> {
  const { snakes } = await mountNamed([{ source: '--ask', name }], { config, keepsNotes: true });
  return snakes[0]!;
}

async function findLost(flags: RethinkFlags): Promise<KeptGame[]> {
  const journal = await openJournal(flags.config);
  try {
    const filter = readFilter(flags, await journal.listNames());
    const lost = await journal.listGames({ ...filter, result: 'loss', limit: flags.limit });
    const games = await Promise.all(lost.games.map(({ id }) => journal.findGame(id)));
    return games.flatMap((game) => game ?? []);
  } finally {
    await journal.close();
  }
}

/** Writes a file for each turn. It allows every move that lives long enough, and forbids the one that was played. */
function writeFixtures(folder: string, game: KeptGame, better: readonly Rethought[]): string[] {
  const pages = drawRecording(toRecording(game), PLAIN);
  return better.map(({ turn, before, moves, text }) => {
    const file = path.join(folder, `${game.id}-${turn}.txt`);
    const drawing = pages.find((page) => page.turn === turn)?.text ?? '';
    const content = formatPositionFixture(`turn ${turn} of ${game.id}`, drawing, text, {
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

function formatResultOf({ game, found, files }: Result): string {
  const { asked, changed, unsure, better } = found;
  const head = `${game.id}: ${game.snake} ${formatResult(game)}; ${formatCount(asked, 'turn')} asked, ${changed} answered otherwise`;
  const doubt = unsure.length === 0 ? [] : [`  turn ${unsure.join(', ')}: too many possibilities to try them all`];
  const lines = better.flatMap(({ turn, before, now, recorded, presumed, answer }, index) => [
    `  turn ${turn}: ${now} instead of ${before} lives longer; the others' moves are on record for ${formatCount(recorded, 'turn')} and assumed for ${presumed}`,
    ...formatNote(answer.note).map((line) => `    ${line}`),
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

function toJson({ game, asked, found, files }: Result) {
  const better = found.better.map((each, index) => {
    const { text: _, ...turn } = each;
    return { ...turn, file: files[index] };
  });
  return { id: game.id, snake: game.snake, result: game.result, died: game.turns, player: asked, ...found, better };
}

/** A time in ms. */
function readTime(text: string): number {
  const time = /^\d{1,6}(\.\d+)?(ms|s|m)$/.test(text) ? ms(text as StringValue) : Number.NaN;
  if (time >= 1 && time <= 600_000) return time;
  throw new InvalidArgumentError('Expected a time of at most 10m, such as 10s or 800ms.');
}
