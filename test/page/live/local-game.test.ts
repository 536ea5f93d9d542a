import { expect } from 'chai';
import { LocalGame, type LocalTurn } from '../../../src/page/live/local-game.js';
import type { LiveSnapshot, LiveUpdate } from '../../../src/views/live.js';
import type { StreamReader } from '../../../src/page/live/live-channel.js';
import type { Frame } from '../../../src/wire/frame.js';
import { climbingOn } from '../../support/journals.js';
import { sketchRequest } from '../../support/requests.js';
import { until } from '../../support/soon.js';

const requestOn = (turn: number) => sketchRequest({ turn, snakes: climbingOn(turn) });

function frameOn(turn: number, gone: readonly string[] = []): Frame {
  const { board } = requestOn(turn);
  return {
    turn,
    snakes: board.snakes,
    board: { ...board, snakes: board.snakes.filter(({ id }) => !gone.includes(id)) },
  };
}

const answer = { move: 'up', source: 'strategy', kind: 'moved', took: 3, budget: 500 } as const;
const turnOn = (turn: number): LocalTurn => ({ frame: frameOn(turn), deaths: new Map(), answer });
const players = { snake: 'greedy', version: '1' };
const createGame = () => new LocalGame('local', requestOn(0).game, players, frameOn(0));

/** A reader that keeps what it is sent. */
function createReader() {
  const events: { readonly name: string; readonly data: LiveSnapshot & LiveUpdate }[] = [];
  const reader: StreamReader = {
    waiting: 0,
    write(bytes) {
      const [, name, data] = /event: (\w+)\ndata: (.*)\n/.exec(bytes.toString('utf8')) ?? [];
      if (name !== undefined) events.push({ name, data: JSON.parse(data!) });
    },
    end() {},
    drop() {},
  };
  return { events, reader };
}

describe('a local game', () => {
  it('is streamed as it goes, in few updates, until its end', async () => {
    const game = createGame();
    const { events, reader } = createReader();
    game.open(reader);
    expect(events[0]!.data.games.map(({ id, you, turn }) => [id, you, turn.turn])).to.deep.equal([['local', 'me', 0]]);
    for (const turn of [0, 1, 2]) game.add(turnOn(turn));
    await until(() => events.length === 2);
    expect(events[1]!.data.turns!.map(({ turn }) => turn)).to.deep.equal([0, 1, 2]);
    expect(events[1]!.data.turns![2]!.answer).to.deep.equal(answer);
    game.end({ frame: frameOn(3), deaths: new Map([['other', { turn: 3, cause: 'hazard' }]]) }, { result: 'win' });
    const [ended] = events.at(-1)!.data.ended!;
    expect(ended).to.deep.include({ id: 'local', result: 'win', turns: 3 });
    expect(ended!.final?.board!.snakes[1]!.death).to.deep.equal({ turn: 3, cause: 'hazard' });
    game.close();
    expect(events.at(-1)!.name).to.equal('end');
  });

  it('counts the turns that the snake did not answer itself', () => {
    const game = createGame();
    game.add(turnOn(0));
    game.add({ ...turnOn(1), answer: { ...answer, source: 'safe', kind: 'late' } });
    expect(game.show(0).game).to.deep.include({ moved: 1, late: 1, failed: 0, illegal: 0, lost: 0 });
    const { events, reader } = createReader();
    game.open(reader);
    expect(events[0]!.data.games[0]!.turn).to.deep.include({ turn: 1, fallbacks: 1, lost: 0 });
    game.close();
  });

  it('can be read from its first turn, piece by piece', () => {
    const game = createGame();
    for (let turn = 0; turn < 300; turn++) game.add(turnOn(turn));
    const first = game.show(0);
    expect([first.turns.length, first.next]).to.deep.equal([250, 250]);
    const rest = game.show(first.next!);
    expect([rest.turns.length, rest.next, rest.game.endedAt]).to.deep.equal([50, undefined, undefined]);
    game.end({ frame: frameOn(300), deaths: new Map() }, { result: 'draw' });
    const over = game.show(250);
    expect(over.game).to.deep.include({ snake: 'greedy', result: 'draw', turns: 300, opponents: ['Other'] });
    expect(over.end!.turn).to.equal(300);
    game.close();
  });

  it('has every frame for the viewer, with the dead', async () => {
    const game = createGame();
    game.add(turnOn(0));
    expect(await game.read('local', 0, 10)).to.deep.include({ count: 1, isOver: false });
    const deaths = new Map([['other', { turn: 1, cause: 'head-collision', by: 'me' }]]);
    game.end({ frame: frameOn(1, ['other']), deaths }, { result: 'win' });
    const { game: viewed, frames, isOver } = await game.read('local', 1, 10);
    expect([viewed.Status, viewed.ID, isOver]).to.deep.equal(['complete', 'local', true]);
    expect(frames.map(({ Turn, Snakes }) => [Turn, Snakes.map(({ Death }) => Death)])).to.deep.equal([
      [1, [null, { Cause: 'head-collision', Turn: 1, EliminatedBy: 'me' }]],
    ]);
    expect([await game.find('local'), await game.find('game'), await game.find('x')]).to.deep.equal([
      'local',
      'local',
      undefined,
    ]);
    game.close();
  });
});
