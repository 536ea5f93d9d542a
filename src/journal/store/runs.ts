/**
 * The runs of a game. Engines may play a game again under the same ids, and a finished game is never replaced: the
 * second run has its own row. One run may be played by several hosts in turn, whose events arrive in any order.
 */
import type { Selectable } from 'kysely';
import type { GameRef } from '../../wire/resources.js';
import { toStorable } from './storable.js';
import type { Database, GamesTable } from './tables.js';

const COLUMNS = ['id', 'run', 'host', 'held_at', 'started_at', 'first_turn', 'ended_at', 'result', 'variant'] as const;

/** A run of a game: the columns of its row that tell it from others. */
export type GameRun = Pick<Selectable<GamesTable>, (typeof COLUMNS)[number]>;

/** A game that was played again under the ids of a finished one. */
export interface RepeatedGame {
  readonly ref: GameRef;
  /** Its id, and the id of the previous run. */
  readonly id: string;
  readonly before: string;
}

export interface Beginning {
  readonly host: string;
  /** In ms since 1970, by the host's clock. */
  readonly at: number;
  readonly turn: number;
}

/** How far the clocks of two hosts may differ, in ms, before a game that moves is stored twice. */
export const CLOCK_SKEW_MS = 5000;

/** How late a beginning may be dated, in ms: a suspended host finds its requests when it continues. */
export const MAX_DELAY_MS = 30_000;

/** Most games that one query looks for. */
const MAX_GAMES = 200;

/** The runs of some games, by {@link runsKey}; the earliest first. */
export async function readRuns(db: Database, refs: Iterable<GameRef>): Promise<Map<string, GameRun[]>> {
  const runs = new Map<string, GameRun[]>();
  for (const ref of refs) runs.set(runsKey(ref), []);
  const games = [...new Set([...runs.keys()].map((key) => (JSON.parse(key) as string[])[1]!))];
  for (let from = 0; from < games.length; from += MAX_GAMES) {
    const rows = await selectRuns(db)
      .where('game', 'in', games.slice(from, from + MAX_GAMES))
      .orderBy('run')
      .execute();
    for (const row of rows) runs.get(runsKey(row))?.push(row);
  }
  for (const list of runs.values()) list.sort((a, b) => a.started_at - b.started_at || a.run - b.run);
  return runs;
}

/** Finds the latest run of a game, if the journal has any. */
export async function findLatestRun(db: Database, ref: GameRef): Promise<GameRun | undefined> {
  const [snake, game, you] = storedRef(ref);
  return selectRuns(db)
    .where('game', '=', game)
    .where('you', '=', you)
    .where('snake', '=', snake)
    .orderBy('run', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Identifies a game of a snake by its stored ids. */
export function runsKey(ref: GameRef): string {
  return JSON.stringify(storedRef(ref));
}

/**
 * The run that a beginning belongs to; `undefined` if it begins another one.
 *
 * The events of one host come in their order: from turn 0, a finished run is followed by a new one. Events of another
 * host may come late. They belong to a run that lacks its beginning, or that was in progress then. Two beginnings from
 * turn 0 within half a minute are one: a proxy has sent the request to a second host, since the first was stopped.
 */
export function findRunBegun(runs: readonly GameRun[], beginning: Beginning): GameRun | undefined {
  const own = runs.findLast(({ host }) => host === beginning.host);
  if (own !== undefined && own.run === latestOf(runs)?.run) return isOver(own, beginning) ? undefined : own;
  return runs.findLast((run) => isPartOf(run, beginning));
}

/** The run of a host's event: the last one that it had, or the one played at that moment. */
export function findRunPlayed(runs: readonly GameRun[], host: string, at: number): GameRun | undefined {
  const own = runs.filter((run) => run.host === host);
  return latestOf(own) ?? runs.findLast((run) => run.started_at <= at) ?? runs[0];
}

export function latestOf(runs: readonly GameRun[]): GameRun | undefined {
  return runs.reduce<GameRun | undefined>((latest, run) => (run.run > (latest?.run ?? 0) ? run : latest), undefined);
}

/** Whether a result is final: an abandoned game may continue, or get its `/end` late. */
export function isFinal(result: string | null): boolean {
  return result !== null && result !== 'abandoned';
}

/**
 * Whether a request to the host of a run begins another one. It does if the run was over by then, and not if another
 * host was sent the end later; and from turn 0 also if the run was abandoned, for any engine may have disconnected.
 */
function isOver({ started_at: start, ended_at: end, result }: GameRun, { turn, at }: Beginning): boolean {
  return turn === 0 ? result !== null && at !== start : isFinal(result) && at > end!;
}

/** Whether a beginning seen by another host is part of a run. */
function isPartOf(run: GameRun, { at, turn }: Beginning): boolean {
  const { started_at: start, first_turn: first, ended_at: end } = run;
  if (turn === 0) return at <= start + MAX_DELAY_MS && (first > 0 || at >= start - MAX_DELAY_MS);
  if (isFinal(run.result) && at > end! + (turn < first ? MAX_DELAY_MS : 0)) return false;
  return first > 0 || at >= start - MAX_DELAY_MS;
}

function storedRef({ snake, game, you }: GameRef): [snake: string, game: string, you: string] {
  return [snake, toStorable(game), toStorable(you)];
}

function selectRuns(db: Database) {
  return db.selectFrom('games').select(COLUMNS).select(['snake', 'game', 'you']);
}
