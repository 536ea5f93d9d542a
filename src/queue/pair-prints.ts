/** Whether a pair that was played twice went the same way both times. `QueuePlayer` and audits ask. */
import type { GameRecord } from '../arena/contest/game-record.js';
import type { PlayedPair } from './job-queue.js';

/** Pairs that are remembered: repeated ones come soon or never. */
const MAX_PRINTS = 50_000;

/** Owns the course of the last pairs, in short. */
export class PairPrints {
  readonly #prints = new Map<number, string>();

  add({ pair, records }: PlayedPair): void {
    this.#prints.set(pair, toPrint(records));
    const [oldest] = this.#prints.keys();
    if (this.#prints.size > MAX_PRINTS) this.#prints.delete(oldest!);
  }

  /** Whether the pair went as it did when it was added; `undefined` if that is not known. */
  isSame({ pair, records }: PlayedPair): boolean | undefined {
    const print = this.#prints.get(pair);
    return print === undefined ? undefined : print === toPrint(records);
  }
}

/** How games went, without the times of answers. Equal on all machines if the strategies ignore the clock. */
export function toPrint(records: readonly GameRecord[]): string {
  return records
    .map((record) => {
      if (record.kind === 'crashed') return `crashed ${record.seat}`;
      const seats = record.seats.map(({ length, death, answers }) => `${answers} ${length} ${death ?? 'lives'}`);
      return [record.turns, record.scores.join(' '), ...seats].join(', ');
    })
    .join('; ');
}
