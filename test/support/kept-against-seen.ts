/** Compares a journal with what an engine saw of the games in it. */
import type { FullGameRow, GameRow } from '../../src/views/game-rows.js';
import type { JournalReader } from '../../src/journal/journal.js';
import { chooseVariant } from '../../src/snakes/experiment.js';
import type { SeenGame, SeenSeat, OverheadSample } from './many-games.js';
import { EXPERIMENT } from './many-hosts.js';

/** A host that was killed: it may take the last second of its turns with it. */
export interface Kill {
  readonly host: string;
  /** By `performance.now()`. */
  readonly at: number;
}

/** A host writes within a second; a busy machine adds to that. In ms. */
const MAY_BE_LOST_MS = 2000;

/** What the journal has of all games of an engine. */
export class KeptAgainstSeen {
  readonly #journal: JournalReader;
  readonly #games: readonly SeenGame[];
  readonly #kills: readonly Kill[];

  constructor(journal: JournalReader, games: readonly SeenGame[], kills: readonly Kill[]) {
    this.#journal = journal;
    this.#games = games;
    this.#kills = kills;
  }

  /** How many of the games have an end in the journal. */
  async countEnded(): Promise<number> {
    return (await this.#listAll()).filter(({ result }) => result !== undefined).length;
  }

  /** Games and turns that are missing, or there twice, or have another result; empty if the journal is complete. */
  async findFaults(): Promise<string[]> {
    const kept = groupBy(await this.#listAll(), ({ game, you, snake }) => `${game} ${you} ${snake}`);
    const faults: string[] = [];
    for (const game of this.#games) {
      for (const seat of game.seats) {
        const rows = kept.get(`${game.id} ${seat.you} ${seat.prefix}`) ?? [];
        const name = `${game.id} ${seat.prefix}`;
        if (rows.length !== 1) faults.push(`${name} is there ${rows.length} times`);
        for (const { id, result, rank } of rows) {
          if (result !== seat.fate) faults.push(`${name}: ${result}, not ${seat.fate}`);
          const found = await this.#journal.findGame(id);
          faults.push(...this.#compareTurns(seat, found!).map((fault) => `${name} ${fault}`));
          if (rank !== seat.rank && found!.list.length === seat.turns.length)
            faults.push(`${name}: rank ${rank}, not ${seat.rank}`);
        }
      }
    }
    return faults;
  }

  /** The games of each side and result in the experiment's report that differ from what the engine saw. */
  async findWrongCounts(): Promise<string[]> {
    const { lines } = await this.#journal.report({ experiment: EXPERIMENT.name });
    const champions = this.#games.map((game) => ({ game, seat: game.seats[0]! }));
    const faults: string[] = [];
    for (const variant of ['base', 'candidate'] as const) {
      const line = lines.filter((one) => one.variant === variant);
      const mine = champions.filter(({ game, seat }) => chooseVariant(EXPERIMENT, game.id, seat.you) === variant);
      for (const [fate, count] of [
        ['win', 'wins'],
        ['draw', 'draws'],
        ['loss', 'losses'],
      ] as const) {
        const seen = mine.filter(({ seat }) => seat.fate === fate).length;
        const reported = line.reduce((sum, one) => sum + one[count], 0);
        if (reported !== seen) faults.push(`${variant}: ${reported} ${count} instead of ${seen}`);
      }
    }
    return faults;
  }

  async #listAll(): Promise<GameRow[]> {
    const all: GameRow[] = [];
    for (let after: string | undefined; ;) {
      const { games, next } = await this.#journal.listGames({ limit: 500, ...(after !== undefined && { after }) });
      all.push(...games);
      if (next === undefined) return all;
      after = next;
    }
  }

  #compareTurns(seat: SeenSeat, { list }: FullGameRow): string[] {
    const kept = groupBy(list, ({ turn }) => turn);
    return seat.turns.flatMap((seen) => {
      const [row, ...more] = kept.get(seen.turn) ?? [];
      if (row === undefined) return this.#mayBeLost(seen) ? [] : [`turn ${seen.turn} is missing`];
      if (more.length > 0) return [`turn ${seen.turn} is there ${1 + more.length} times`];
      return row.answer.move === seen.move ? [] : [`turn ${seen.turn}: ${row.answer.move}, not ${seen.move}`];
    });
  }

  #mayBeLost({ told, sentAt, took }: OverheadSample): boolean {
    return this.#kills.some(({ host, at }) => host === told?.host && Math.abs(at - sentAt - took) < MAY_BE_LOST_MS);
  }
}

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}
