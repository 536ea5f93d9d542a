import { expect } from 'chai';
import type { Context } from '../src/snakes/strategy/contract.js';
import { readRequest } from '../src/wire/reader.js';
import { playPosition, turnFrom } from '../src/testing.js';

const messageOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => '',
    (error: Error) => error.message,
  );

describe('playPosition', () => {
  const strategy = {
    customization: {},
    options: { properties: { word: { type: 'string', default: 'left' } } },
    start: () => 'remembered',
    move: (_: unknown, { options, memory }: { options: { word: string }; memory: string }) => ({
      move: options.word,
      shout: memory,
    }),
  };

  it('starts a strategy and fills in its options, as a host does', async () => {
    expect(await playPosition(strategy, '..A')).to.deep.equal({ move: 'left', shout: 'remembered' });
    expect(await playPosition(strategy, '..A', { options: { word: 'up' } })).to.include({ move: 'up' });
  });

  it('is exported as serpentarium/testing', async () => {
    expect(await import('serpentarium/testing')).to.include({ playPosition, turnFrom });
  });

  it('answers for a strategy that returns nothing: its last proposal, or the safe move', async () => {
    const nothing = { customization: {}, move: () => undefined };
    expect(await playPosition(nothing, 'A.')).to.deep.equal({ move: 'right' });
    const proposes = {
      customization: {},
      move: (_: unknown, { propose }: Context) => propose({ move: 'up', shout: 'hm' }),
    };
    expect(await playPosition(proposes, 'A.')).to.deep.equal({ move: 'up', shout: 'hm' });
  });

  it('rejects with the reason if a strategy, its answer or its options are wrong', async () => {
    expect(await messageOf(playPosition({ customization: {} }, 'A'))).to.match(/exports no "move"/);
    expect(await messageOf(playPosition(strategy, 'A', { options: { word: 'north' } }))).to.match(
      /^illegal: .*"north"/,
    );
    expect(await messageOf(playPosition(strategy, 'A', { options: { wrod: 'up' } }))).to.match(/Did you mean "word"/);
    const lost = {
      customization: {},
      move: () => {
        throw new Error('lost');
      },
    };
    expect(await messageOf(playPosition(lost, 'A'))).to.match(/^failed: move threw: lost/);
  });
});

describe('turnFrom', () => {
  it('is the request for a snake of the picture', () => {
    const turn = turnFrom('.*.\n.aA\n#B.\nturn 7\nA health 50\nB health 60', { snake: 'B', timeout: 300 });
    expect(turn).to.deep.include({ turn: 7 });
    expect(turn.you).to.deep.include({ id: 'b', name: 'B', health: 60, body: [{ x: 1, y: 0 }] });
    expect(turn.board.snakes.map(({ id }) => id)).to.deep.equal(['a', 'b']);
    expect(turn.board.food).to.deep.equal([{ x: 1, y: 2 }]);
    expect(turn.board.hazards).to.deep.equal([{ x: 0, y: 0 }]);
    expect(turn.game.timeout).to.equal(300);
    expect(readRequest(structuredClone(turn))).to.deep.equal(turn);
  });

  const rules: [string, string][] = [
    ['', 'standard'],
    ['wraps', 'wrapped'],
    ['grows', 'constrictor'],
    ['wraps grows', 'wrapped_constrictor'],
    ['mates-pass', 'squad'],
  ];
  for (const [words, name] of rules) {
    it(`is about a game of ${name} when the rules are "${words}"`, () => {
      const { game } = turnFrom(`A\nrules ${words} damage 30`);
      expect(game.ruleset.name).to.equal(name);
      expect(game.ruleset.settings.hazardDamagePerTurn).to.equal(30);
    });
  }

  it('refuses a snake that is not alive in the picture', () => {
    expect(() => turnFrom('A', { snake: 'B' })).to.throw('The picture shows no living snake "B".');
    expect(() => turnFrom('..\nA body 0,0 out hazard on 3')).to.throw('no living snake "A"');
  });
});
