import { expect } from 'chai';
import * as fc from 'fast-check';
import { AliveTracker, livingPosition } from '../../src/inference/alive-tracker.js';
import { createChance, type Chance } from '../../src/rules/chance.js';
import { findMap } from '../../src/rules/maps/registry.js';
import { fromPlain } from '../../src/rules/plain.js';
import { RULESET_NAMES } from '../../src/rules/rulesets.js';
import { isAlive } from '../../src/rules/snakes.js';
import { LiveGame } from '../../src/snakes/game/live-game.js';
import { Overhead } from '../../src/snakes/game/overhead.js';
import { toFrame, toRequest } from '../../src/wire/frame.js';
import { parseRequest } from '../../src/wire/reader.js';
import { DEFAULT_CUSTOMIZATION, type GameRequest } from '../../src/wire/resources.js';
import { anyPosition } from '../support/arbitraries.js';
import { runsOf } from '../support/budget.js';
import { sketchRequest } from '../support/requests.js';
import { isSamePosition } from '../support/same-position.js';
import { DIALECT_NAMES, playWildGame, type WildGame } from '../support/wild-games.js';

const engine = { name: 'engine', isLocal: false, network: 'public' } as const;

/** Boards on which snakes meet in other ways than on 11×11; one is a corridor. */
const SIZES = [
  { width: 11, height: 11, seats: 4 },
  { width: 1, height: 24, seats: 3 },
  { width: 30, height: 1, seats: 2 },
  { width: 5, height: 5, seats: 5 },
  { width: 7, height: 3, seats: 2 },
  { width: 19, height: 19, seats: 8 },
];

/** Two trackers of one game: one builds the position of every turn, the other only those it needs. */
class Pair {
  readonly full = new AliveTracker();
  readonly quick = new AliveTracker();
  built = 0;
  turns = 0;

  /** Passes on a request. Throws unless both trackers then know the same. */
  follow(request: GameRequest, hint: string): void {
    const { position, seat } = this.full.update(request, true);
    const found = this.quick.follow(request);
    if (found === undefined) {
      const living = position.ids.filter((_, each) => each === seat || isAlive(position, each));
      expect(living, `${hint}: all of ${position.ids.join(' ')}`).to.deep.equal(position.ids);
    }
    const quick = found ?? livingPosition(request, this.quick.dead, true);
    expect([...this.quick.dead], hint).to.deep.equal([...this.full.dead]);
    expect(isSamePosition(quick.position, position), `${hint}: the same position`).to.equal(true);
    expect(quick.seat, hint).to.equal(seat);
    const { firstTurn, hasGaps, shown } = this.full;
    expect(this.quick, hint).to.include({ firstTurn, hasGaps, shown });
    this.turns += 1;
    if (found !== undefined) this.built += 1;
  }
}

/** What can happen to the requests of a game on their way, or to its boards. */
interface Trouble {
  /** Of 100 requests, so many are lost, repeated, or swapped with the next one. */
  readonly percent: { readonly lost: number; readonly repeated: number; readonly swapped: number };
  /** Of 100 boards, so many leave out a snake, or show one as on the board before. */
  readonly wrong: { readonly missing: number; readonly still: number };
  /** The engine begins the game again after its last turn. */
  readonly isReplayed: boolean;
  readonly seed: number;
}

const rare = fc.constantFrom(0, 0, 0, 3, 10, 40);
const arbitraryTrouble: fc.Arbitrary<Trouble> = fc.record({
  percent: fc.record({ lost: rare, repeated: rare, swapped: rare }),
  wrong: fc.record({ missing: rare, still: rare }),
  isReplayed: fc.boolean(),
  seed: fc.nat(),
});

function troubled(bodies: readonly string[], { percent, wrong, isReplayed, seed }: Trouble): GameRequest[] {
  const chance = createChance(seed);
  const hits = (each: number) => chance.below(100) < each;
  const arriving = bodies.flatMap((body) => (hits(percent.lost) ? [] : hits(percent.repeated) ? [body, body] : [body]));
  for (let index = 1; index < arriving.length; index++) {
    if (hits(percent.swapped)) [arriving[index - 1], arriving[index]] = [arriving[index]!, arriving[index - 1]!];
  }
  const requests = (isReplayed ? [...arriving, ...arriving] : arriving).map((body) => parseRequest(body));
  for (const [index, { board }] of requests.entries()) {
    if (hits(wrong.missing)) board.snakes.splice(chance.below(board.snakes.length), 1);
    const still = hits(wrong.still) ? requests[index - 1]?.board.snakes[0] : undefined;
    if (still !== undefined) board.snakes[chance.below(board.snakes.length)] = structuredClone(still);
  }
  return requests;
}

