import { expect } from 'chai';
import type { FullGameRow, TurnRow } from '../../../src/views/game-rows.js';
import { viewGame } from '../../../src/page/viewer/view-game.js';
import type { ViewerTurn } from '../../../src/wire/viewer.js';
import { climbingOn } from '../../support/journals.js';
import { sketchRequest, type RequestSketch } from '../../support/requests.js';

const ALL = { offset: 0, limit: 1000 };
const bodyOf = (sketch: RequestSketch, more: object = {}) => JSON.stringify({ ...sketchRequest(sketch), ...more });

/** Both snakes go up, a cell a turn. */
const onTurn = (turn: number, more: Partial<RequestSketch> = {}): RequestSketch => ({
  turn,
  snakes: climbingOn(turn),
  ...more,
});

function keptTurn(turn: number, body = bodyOf(onTurn(turn)), used?: 'yes' | 'no'): TurnRow {
  const answer = { kind: 'moved', move: 'up', took: 4 } as const;
  return { turn, at: 0, body, answer, budget: 430, overhead: 60, ...(used && { feedback: { used, latency: '12' } }) };
}

function keptGame(list: readonly TurnRow[], more: Partial<FullGameRow> = {}): FullGameRow {
  const names = { id: '0123456789abcdef', snake: '/greedy', game: 'game', you: 'me', strategy: 'greedy' };
  const played = { ruleset: 'standard', map: 'standard', source: '', width: 11, height: 11, snakes: 2 };
  const counts = { moved: 0, late: 0, failed: 0, illegal: 0, lost: 0, turns: list.length };
  const rest = { startedAt: 0, opponents: ['Other'], hash: '', version: '', options: {} };
  return { ...names, ...played, ...counts, ...rest, list, ...more };
}

const framesOf = (kept: FullGameRow) => viewGame(kept, ALL).frames;

/** The engine measured 0 for both snakes, and 17 on turn 3. */
function zero(turn: number): string {
  const request = sketchRequest(onTurn(turn));
  const snakes = request.board.snakes.map((snake) => ({ ...snake, latency: turn === 3 ? '17' : '0' }));
  return JSON.stringify({ ...request, board: { ...request.board, snakes } });
}

describe('a game for the viewer', () => {
  it('has every field that the viewer reads', () => {
    const { game, count, isOver } = viewGame(keptGame([keptTurn(0)], { endedAt: 9 }), ALL);
    const settings = { foodSpawnChance: '15', minimumFood: '1', hazardDamagePerTurn: '14', shrinkEveryNTurns: '25' };
    expect(game).to.deep.equal({
      ID: '0123456789abcdef',
      Status: 'complete',
      Width: 11,
      Height: 11,
      Ruleset: { name: 'standard', version: 'cli', ...settings },
      SnakeTimeout: 500,
      Source: '',
      RulesetName: 'standard',
      RulesStages: [],
      Map: '',
    });
    expect([count, isOver]).to.deep.equal([1, true]);
  });

  it('is running until it has ended', () => {
    const { game, isOver } = viewGame(keptGame([keptTurn(0)]), ALL);
    expect([game.Status, isOver]).to.deep.equal(['running', false]);
  });

  it('returns the frames that are asked for, and counts all', () => {
    const kept = keptGame([0, 1, 2, 3].map((turn) => keptTurn(turn)));
    const { count, frames } = viewGame(kept, { offset: 1, limit: 2 });
    expect([count, frames.map(({ Turn }) => Turn)]).to.deep.equal([4, [1, 2]]);
    expect(viewGame(kept, { offset: 4, limit: 2 }).frames).to.deep.equal([]);
  });

  it('is the game as its engine sent it if it was imported', () => {
    const game = { ID: 'far', Status: 'complete', Width: 11, Height: 11, Ruleset: { name: 'odd' } };
    const viewer = (Turn: number): ViewerTurn => ({ game, frame: { Turn, Snakes: [], Food: [], Hazards: [] } });
    const imported = { from: 'far', unknown: [] };
    const turns = [0, 1].map((turn) => keptTurn(turn, bodyOf(onTurn(turn), { viewer: viewer(turn) })));
    const end = bodyOf(onTurn(2), { viewer: viewer(2) });
    const viewed = viewGame(keptGame(turns, { imported, end, endedAt: 9 }), ALL);
    expect(viewed.game).to.deep.equal(game);
    expect(viewed.frames).to.deep.equal([0, 1, 2].map((turn) => viewer(turn).frame));
  });

  it('is made from its requests if not all of them were kept with what was imported', () => {
    const kept = keptGame([keptTurn(0)], { imported: { from: 'far', unknown: [] } });
    expect(viewGame(kept, ALL).frames[0]!.Snakes).to.have.lengthOf(2);
  });
});

