/** What an engine and the host's log show of snakes that think to their deadline, counted. Used by `overload.ts`. */
import type { WatcherTurn } from '../../../src/arena/game/watcher.js';
import { quantile } from './figures.js';
import type { ServerLogLine } from './served-process.js';

/** One run with so many games at once. */
export class OverloadTally {
  /** Moves that the engine asked for. */
  asked = 0;
  /** Those without an answer within the engine's timeout. */
  tooLate = 0;
  /** Requests with an answer other than a move, or without an answer for another reason than time. */
  refused = 0;
  /** Duration of each answer of the thinking snakes, in ms. */
  readonly took: number[] = [];
  /** Duration of each answer of the quiet snake, in ms. */
  readonly quiet: number[] = [];
  /** Answers that were the host's: the last proposal of a strategy, or the safe move. */
  readonly fallbacks = { proposed: 0, safe: 0 };
  /** Why the host had to choose a move, or killed a child, and how often. */
  readonly reasons = new Map<string, number>();
  #killed = 0;
  /** CPU time that the snakes of each place for a game got a turn, in ms, by place. */
  readonly #cpu: { ms: number; turns: number }[];
  /** The same by seat. */
  readonly #seats: { ms: number; turns: number }[] = [];
  #counts = false;

  constructor(games: number) {
    this.#cpu = Array.from({ length: games }, () => ({ ms: 0, turns: 0 }));
  }

  /** Counts from here on: the first turns of a host are not its ordinary life. */
  begin(): void {
    this.#counts = true;
  }

  /** Stops counting: requests in flight would be counted by half. */
  end(): void {
    this.#counts = false;
  }

  /** Counts a turn of the game that is played in this place. The strategies shout their CPU time. */
  played(place: number, { replies }: WatcherTurn, timeout: number): void {
    if (!this.#counts) return;
    for (const [seat, reply] of replies.entries()) {
      if (reply === undefined) continue;
      this.asked += 1;
      this.took.push(reply.took);
      if (reply.took >= timeout) this.tooLate += 1;
      else if (reply.move === undefined) this.refused += 1;
      for (const cpu of [this.#cpu[place]!, (this.#seats[seat] ??= { ms: 0, turns: 0 })]) {
        cpu.turns += 1;
        cpu.ms += Number(reply.shout) || 0;
      }
    }
  }

  /** Counts a line of the host's log. */
  logged({ msg, fallback, reason }: ServerLogLine): void {
    if (!this.#counts) return;
    if (fallback === 'proposed' || fallback === 'safe') this.fallbacks[fallback] += 1;
    if (msg === 'child killed') this.#killed += 1;
    else if (fallback !== 'safe') return;
    const why = String(reason).replaceAll(/\d+/g, 'N');
    this.reasons.set(why, (this.reasons.get(why) ?? 0) + 1);
  }

  /** Counts an answer of the quiet snake. */
  answeredQuietly(ms: number): void {
    if (this.#counts) this.quiet.push(ms);
  }

  /** CPU time that a snake got a turn: the mean over all games, and the least and most of a place over that mean. */
  cpu(): { readonly mean: number; readonly least: number; readonly most: number } {
    const means = this.#cpu.map(({ ms, turns }) => ms / turns);
    const mean = means.reduce((sum, one) => sum + one, 0) / means.length;
    return { mean, least: Math.min(...means) / mean, most: Math.max(...means) / mean };
  }

  /** CPU time that a snake got a turn, in ms: of the seats before this one, and of the others. */
  cpuBySeat(first: number): number[] {
    return [this.#seats.slice(0, first), this.#seats.slice(first)].map(
      (seats) => seats.reduce((sum, { ms }) => sum + ms, 0) / seats.reduce((sum, { turns }) => sum + turns, 0),
    );
  }

  /** The share of answers that are the strategies' own; a proposal that one left is its own. */
  get own(): number {
    return (this.asked - this.tooLate - this.refused - this.fallbacks.safe) / this.asked;
  }

  /** A row of the table; `label` says which run it was. */
  toRow(label: string): string[] {
    const { mean, least, most } = this.cpu();
    const { proposed, safe } = this.fallbacks;
    const counts = [this.asked, this.tooLate, this.refused].map((count) => count.toLocaleString('en'));
    const cpu = mean > 0 ? [mean.toFixed(0), least.toFixed(2), most.toFixed(2)] : ['', '', ''];
    const times = [quantile(this.took, 0.5), quantile(this.took, 1)].map((ms) => ms.toFixed(0));
    const quiet = [0.5, 0.99, 1].map((share) => quantile(this.quiet, share).toFixed(1));
    const own = `${(100 * this.own).toFixed(1)} %`;
    return [label, ...counts, own, String(proposed), String(safe), String(this.#killed), ...cpu, ...times, ...quiet];
  }

  /** What the columns of {@link toRow} are. */
  static readonly HEADING = [
    'games',
    'asked',
    'too late',
    'refused',
    'own',
    'proposed',
    'safe',
    'killed',
    'CPU ms',
    'least',
    'most',
    'p50 ms',
    'max',
    'quiet p50',
    'p99',
    'max',
  ];
}
