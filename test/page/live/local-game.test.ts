import { expect } from 'chai';
import { GameStream } from '../../../src/page/live/game-stream.js';
import { LocalGame } from '../../../src/page/live/local-game.js';
import type { DeathView, GamePieceView } from '../../../src/views/game.js';
import type { Frame } from '../../../src/wire/frame.js';
import { climbingOn } from '../../support/journals.js';
import { RecordingReader } from '../../support/live-readers.js';
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
const NO_DEATHS = new Map<string, DeathView>();
const createGame = () => new LocalGame('local', requestOn(0).game, 'greedy', frameOn(0));

describe('a local game', () => {
  it('is streamed as it goes, in few updates, until its end', async () => {
    const game = createGame();
    const reader = new RecordingReader();
    const stream = new GameStream(game, reader, await game.stored(0));
    const pieces = () =>
      reader.events.filter(({ event }) => event === 'piece').map(({ data }) => data as GamePieceView);
    expect(pieces().map(({ game: { id, you }, turns }) => [id, you, turns])).to.deep.equal([['local', 'me', []]]);
    for (const turn of [0, 1, 2]) game.add(frameOn(turn), NO_DEATHS, answer);
    await until(() => pieces().at(-1)!.turns.length > 0);
    expect(
      pieces()
        .at(-1)!
        .turns.map(({ turn }) => turn),
    ).to.deep.equal([0, 1, 2]);
    expect(pieces().at(-1)!.turns[2]!.answer).to.deep.equal(answer);
    const deaths = new Map([['other', { turn: 3, cause: 'hazard' }]]);
    game.end(frameOn(3), deaths, { result: 'win' });
    await until(() => reader.state === 'ended');
    const last = pieces().at(-1)!;
    expect(last.game).to.deep.include({ id: 'local', result: 'win', turns: 3 });
    expect(last.turns.at(-1)).to.deep.include({ turn: 3, isFinal: true });
    expect(last.turns.at(-1)!.board.snakes[1]!.death).to.deep.equal({ turn: 3, cause: 'hazard' });
    expect(reader.events.at(-1)).to.deep.include({ event: 'end', data: { reason: 'over' } });
    expect(reader.events.length).to.be.below(7);
    stream.close();
  });

  it('lets its readers reconnect if it is closed before its end', async () => {
    const game = createGame();
    const reader = new RecordingReader();
    const stream = new GameStream(game, reader, await game.stored(0));
    game.close();
    expect(reader.events.at(-1)).to.deep.include({ event: 'end', data: { reason: 'closing', retry: 2000 } });
    stream.close();
  });

  it('counts the turns that the snake did not answer itself', () => {
    const game = createGame();
    game.add(frameOn(0), NO_DEATHS, answer);
    game.add(frameOn(1), NO_DEATHS, { ...answer, source: 'safe', kind: 'late' });
    game.add(frameOn(2), NO_DEATHS);
    expect(game.show(0).game).to.deep.include({ turns: 2, moved: 1, late: 1, failed: 0, illegal: 0, lost: 0 });
    expect(game.show(0).turns.map((turn) => turn.answer?.kind)).to.deep.equal(['moved', 'late', undefined]);
  });

  it('can be read from its first turn, piece by piece', () => {
    const game = createGame();
    for (let turn = 0; turn < 300; turn++) game.add(frameOn(turn), NO_DEATHS, answer);
    const first = game.show(0);
    expect([first.turns.length, first.isWhole]).to.deep.equal([250, false]);
    const rest = game.show(250);
    expect([rest.turns.length, rest.isWhole, rest.game.endedAt]).to.deep.equal([50, true, undefined]);
    game.end(frameOn(300), NO_DEATHS, { result: 'draw' });
    const over = game.show(250);
    expect(over.game).to.deep.include({ snake: 'greedy', result: 'draw', turns: 300, opponents: ['Other'] });
    expect(over.turns.at(-1)).to.deep.include({ turn: 300, isFinal: true });
  });

  it('has every frame for the viewer, with the dead', async () => {
    const game = createGame();
    game.add(frameOn(0), NO_DEATHS, answer);
    expect(await game.read('local', 0, 10)).to.deep.include({ count: 1, isOver: false });
    const deaths = new Map([['other', { turn: 1, cause: 'head-collision', by: 'me' }]]);
    game.end(frameOn(1, ['other']), deaths, { result: 'win' });
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
  });
});
