/** Whole games, played by the rules and told to mounted snakes in the ways of both engines. */
import { createGame, beginTurn, isGameOver, playTurn, type RulesGame } from '../../src/rules/game.js';
import { createGameChance } from '../../src/rules/chance.js';
import { toPlain, type PlainSnake } from '../../src/rules/plain.js';
import type { RulesetName } from '../../src/rules/rulesets.js';
import { isAlive, type Elimination } from '../../src/rules/snakes.js';
import { MAX_SNAKES, moveNumber, NO_MOVE } from '../../src/rules/types.js';
import type { Arrival, Mount } from '../../src/snakes/mount.js';
import { parseRequest } from '../../src/wire/reader.js';
import type { GameRequest } from '../../src/wire/resources.js';

export interface EngineGame {
  readonly id: string;
  readonly ruleset: RulesetName;
  readonly map: string;
  /** `cli` takes the dead off the board and asks once more on the final one; `arena` does neither. */
  readonly manner: 'cli' | 'arena';
  readonly mounts: readonly Pick<Mount, 'start' | 'answer' | 'end'>[];
  /** Begins anew after so many turns, as the arena does after a crash. */
  readonly crashAfter?: number;
  /** No `/end` comes. */
  readonly endless?: boolean;
  readonly maxTurns?: number;
}

export interface EngineResult {
  /** By seat; `undefined` for those that lived. */
  readonly deaths: readonly (Elimination | undefined)[];
  /** The final turn. */
  readonly turns: number;
}

/** Plays a game; the same id plays the same game as long as the snakes do the same. */
export async function playEngineGame(terms: EngineGame): Promise<EngineResult> {
  if (terms.crashAfter !== undefined) await playTurns(terms, terms.crashAfter);
  const game = await playTurns(terms, terms.maxTurns ?? 200);
  const { position } = game;
  const seats = position.ids.map((_, seat) => seat);
  if (terms.manner === 'cli') {
    await Promise.all(seats.filter((seat) => isAlive(position, seat)).map((seat) => ask(terms, game, seat)));
  }
  const turn = terms.manner === 'cli' ? position.turn + 1 : position.turn;
  if (terms.endless !== true) for (const seat of seats) terms.mounts[seat]!.end(...arrive(terms, game, seat, turn));
  return { deaths: toPlain(position).snakes.map(({ elimination }) => elimination), turns: position.turn };
}

async function playTurns(terms: EngineGame, count: number): Promise<RulesGame> {
  const { id, ruleset, map, mounts } = terms;
  const snakes = mounts.map((_, seat) => ({ id: `seat-${seat}` }));
  const game = createGame({ ruleset, map, width: 11, height: 11, snakes, chance: createGameChance(id) });
  const moves = new Uint8Array(MAX_SNAKES);
  mounts.forEach((mount, seat) => mount.start(...arrive(terms, game, seat)));
  while (!isGameOver(game) && game.position.turn < count) {
    beginTurn(game);
    moves.fill(NO_MOVE);
    await Promise.all(
      mounts.map(async (_, seat) => {
        if (isAlive(game.position, seat)) moves[seat] = moveNumber(await ask(terms, game, seat));
      }),
    );
    playTurn(game, moves);
  }
  return game;
}

async function ask(terms: EngineGame, game: RulesGame, seat: number): Promise<string> {
  return (await terms.mounts[seat]!.answer(...arrive(terms, game, seat))).move;
}

function arrive(terms: EngineGame, game: RulesGame, seat: number, turn = game.position.turn): [GameRequest, Arrival] {
  const text = JSON.stringify(toBody(terms, game, seat, turn));
  return [parseRequest(text), { text, at: performance.now() }];
}

function toBody({ id, ruleset, map, manner }: EngineGame, game: RulesGame, seat: number, turn: number): object {
  const { width, height, food, hazards, snakes } = toPlain(game.position);
  const told = snakes.map(toWire);
  const shown = told.filter((_, other) => manner === 'arena' || snakes[other]!.elimination === undefined);
  const { settings } = game.input;
  return {
    game: {
      id,
      ruleset: { name: ruleset, version: manner === 'cli' ? 'cli' : 'v1.0.0', settings },
      map: manner === 'cli' ? map : '',
      timeout: 500,
      source: '',
    },
    turn,
    board: { width, height, food, hazards, snakes: shown },
    you: told[seat],
  };
}

function toWire({ id, health, body }: PlainSnake): object {
  return {
    id,
    name: `Snake ${id}`,
    health,
    body,
    head: body[0],
    length: body.length,
    latency: '3',
    shout: '',
    squad: '',
  };
}
