import { expect } from 'chai';
import { describeContest, readDescriptor, toContestId } from '../../src/queue/contest-descriptor.js';
import { identifyMatch } from '../../src/arena/contest/match/match-options.js';
import { createMatch } from '../support/contestants.js';

describe('the descriptor of a contest', () => {
  it('has all that is needed to play, without the paths of this machine', async () => {
    const match = await createMatch('constant', 'random');
    const { text, hash } = describeContest(match);
    const contest = readDescriptor(text, hash)!;
    expect(contest.game).to.deep.equal(match.game);
    expect(contest.contestants.map((one) => one.kind === 'local' && one.code)).to.deep.equal(
      match.contestants.map((one) => one.kind === 'local' && one.code),
    );
    expect(contest.contestants.map((one) => one.kind === 'local' && one.config.source)).to.deep.equal([
      { kind: 'strategy', name: 'constant', file: 'constant.ts' },
      { kind: 'strategy', name: 'random', file: 'random.ts' },
    ]);
  });

  it('is not read if it was changed', async () => {
    const { text, hash } = describeContest(await createMatch('constant', 'random'));
    expect(readDescriptor(text.replace('constant', 'another'), hash)).to.equal(undefined);
  });

  it('belongs to an id that follows from what the games follow from', async () => {
    const match = await createMatch('constant', 'random');
    const id = toContestId('match', identifyMatch(match, undefined));
    expect(toContestId('match', identifyMatch(await createMatch('constant', 'random'), undefined))).to.equal(id);
    expect(toContestId('match', identifyMatch({ ...match, seed: 'other' }, undefined))).not.to.equal(id);
    expect(toContestId('tuning', identifyMatch(match, undefined))).not.to.equal(id);
  });
});
