/** What is known of the workers of a contest: who they are, what they play, who differs. Line, page, report show it. */
import type { GameRecord } from '../../arena/contest/game-record.js';
import type { Pairing } from '../../arena/contest/pairing.js';
import { MAX_WORKER_ROWS, type WorkerCounts, type WorkerRow } from '../../page/api/contests.js';
import { judgeWorkers, type WorkerJudgement } from '../../stats/workers/judge-workers.js';
import { addWorkerPair, emptyWorkerSums, mergeWorkerSums, type WorkerSums } from '../../stats/workers/worker-sums.js';
import { printable } from '../../terminal/printable.js';
import type { PlayedPair, SeenWorker, WorkerFacts } from '../job-queue.js';
import type { FarmListener, NamedWorker } from './audited-player.js';
import type { Disputes } from './disputes.js';

/** What audits have found out so far; an `AuditedPlayer` knows it. */
export interface AuditFindings {
  readonly named: readonly NamedWorker[];
  readonly disputes: ReturnType<Disputes['list']>;
}

/** What a farm is asked for. */
export interface FarmOptions {
  /** The candidate's score of a pair, from 0 to 1; `undefined` if the contest has no candidate. */
  readonly scoreOf?: (pairings: readonly Pairing[], records: readonly GameRecord[]) => number | undefined;
  /** In ms. */
  readonly now?: () => number;
}

/** Longest name of a worker that is shown, in characters. */
const MAX_NAME = 60;
/** Longest reason of a worker that is shown, in characters. */
const MAX_REASON = 300;

interface Member {
  facts: WorkerFacts;
  state: SeenWorker['state'];
  readonly joinedAt: number;
  playedAt: number;
  games: number;
  lostTurns: number;
  compared: number;
  sums: WorkerSums;
}

/** Owns the statistics of all workers that were ever seen. It has no influence on what is played. */
export class Farm implements FarmListener {
  readonly #scoreOf: FarmOptions['scoreOf'];
  readonly #now: () => number;
  readonly #members = new Map<string, Member>();

  constructor({ scoreOf, now = () => performance.now() }: FarmOptions = {}) {
    this.#scoreOf = scoreOf;
    this.#now = now;
  }

  /** Takes the list of workers. Those that are no longer in it are silent from now on. */
  workers(workers: readonly SeenWorker[]): void {
    for (const member of this.#members.values()) {
      if (member.state.kind === 'playing') member.state = { kind: 'silent' };
    }
    for (const { facts, state } of workers) {
      const member = this.#find(facts);
      member.facts = facts;
      member.state = state;
    }
  }

