/** The workers of a contest: who they are, what they do, how much they have played. Line, page and report show it. */
import type { GameRecord } from '../arena/contest/game-record.js';
import { MAX_WORKERS, type WorkerCounts, type WorkerFacts, type WorkerView } from '../page/api/contests.js';
import { printable } from '../terminal/printable.js';
import type { PairRecord, WorkerStatus } from './job-queue.js';

/** Longest text of a worker that is shown, in characters: its names, and the reason of a refusal. */
const MAX_LENGTHS = { name: 60, reason: 300 };

/** The order in which workers are listed. */
const STATES = ['refused', 'playing', 'silent'] as const;

interface Entry {
  facts: WorkerFacts;
  state: WorkerStatus['state'];
  readonly joinedAt: number;
  playedAt: number;
  readonly played: Played;
  /** Games whose results were there before it was heard of: when they were played, nobody knows. */
  readonly gamesBefore: number;
}

interface Played {
  games: number;
  lostTurns: number;
}

/**
 * Owns what is known of all workers that were heard of. It has no influence on what is played. A worker that left
 * nothing but results, to an earlier run of the contest, is not listed.
 */
export class WorkerRoster {
  readonly #now: () => number;
  readonly #entries = new Map<string, Entry>();
  /** By the ids of workers that were not heard of so far. */
  readonly #early = new Map<string, Played>();

  /** @param now in ms, on any clock. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Takes the list of workers. Those that are no longer in it are silent from now on. */
  workers(workers: readonly WorkerStatus[]): void {
    for (const entry of this.#entries.values()) {
      if (entry.state.kind === 'playing') entry.state = { kind: 'silent' };
    }
    for (const { facts, state } of workers) Object.assign(this.#find(facts), { facts, state });
  }

  /** A worker was the first to report this pair. */
  settled({ records }: PairRecord, worker: WorkerFacts): void {
    const entry = this.#entries.get(worker.id);
    if (entry !== undefined) entry.playedAt = this.#now();
    const played = entry?.played ?? this.#early.get(worker.id) ?? { games: 0, lostTurns: 0 };
    if (entry === undefined) this.#early.set(worker.id, played);
    played.games += records.length;
    played.lostTurns += records.reduce((sum, record) => sum + lostTurnsOf(record), 0);
  }

  /** How many workers there are, by what they do. */
  counts(): WorkerCounts {
    const count = (kind: WorkerView['state']) =>
      [...this.#entries.values()].filter(({ state }) => state.kind === kind).length;
    return { playing: count('playing'), silent: count('silent'), refused: count('refused') };
  }

  /** The workers: first those that are refused, then those that play, the most games first. */
  list(max = MAX_WORKERS): WorkerView[] {
    const views = Array.from(this.#entries.values(), (entry) => this.#toView(entry));
    return views.sort(compareViews).slice(0, max);
  }

  #toView({ facts, state, joinedAt, playedAt, played: { games, lostTurns }, gamesBefore }: Entry): WorkerView {
    const minutes = ((state.kind === 'playing' ? this.#now() : playedAt) - joinedAt) / 60_000;
    const { id, name, machine, version, node } = facts;
    return {
      ...facts,
      ...shorten({ id, name, machine, version, node }),
      state: state.kind,
      ...(state.kind === 'refused' && { reason: printable(state.reason).slice(0, MAX_LENGTHS.reason) }),
      games,
      gamesPerMinute: minutes > 0 ? (games - gamesBefore) / minutes : 0,
      lostTurns,
    };
  }

  #find(facts: WorkerFacts): Entry {
    const known = this.#entries.get(facts.id);
    if (known !== undefined) return known;
    const now = this.#now();
    const played = this.#early.get(facts.id) ?? { games: 0, lostTurns: 0 };
    this.#early.delete(facts.id);
    const times = { joinedAt: now, playedAt: now };
    const entry: Entry = { facts, state: { kind: 'playing' }, ...times, played, gamesBefore: played.games };
    this.#entries.set(facts.id, entry);
    return entry;
  }
}

function compareViews(one: WorkerView, other: WorkerView): number {
  const byState = STATES.indexOf(one.state) - STATES.indexOf(other.state);
  return byState || other.games - one.games || (one.name < other.name ? -1 : 1);
}

function lostTurnsOf(record: GameRecord): number {
  if (record.kind === 'crashed') return 0;
  return record.seats.reduce((sum, { lostTurns }) => sum + lostTurns, 0);
}

function shorten<Texts extends Readonly<Record<string, string>>>(texts: Texts): Texts {
  const entries = Object.entries(texts).map(([key, text]) => [key, printable(text).slice(0, MAX_LENGTHS.name)]);
  return Object.fromEntries(entries) as Texts;
}
