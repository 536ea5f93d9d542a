import { expect } from 'chai';
import { chooseVariant, Experiment } from '../../src/snakes/experiment.js';
import { createMount } from '../support/mounts.js';
import type { FindSide } from '../../src/snakes/guards.js';
import type { GameRef, GameRequest } from '../../src/wire/resources.js';
import { sketchRequest } from '../support/requests.js';

const config = { prefix: '/champion', name: 'better', base: '/a', candidate: '/b', split: 0.5 };
const arrival = { text: '', at: 0 };

const closable = { close: () => Promise.resolve(), abandonGames: () => undefined };

const never = () => new Promise<never>(() => {});

function createExperiment(guard = { share: 0.5 }, findSide?: FindSide) {
  const base = { ...createMount('/champion', { info: { apiversion: '1', color: '#000001' } }), ...closable };
  const candidate = { ...createMount('/champion', { info: { apiversion: '1', color: '#000002' } }), ...closable };
  return { base, candidate, experiment: new Experiment(config, { base, candidate }, guard, findSide) };
}

describe('Experiment', () => {
  it('shows the customization of the base', () => {
    expect(createExperiment().experiment.info).to.have.property('color', '#000001');
  });

  it('gives each game to one of its snakes from start to end', async () => {
    const { base, candidate, experiment } = createExperiment();
    for (let game = 0; game < 40; game++) {
      const request = () => sketchRequest({ game: `game ${game}` });
      experiment.start(request(), arrival);
      await experiment.answer(request(), arrival);
      experiment.end(request(), arrival);
    }
    const played = [base, candidate].map(({ calls }) => new Set(calls.map(({ request }) => request.game.id)));
    expect(played[0]!.size + played[1]!.size).to.equal(40);
    for (const { calls } of [base, candidate]) {
      for (const [index, { action }] of calls.entries()) {
        expect(action).to.equal(['start', 'move', 'end'][index % 3]);
      }
    }
  });

  it('gives new games to the base while a guard stops the candidate, and no game another player', () => {
    const guard = { share: 0.5 };
    const { base, candidate, experiment } = createExperiment(guard);
    const playing = new Map([base, candidate].map((mount) => [mount, new Set<string>()]));
    for (const [mount, games] of playing)
      Object.assign(mount, {
        start: ({ game }: GameRequest) => void games.add(game.id),
        isPlaying: ({ game }: GameRequest) => games.has(game.id),
      });
    const start = (name: string) => {
      for (let game = 0; game < 20; game++) experiment.start(sketchRequest({ game: `${name} ${game}` }), arrival);
    };
    const counts = () => [...playing.values()].map(({ size }) => size);
    start('first');
    const before = counts();
    expect(before).to.satisfy(([first, second]: number[]) => first! > 0 && second! > 0);
    guard.share = 0;
    start('first');
    expect(counts()).to.deep.equal(before);
    start('second');
    expect(counts()).to.deep.equal([before[0]! + 20, before[1]]);
    guard.share = 0.5;
    start('second');
    expect(counts()).to.deep.equal([before[0]! + 20, before[1]]);
  });

  it('gives each game of another host or run to the side that the journal names, and reads it once', async () => {
    const asked: GameRef[] = [];
    const { base, candidate, experiment } = createExperiment({ share: 0 }, (game) => {
      asked.push(game);
      return Promise.resolve(game.game === 'theirs' ? 'candidate' : undefined);
    });
    const move = (game: string, turn: number) => experiment.answer(sketchRequest({ game, turn }), arrival);
    await move('theirs', 7);
    await move('theirs', 8);
    await move('unknown', 7);
    await move('new', 0);
    expect(asked.map(({ snake, game }) => `${snake} ${game}`)).to.deep.equal(['/champion theirs', '/champion unknown']);
    expect(candidate.calls.map(({ request }) => request.game.id)).to.deep.equal(['theirs', 'theirs']);
    expect(base.calls.map(({ request }) => request.game.id)).to.deep.equal(['unknown', 'new']);
  });

  it('answers without the journal if that cannot be read, or within 50 ms and a tenth of the timeout', async () => {
    for (const findSide of [() => Promise.reject(new Error('the journal is unreachable')), never]) {
      const { base, experiment } = createExperiment({ share: 0 }, findSide);
      const waits: number[] = [];
      for (let game = 0; game < 5; game++) {
        const began = performance.now();
        const request = sketchRequest({ game: `${game}`, turn: 3, timeout: game === 0 ? 500 : 100 });
        expect(await experiment.answer(request, arrival)).to.include({ kind: 'moved' });
        waits.push(performance.now() - began);
      }
      expect(base.calls).to.have.lengthOf(5);
      // The others have a tenth of a shorter timeout. A busy machine may delay some.
      expect(Math.min(...waits.slice(1))).to.be.below(45);
    }
  });

  it('gives the candidate the share of games that the split says', () => {
    for (const split of [0.1, 0.5, 0.8]) {
      const games = Array.from({ length: 10_000 }, (_, game) => chooseVariant({ name: 'x', split }, `${game}`, 'me'));
      const share = games.filter((variant) => variant === 'candidate').length / games.length;
      expect(share).to.be.closeTo(split, 4 * Math.sqrt((split * (1 - split)) / games.length));
    }
  });

  it('gives the same game to the same snake in every process', () => {
    const chosen = Array.from({ length: 16 }, (_, game) => chooseVariant(config, `game-${game}`, 'you'));
    expect(chosen.map(([letter]) => letter).join('')).to.equal('bbbcbcbcccbccbcb');
  });

  it('chooses differently under another name', () => {
    expect(chooseMany('one')).not.to.equal(chooseMany('two'));
  });
});

function chooseMany(name: string): string {
  return Array.from({ length: 64 }, (_, game) => chooseVariant({ name, split: 0.5 }, `${game}`, 'me')).join(' ');
}
