/** Checks that a journal can be read and agrees with itself. Called by `journal check`. */
import type { Selectable } from 'kysely';
import { messageOf } from '../../errors.js';
import { isRecord } from '../../kind-of.js';
import { reachVerdicts } from '../report/verdicts.js';
import { readExperimentGames } from '../report/report.js';
import { isDamage, isUnavailable } from '../is-unavailable.js';
import { countAll, isDeath, readPieces } from '../store/close-game.js';
import { gameIdOf } from '../store/game-id.js';
import { mergeTurns, PIECE_CHARACTERS, unpackText, type ChunkTurn } from '../store/packed-turns.js';
import type { Database, GamesTable } from '../store/tables.js';
import { listIds } from './list-ids.js';

/** Something that is wrong. */
export interface JournalFlaw {
  /** The game's id in the journal, or the name of an experiment. */
  readonly of: string;
  /** What is wrong, as a sentence without its full stop. */
  readonly flaw: string;
}

export interface CheckCounts {
  readonly games: number;
  readonly turns: number;
}

export interface CheckListener {
  flaw(flaw: JournalFlaw): void;
  /** Called after each game. */
  progress(counts: CheckCounts): void;
}

/**
 * Unpacks every turn of every game, computes the sums of those that have ended once more, and looks for turns without a
 * game and for games that a verdict would not count. Changes nothing; hosts may be writing.
 */
export async function checkGames(db: Database, listener: CheckListener): Promise<CheckCounts> {
  let counts: CheckCounts = { games: 0, turns: 0 };
  for await (const id of listIds(db)) {
    const turns = await checkGame(db, id, (flaw) => listener.flaw({ of: id, flaw }));
    counts = { games: counts.games + 1, turns: counts.turns + turns };
    listener.progress(counts);
  }
  try {
    await checkLeftovers(db, listener);
    await checkExperiments(db, listener);
  } catch (thrown) {
    if (!isDamage(thrown)) throw thrown;
    listener.flaw({ of: 'the file', flaw: `pages of it are damaged: ${messageOf(thrown)}` });
  }
  return counts;
}

type Row = Selectable<GamesTable>;

/** Returns how many turns the game has. */
async function checkGame(db: Database, id: string, flaw: (sentence: string) => void): Promise<number> {
  let row: Row | undefined;
  try {
    row = await db.selectFrom('games').selectAll().where('id', '=', id).executeTakeFirst();
  } catch (thrown) {
    if (!isDamage(thrown)) throw thrown;
    flaw(`it is in a damaged part of the file: ${messageOf(thrown)}`);
  }
  if (row === undefined) return 0;
  flawsOfRow(row).forEach(flaw);
  try {
    const turns = await readAll(db, row);
    if (row.ended_at !== null) flawsOfSums(row, turns).forEach(flaw);
    return turns.facts.length;
  } catch (thrown) {
    if (isUnavailable(thrown) && !isDamage(thrown)) throw thrown;
    flaw(`its turns cannot be read: ${messageOf(thrown)}`);
    return 0;
  }
}

/** The facts of all turns, and their bodies unless they are too long to be in memory together. */
async function readAll(db: Database, { id, packed }: Row) {
  let turns: ChunkTurn[] = [];
  let characters = 0;
  for await (const piece of readPieces(db, id, packed)) {
    for (const { facts, body } of piece) {
      JSON.parse(body);
      characters += body.length;
      turns.push({ facts, body: characters > PIECE_CHARACTERS ? '' : body });
    }
  }
  turns = mergeTurns(turns);
  const facts = turns.map((turn) => turn.facts);
  return characters > PIECE_CHARACTERS ? { facts } : { facts, bodies: turns.map(({ body }) => body) };
}

/** Contradictions within a row. */
function flawsOfRow(row: Row): string[] {
  const flaws: string[] = [];
  const { snakes, opponents, options, place, result, experiment, variant } = row;
  // Characters that a database refuses were replaced: the id is that of the names before.
  const isReplaced = [row.game, row.you].some((name) => name.includes('\ufffd'));
  if (!isReplaced && gameIdOf(row, row.run) !== row.id) flaws.push('its id is not that of its game, snake and run');
  const others = parse(opponents);
  if (!Array.isArray(others) || !isRecord(parse(options))) flaws.push('its opponents or options are no JSON');
  else if (others.length !== snakes - 1) flaws.push(`it has ${snakes} snakes, and ${others.length} opponents`);
  if ((row.ended_at === null) !== (result === null))
    flaws.push('it has a result without an end, or an end without one');
  if (row.ended_at !== null && row.ended_at < row.started_at) flaws.push('it ended before it began');
  if (place !== null && (place < 1 || place > snakes)) flaws.push(`its place is ${place} of ${snakes}`);
  const isSide = variant === 'base' || variant === 'candidate';
  if ((experiment !== '') !== isSide)
    flaws.push(`it is of the experiment "${experiment}" and the variant "${variant}"`);
  return flaws;
}

/** The sums of a row that are not those of its turns. */
function flawsOfSums(row: Row, turns: Awaited<ReturnType<typeof readAll>>): string[] {
  const body = row.ending === null ? undefined : unpackText(row.ending);
  if (body !== undefined) JSON.parse(body);
  if (row.analysis !== null) JSON.parse(unpackText(row.analysis));
  const sums = countAll(turns, { body, isDeath: isDeath(row) });
  return Object.entries(sums).flatMap(([name, sum]) => {
    const kept = row[name as keyof typeof sums];
    // Some of the fates of a long game are not counted.
    if (kept === sum || (turns.bodies === undefined && /^shadow_(died|lived)$/.test(name))) return [];
    return [`"${name}" is ${JSON.stringify(kept)}, and ${JSON.stringify(sum)} by its turns`];
  });
}

async function checkLeftovers(db: Database, listener: CheckListener): Promise<void> {
  const leftovers = await db
    .selectFrom('chunks')
    .select(({ fn }) => ['game_id', fn.countAll<number>().as('count')])
    .where((eb) => eb.not(eb.exists(eb.selectFrom('games').select('id').whereRef('games.id', '=', 'chunks.game_id'))))
    .groupBy('game_id')
    .execute();
  for (const { game_id: of, count } of leftovers) listener.flaw({ of, flaw: `${count} pieces of turns have no game` });
}

/** Every finished game with a place is counted by a verdict: it counts, waits for another one, or has other sides. */
async function checkExperiments(db: Database, listener: CheckListener): Promise<void> {
  const games = await readExperimentGames(db, {});
  for (const { snake, experiment, split, ...verdict } of reachVerdicts(games)) {
    const own = games.filter((game) => game.snake === snake && game.experiment === experiment && game.split === split);
    const played = own.filter(({ snakes, place }) => snakes > 1 && place !== null).length;
    const counted = verdict.base + verdict.candidate + verdict.waiting + verdict.earlier;
    if (counted === played) continue;
    listener.flaw({
      of: experiment,
      flaw: `${played} games of ${snake} have a place, and its verdict knows ${counted}`,
    });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