describe('a frame for the viewer', () => {
  it('has every field that the viewer reads', () => {
    const [frame] = framesOf(keptGame([keptTurn(0, bodyOf(onTurn(0, { food: '3,3', hazards: '4,4 4,4' })))]));
    expect(frame).to.deep.include({ Turn: 0, Food: [{ X: 3, Y: 3 }] });
    expect(frame!.Hazards).to.deep.equal([
      { X: 4, Y: 4 },
      { X: 4, Y: 4 },
    ]);
    expect(frame!.Snakes[0]).to.deep.equal({
      ID: 'me',
      Name: 'Me',
      URL: '',
      Body: [2, 1, 0].map((Y) => ({ X: 5, Y })),
      Health: 90,
      Death: null,
      Color: '#888888',
      HeadType: 'default',
      TailType: 'default',
      Latency: '',
      Shout: '',
      Squad: '',
      APIVersion: '1',
      Author: '',
      StatusCode: 200,
      Error: '',
      IsBot: false,
      IsEnvironment: false,
    });
  });

  it('keeps the dead with their last body, and says how they died', () => {
    const end = bodyOf(onTurn(3, { gone: ['other'] }));
    const frames = framesOf(
      keptGame([keptTurn(0), keptTurn(1), keptTurn(2, bodyOf(onTurn(2, { gone: ['other'] })))], { end }),
    );
    const others = frames.map(({ Snakes }) => Snakes.find(({ ID }) => ID === 'other')!);
    expect(others.map(({ Death }) => Death?.Turn)).to.deep.equal([undefined, undefined, 2, 2]);
    expect(others.at(-1)!.Death).to.deep.equal({ Cause: 'unknown', Turn: 2, EliminatedBy: '' });
    expect(others.map(({ Body }) => Body[0]!.Y)).to.deep.equal([2, 3, 3, 3]);
    expect(frames.at(-1)!.Snakes.map(({ ID }) => ID)).to.deep.equal(['me', 'other']);
  });

  it('says of our own snake what the journal knows, once it is no longer asked', () => {
    const end = bodyOf(onTurn(9, { gone: ['me'] }));
    const result = {
      result: 'loss',
      cause: 'head-collision',
      killer: 'Other',
      turns: 10,
      died: 2,
      endedAt: 9,
    } as const;
    const frames = framesOf(keptGame([keptTurn(0), keptTurn(1)], { end, ...result }));
    const mine = frames.map(({ Snakes }) => Snakes.find(({ ID }) => ID === 'me')!.Death);
    expect(mine).to.deep.equal([null, null, { Cause: 'head-collision', Turn: 2, EliminatedBy: 'other' }]);
  });

  it('lets our own snake live if it has won', () => {
    const kept = keptGame([keptTurn(0)], { end: bodyOf(onTurn(1, { gone: ['other'] })), result: 'win', endedAt: 9 });
    expect(
      framesOf(kept)
        .at(-1)!
        .Snakes.map(({ Death }) => Death?.Turn),
    ).to.deep.equal([undefined, 1]);
  });

  it('has the latency "0", which the viewer shows as an error, only for a turn that is known to be lost', () => {
    const list = [keptTurn(0, zero(0), 'yes'), keptTurn(1, zero(1), 'no'), keptTurn(2, zero(2)), keptTurn(3, zero(3))];
    const latencies = framesOf(keptGame(list)).map(({ Snakes }) => Snakes.map(({ Latency }) => Latency));
    expect(latencies).to.deep.equal([
      ['', ''],
      ['', ''],
      ['0', ''],
      ['17', '17'],
    ]);
  });

  it('shows how the last turn ended if the end has its number', () => {
    const end = bodyOf(onTurn(1, { gone: ['other'] }));
    const frames = framesOf(keptGame([keptTurn(0), keptTurn(1)], { end, result: 'win', endedAt: 9 }));
    expect(frames.map(({ Turn, Snakes }) => [Turn, Snakes[1]!.Death?.Turn])).to.deep.equal([
      [0, undefined],
      [1, 1],
    ]);
  });
});
