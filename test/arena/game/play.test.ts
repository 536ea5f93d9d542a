import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { Reply, SnakeRequest } from '../../../src/arena/game/arena-snake.js';
import { play } from '../../../src/arena/game/play.js';
import type { WatcherTurn } from '../../../src/arena/game/watcher.js';
import { findMap, mapNames } from '../../../src/rules/maps/registry.js';
import { RULESET_NAMES } from '../../../src/rules/rulesets.js';
import { fixture } from '../../support/fixtures.js';
import { linesOf } from '../../support/game-texts.js';
import { boardFor } from '../../support/games.js';
import { createParticipants, createParticipant } from '../../support/local-snakes.js';

const four = ['constant', 'random', 'greedy', 'cautious'] as const;

const movesOf = (lines: readonly string[]) =>
  lines.slice(1, -1).map((line) => (JSON.parse(line) as { readonly moves: object }).moves);

/** Goes up, and empties the lists of its request. */
const emptyLists = (turn: { board: { snakes: unknown[]; food: unknown[] }; you: { body: unknown[] } }) => {
  for (const list of [turn.board.snakes, turn.board.food, turn.you.body]) list.length = 0;
  return 'up';
};

describe('play', () => {
  it('plays the same game byte for byte from the same seed', async () => {
    const once = await linesOf({ participants: createParticipants(...four), seed: 11 });
    expect(await linesOf({ participants: createParticipants(...four), seed: 11 })).to.deep.equal(once);
    expect(await linesOf({ participants: createParticipants(...four), seed: 12 })).to.not.deep.equal(once);
  });

  it('plays the same game again with the same snakes', async () => {
    const participants = createParticipants('random', 'greedy');
    const once = await linesOf({ participants, seed: 5 });
    expect(await linesOf({ participants, seed: 5 })).to.deep.equal(once);
  });

  it('plays the same game whether it asks the snakes at once or in turn', async () => {
    const once = await linesOf({ participants: createParticipants(...four), seed: 3 });
    expect(await linesOf({ participants: createParticipants(...four), seed: 3, isSequential: true })).to.deep.equal(
      once,
    );
  });

  it('plays the same game on every machine and release of Node', async () => {
    const lines = await linesOf({
      participants: createParticipants('random', 'random'),
      seed: 2029,
      width: 7,
      height: 7,
    });
    expect(`${lines.join('\n')}\n`).to.equal(await readFile(fixture('games/duel.jsonl'), 'utf8'));
  });

  for (const ruleset of RULESET_NAMES) {
    it(`plays ${ruleset} to its end on every map`, async () => {
      for (const map of mapNames()) {
        const squads = ruleset === 'squad' ? ['red', 'blue', 'red', 'blue'] : ['', '', '', ''];
        const names = four.slice(0, findMap(map).snakes.max);
        const participants = createParticipants(...names).map((entry, seat) => ({ ...entry, squad: squads[seat]! }));
        const result = await play({ participants, ruleset, map, ...boardFor(map), seed: map, maxTurns: 150 });
        const isOver =
          result.survivors.length <= (ruleset === 'solo' || names.length === 1 ? 0 : 1) || result.winners.length > 0;
        expect(isOver || result.turns === 150, `${map} ended on turn ${result.turns}`).to.equal(true);
      }
    });
  }

  it('gives each snake a copy of the board, which it may change', async () => {
    const participants = [
      ...createParticipants('greedy'),
      createParticipant('constant', { customization: {}, move: emptyLists }),
    ];
    const expected = movesOf(await linesOf({ participants: createParticipants('greedy', 'constant'), seed: 1 }));
    expect(movesOf(await linesOf({ participants, seed: 1 }))).to.deep.equal(expected);
  });

  it('calls start, move and end of a strategy, with the memory that start returned', async () => {
    const calls: string[] = [];
    const strategy = {
      customization: {},
      start: () => ({ asked: 0 }),
      move(turn: { turn: number }, context: { memory: { asked: number } }) {
        calls.push(`move ${turn.turn} ${context.memory.asked++}`);
        return 'up';
      },
      end: (turn: { turn: number }) => void calls.push(`end ${turn.turn}`),
    };
    const { turns } = await play({ participants: [createParticipant('one', strategy)], seed: 4, maxTurns: 2 });
    expect(turns).to.equal(2);
    expect(calls).to.deep.equal(['move 0 0', 'move 1 1', 'end 2']);
  });

  it('plays on with the move of the host when a strategy fails, and reports why', async () => {
    const problems: (string | undefined)[] = [];
    const watcher = { played: ({ replies }: WatcherTurn) => void problems.push(replies[0]?.problem) };
    const failing = createParticipant('failing', {
      customization: {},
      move: () => {
        throw new Error('lost');
      },
    });
    const { turns } = await play({ participants: [failing], seed: 4, maxTurns: 30, watchers: [watcher] });
    expect(turns).to.equal(30);
    expect(problems[0]).to.match(/^failed: move threw: lost/);
  });

  it('repeats the last move of a snake that does not answer, up on the first turn', async () => {
    const answered = [undefined, 'left', undefined, undefined, 'down', undefined] as const;
    const reply = (turn: number): Reply => ({ move: answered[turn], shout: '', latency: 500, took: 500 });
    let turn = 0;
    const snake = {
      introduce: () => ({ info: {} }),
      start: () => undefined,
      end: () => undefined,
      move: async () => reply(turn++),
    };
    const applied: (string | undefined)[] = [];
    const watcher = { played: ({ moves }: WatcherTurn) => void applied.push(moves[0]) };
    await play({
      participants: [{ snake, name: 'slow' }],
      seed: 1,
      width: 19,
      height: 19,
      maxTurns: 6,
      watchers: [watcher],
    });
    expect(applied).to.deep.equal(['up', 'left', 'left', 'left', 'down', 'down']);
  });

  it('lets snakes ponder in turn once all have answered, but not after the first turn', async () => {
    const calls: string[] = [];
    const participants = ['a', 'b', 'silent'].map((name) => ({
      name,
      snake: {
        introduce: () => ({ info: {} }),
        start: () => undefined,
        end: () => undefined,
        move: async (request: SnakeRequest): Promise<Reply> => {
          calls.push(`${name} moves ${request.toObject().turn}`);
          return { move: name === 'silent' ? undefined : 'up', shout: '', latency: 0, took: 0 };
        },
        ponder: async (request: SnakeRequest, move: string) => {
          await Promise.resolve();
          calls.push(`${name} ponders ${request.toObject().turn} after ${move}`);
        },
      },
    }));
    await play({ participants, seed: 4, maxTurns: 2 });
    const asked = ['a', 'b', 'silent'].map((name) => `${name} moves 1`);
    expect(calls.slice(3)).to.deep.equal([...asked, 'a ponders 1 after up', 'b ponders 1 after up']);
  });

  it('stops at a signal and sends /end to the snakes', async () => {
    const controller = new AbortController();
    const ended: number[] = [];
    const strategy = {
      customization: {},
      move: () => 'up',
      end: ({ turn }: { turn: number }) => void ended.push(turn),
    };
    const watcher = { played: ({ frame }: WatcherTurn) => frame.turn === 1 && controller.abort() };
    const participants = [createParticipant('a', strategy), ...createParticipants('greedy')];
    const result = await play({
      participants,
      seed: 1,
      width: 19,
      height: 19,
      watchers: [{ played: (turn) => void watcher.played(turn) }],
      signal: controller.signal,
    });
    expect(result).to.include({ turns: 2, isStopped: true, isDraw: false });
    expect(result.winners).to.deep.equal([]);
    expect(ended).to.deep.equal([2]);
  });

  it('does not wait for a move that is pending when the signal comes', async () => {
    const controller = new AbortController();
    const stuck = {
      introduce: () => ({ info: {} }),
      start: () => undefined,
      end: () => undefined,
      move() {
        controller.abort();
        return new Promise<Reply>(() => undefined);
      },
    };
    const result = await play({ participants: [{ snake: stuck, name: 'stuck' }], seed: 1, signal: controller.signal });
    expect(result).to.include({ turns: 0, isStopped: true });
  });

  it('names the winner, or reports a draw if several snakes survive the last turn', async () => {
    const participants = createParticipants('cautious', 'constant');
    const won = await play({ participants, seed: 1 });
    expect(won.winners).to.deep.equal([0]);
    expect(won.deaths.map(({ name, cause }) => [name, cause])).to.deep.equal([['constant', 'wall-collision']]);
    const draw = await play({ participants, seed: 1, maxTurns: 1 });
    expect(draw).to.include({ isDraw: true, turns: 1 });
    expect(draw.survivors).to.deep.equal([0, 1]);
  });

  it('rejects a board that the map does not take', async () => {
    const refused = await play({ participants: createParticipants('constant'), seed: 1, map: 'arcade_maze' }).catch(
      (thrown: Error) => thrown,
    );
    expect(refused).to.be.an('error').with.property('message').that.includes('it takes 19x21');
  });
});