/** A request with these snakes, whatever they look like: dead ones on the board, and some with the same id. */
function requestOf(plain: Parameters<typeof fromPlain>[0], turn: number, chance: Chance): GameRequest {
  const position = fromPlain(plain);
  const profile = { name: '', customizations: DEFAULT_CUSTOMIZATION, latency: '', shout: '' };
  const settings = { showsEliminated: true, showsOffBoard: true };
  const frame = toFrame(
    position,
    position.ids.map(() => profile),
    settings,
  );
  const { game, you } = sketchRequest({ ruleset: RULESET_NAMES[chance.below(RULESET_NAMES.length)]! });
  game.ruleset.settings.squad.sharedElimination = chance.below(2) === 0;
  game.ruleset.settings.squad.allowBodyCollisions = chance.below(2) === 0;
  const mine = frame.snakes[chance.below(frame.snakes.length)] ?? { ...you, id: 'nobody' };
  const request = toRequest(game, { ...frame, turn }, mine);
  for (const snake of request.board.snakes) if (chance.below(20) === 0) snake.id = 'twin';
  return request;
}

/** The bodies on which the snake of a seat was asked for a move. */
function movesOf({ sent }: WildGame, seat: number): string[] {
  return sent[seat]!.flatMap(({ action, body }) => (action === 'move' ? [body] : []));
}

describe('a tracker that builds a position only if a snake may have died', () => {
  let games: WildGame[];
  before(async () => {
    games = [];
    for (const dialect of DIALECT_NAMES)
      for (const ruleset of RULESET_NAMES)
        for (const { width, height, seats } of SIZES) {
          const name = `${dialect} ${ruleset} ${width}x${height}`;
          const map = { ...findMap(ruleset === 'royale' ? 'royale' : 'standard'), sizes: [{ width, height }] };
          const settings = { royale: { shrinkEveryNTurns: 5 }, squad: sharing(games.length) };
          const options = { width, height, map, settings, maxTurns: 120 };
          games.push(await playWildGame(dialect, ruleset, ruleset === 'solo' ? 1 : seats, name, options));
        }
  });

  it('knows the same dead as one that always does, and builds one on few turns', () => {
    let [built, turns] = [0, 0];
    for (const game of games) {
      for (const seat of game.sent.keys()) {
        const pair = new Pair();
        for (const body of movesOf(game, seat)) pair.follow(parseRequest(body), `${game.name} seat ${seat}`);
        [built, turns] = [built + pair.built, turns + pair.turns];
      }
    }
    expect(turns).to.be.greaterThan(5000);
    expect(built / turns).to.be.lessThan(0.2);
  });

  it('knows the same dead when requests are lost, repeated or out of order, and when boards are wrong', () => {
    const property = fc.property(fc.nat(), fc.nat(), arbitraryTrouble, (number, chosen, trouble) => {
      const game = games[number % games.length]!;
      const seat = chosen % game.sent.length;
      const pair = new Pair();
      for (const request of troubled(movesOf(game, seat), trouble)) pair.follow(request, `${game.name} seat ${seat}`);
    });
    fc.assert(property, { numRuns: runsOf(200) });
  });

  it('knows the same dead on any boards one after the other', () => {
    const boards = fc.array(fc.tuple(anyPosition, fc.nat(3)), { minLength: 1, maxLength: 6 });
    const property = fc.property(boards, fc.nat(), (list, seed) => {
      const [pair, chance] = [new Pair(), createChance(seed)];
      let turn = 0;
      for (const [plain, step] of list) pair.follow(requestOf(plain, (turn += step), chance), `turn ${turn}`);
    });
    fc.assert(property, { numRuns: runsOf(500) });
  });

  it('gives a live game the same safe moves and the same outcome', () => {
    const property = fc.property(fc.nat(), fc.nat(), arbitraryTrouble, (number, chosen, trouble) => {
      const game = games[number % games.length]!;
      const seat = chosen % game.sent.length;
      const requests = troubled(movesOf(game, seat), trouble);
      const end = parseRequest(game.sent[seat]!.at(-1)!.body);
      const text = JSON.stringify(end);
      // Only the requests of a network keep their text.
      const live = [engine, undefined].map((from) => new LiveGame('key', end, new Overhead(0), { text, from }));
      for (const request of requests) {
        const arrival = { at: 0, text: JSON.stringify(request) };
        live[0]!.receive(structuredClone(request), { ...arrival, from: engine });
        live[1]!.receive(request, arrival);
        const [kept, made] = live.map((each) => each.safeMove());
        expect(kept, `${game.name} seat ${seat} turn ${request.turn}`).to.equal(made);
      }
      const [kept, made] = live.map((each) => each.finish(structuredClone(end)));
      expect(kept).to.deep.equal(made);
    });
    fc.assert(property, { numRuns: runsOf(50) });
  });
});

function sharing(number: number) {
  return {
    sharedElimination: number % 2 === 0,
    sharedHealth: number % 3 === 0,
    sharedLength: number % 3 === 0,
    allowBodyCollisions: number % 4 < 2,
  };
}