  settled({ records }: PlayedPair, worker: WorkerFacts, pairings: readonly Pairing[]): void {
    const member = this.#find(worker);
    const lost = records.map(lostTurnsOf);
    const isTroubled = records.some(({ kind }, game) => kind === 'crashed' || lost[game]! > 0);
    member.playedAt = this.#now();
    member.games += records.length;
    member.lostTurns += lost.reduce((sum, turns) => sum + turns, 0);
    member.sums = addWorkerPair(member.sums, { score: this.#scoreOf?.(pairings, records), isTroubled });
  }

  compared(one: WorkerFacts, other: WorkerFacts): void {
    for (const worker of [one, other]) this.#find(worker).compared += 1;
  }

  /** How many workers there are, by what they do. */
  counts(findings: AuditFindings): WorkerCounts {
    return countRows(this.#allRows(findings));
  }

  /** The workers: first those that something is wrong with, then those that play, the most games first. */
  rows(findings: AuditFindings, max = MAX_WORKER_ROWS): WorkerRow[] {
    return this.#allRows(findings).sort(compareRows).slice(0, max);
  }

  #allRows(findings: AuditFindings): WorkerRow[] {
    const members = [...this.#members.values()];
    const played = members.filter(({ sums }) => sums.pairs > 0);
    const judgements = judgeWorkers(played.map(({ sums }) => sums));
    const all = played.map(({ sums }) => sums).reduce(mergeWorkerSums, emptyWorkerSums);
    return members.map((member) => {
      const index = played.indexOf(member);
      const judgement = judgements[index];
      const sentences = [
        ...describeFindings(member.facts, findings),
        ...describeSuspicions(member.sums, all, judgement),
      ];
      return this.#toRow(member, findings, judgement?.residual, sentences);
    });
  }

  #toRow(member: Member, { named }: AuditFindings, residual: number | undefined, findings: string[]): WorkerRow {
    const { facts, joinedAt, playedAt, games, lostTurns, compared } = member;
    const { id, name, machine, version, node, cores, concurrency, speed } = facts;
    const isNamed = named.some(({ worker }) => worker.id === id);
    const state: SeenWorker['state'] = isNamed
      ? { kind: 'refused', reason: 'its results differ from those of others' }
      : member.state;
    const minutes = ((state.kind === 'playing' ? this.#now() : playedAt) - joinedAt) / 60_000;
    return {
      id: shorten(id),
      name: shorten(name),
      machine: shorten(machine),
      version: shorten(version),
      node: shorten(node),
      cores,
      concurrency,
      speed,
      state: state.kind,
      ...(state.kind === 'refused' && { reason: printable(state.reason).slice(0, MAX_REASON) }),
      games,
      gamesPerMinute: minutes > 0 ? games / minutes : 0,
      lostTurns,
      compared,
      ...(residual !== undefined && { residual }),
      findings,
    };
  }

  #find(facts: WorkerFacts): Member {
    const known = this.#members.get(facts.id);
    if (known !== undefined) return known;
    const now = this.#now();
    const none = { games: 0, lostTurns: 0, compared: 0, sums: emptyWorkerSums };
    const member: Member = { facts, state: { kind: 'playing' }, joinedAt: now, playedAt: now, ...none };
    this.#members.set(facts.id, member);
    return member;
  }
}

/** The workers of these rows, by what they do. */
function countRows(rows: readonly WorkerRow[]): WorkerCounts {
  const count = (wanted: WorkerRow['state']) => rows.filter(({ state }) => state === wanted).length;
  const named = rows.filter(({ findings }) => findings.length > 0).length;
  return { playing: count('playing'), silent: count('silent'), refused: count('refused'), named };
}

function compareRows(one: WorkerRow, other: WorkerRow): number {
  return rankOf(one) - rankOf(other) || other.games - one.games || (one.name < other.name ? -1 : 1);
}

function rankOf({ findings, state }: WorkerRow): number {
  return findings.length > 0 ? 0 : { refused: 1, playing: 2, silent: 3 }[state];
}

function describeFindings({ id }: WorkerFacts, { named, disputes }: AuditFindings): string[] {
  const wrong = named.filter(({ worker }) => worker.id === id).map(describeNamed);
  const open = disputes.flatMap(({ pair, workers }) => {
    const others = workers.filter((worker) => worker.id !== id);
    if (others.length === workers.length) return [];
    const what = others.length === 0 ? 'it has reported two results' : `its result is not that of ${quote(others)}`;
    return [`${what} of pair ${pair}, and no third worker was there to decide`];
  });
  return [...wrong, ...open];
}

function describeNamed({ pair, others, counted }: NamedWorker): string {
  const before = counted === 1 ? 'one of its pairs was' : `${counted} of its pairs were`;
  return `its result of pair ${pair} is not that of ${quote(others)}; ${before} counted before that`;
}

function quote(workers: readonly WorkerFacts[]): string {
  return workers.map(({ name }) => `"${shorten(name)}"`).join(' and ');
}

function describeSuspicions(own: WorkerSums, all: WorkerSums, judgement: WorkerJudgement | undefined): string[] {
  return (judgement?.suspicions ?? []).map((suspicion) => {
    if (suspicion === 'scores') {
      const distance = Math.abs(judgement!.residual!).toFixed(1);
      return `the candidate scores otherwise on it than on all others: by ${distance} standard errors`;
    }
    const others = (all.troubled - own.troubled) / (all.pairs - own.pairs);
    const share = percent(own.troubled / own.pairs);
    return `turns are lost or strategies crash in ${share} of its pairs, and in ${percent(others)} of all others`;
  });
}

function percent(share: number): string {
  return `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;
}

function lostTurnsOf(record: GameRecord): number {
  if (record.kind === 'crashed') return 0;
  return record.seats.reduce((sum, { lostTurns }) => sum + lostTurns, 0);
}

function shorten(text: string): string {
  return printable(text).slice(0, MAX_NAME);
}
