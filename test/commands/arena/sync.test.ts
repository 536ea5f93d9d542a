/** What `arena sync` would do: before, wanted, steps. */
import { expect } from 'chai';
import { type ArenaConfig, pairSnakes } from '../../../src/commands/arena/own-snakes.js';
import { describeStep, planSync, type PlatformState } from '../../../src/commands/arena/sync.js';
import { UsageError } from '../../../src/errors/errors.js';
import type { PlatformSnake } from '../../../src/platform/platform.js';
import { rankingOf } from '../../support/platform-server.js';

const MINE: PlatformSnake = { id: 's1', name: 'Mine', url: 'https://host.example/mine', is_public: true };
const LEADERBOARDS = ['Standard 11x11', 'Royale'].map((name, index) => ({ id: `l${index}`, name, active: true }));

function configOf(given: Partial<ArenaConfig> = {}): ArenaConfig {
  const arena = new Map([['/mine', { name: 'Mine', public: true }]]);
  return { publicUrl: 'https://host.example', arena, keys: new Map(), prefixes: ['/mine', '/other'], ...given };
}

function stateOf(snakes: readonly PlatformSnake[], inside: readonly string[] = []): PlatformState {
  const rankings = LEADERBOARDS.map(({ id }) => [id, inside.includes(id) ? [rankingOf(MINE)] : []] as const);
  return { snakes, leaderboards: LEADERBOARDS, rankings: new Map(rankings) };
}

const stepsOf = (config: ArenaConfig, state: PlatformState) => planSync('snakes.yaml', config, state).map(describeStep);

describe('planSync', () => {
  it('has nothing to do where all is as it should be', () => {
    expect(stepsOf(configOf(), stateOf([MINE]))).to.deep.equal([]);
  });

  it('registers what is not there, and leaves alone what has no entry', () => {
    expect(stepsOf(configOf(), stateOf([{ ...MINE, name: 'Else', url: 'https://host.example/other' }]))).to.deep.equal([
      '/mine: register "Mine", public, at https://host.example/mine',
    ]);
  });

  it('changes what differs', () => {
    const before = { ...MINE, name: 'Old', is_public: false };
    expect(stepsOf(configOf(), stateOf([before]))).to.deep.equal(['/mine: name "Old" becomes "Mine"; becomes public']);
    const moved = { ...MINE, url: 'https://old.example/mine' };
    expect(stepsOf(configOf(), stateOf([moved]))).to.deep.equal([
      '/mine: URL https://old.example/mine becomes https://host.example/mine',
    ]);
  });

  it('puts the key into the URL, and does not show it', () => {
    const config = configOf({ keys: new Map([['/mine', 'a-secret-key']]) });
    const steps = planSync('snakes.yaml', config, stateOf([MINE]));
    expect(steps).to.have.nested.property('[0].fields.url', 'https://host.example/mine?key=a-secret-key');
    expect(steps.map(describeStep)).to.deep.equal(['/mine: the key in its URL changes']);
  });

  it('joins and leaves leaderboards, by name or id, also of a snake that is not there yet', () => {
    const wants = (...leaderboards: readonly string[]) =>
      configOf({ arena: new Map([['/mine', { name: 'Mine', public: true, leaderboards }]]) });
    expect(stepsOf(wants('Royale', 'l0'), stateOf([MINE], ['l0']))).to.deep.equal([
      '/mine: join the leaderboard "Royale"',
    ]);
    expect(stepsOf(wants(), stateOf([MINE], ['l0']))).to.deep.equal(['/mine: leave the leaderboard "Standard 11x11"']);
    expect(stepsOf(configOf(), stateOf([MINE], ['l0']))).to.deep.equal([]);
    expect(stepsOf(wants('l1'), stateOf([])).at(-1)).to.equal('/mine: join the leaderboard "Royale"');
    expect(() => stepsOf(wants('Royal'), stateOf([MINE]))).to.throw(
      UsageError,
      'snakes.yaml snake "/mine": the platform has no leaderboard "Royal". Did you mean "Royale"?',
    );
  });

  it('refuses to guess where the host is', () => {
    expect(() => stepsOf(configOf({ publicUrl: undefined }), stateOf([]))).to.throw(UsageError, '"server.url"');
    expect(() => stepsOf(configOf({ arena: new Map() }), stateOf([]))).to.throw(UsageError, 'no snake with "arena:"');
  });
});

const at = (url: string, name = 'Another') => ({ id: url + name, name, url, is_public: false });
const pairsOf = (config: ArenaConfig, ...snakes: readonly PlatformSnake[]) =>
  pairSnakes(config, snakes).map(({ prefix, registered }) => [prefix, registered?.url]);

describe('pairSnakes', () => {
  it('goes by the URL, whatever its query and slash, then by the name', () => {
    const [url, other] = ['https://host.example/mine/?key=x', 'https://gone.example/'];
    expect(pairsOf(configOf(), at(other, 'Mine'), at(url))).to.deep.equal([
      ['/mine', url],
      ['/other', undefined],
      [undefined, other],
    ]);
    expect(pairsOf(configOf(), at(other, 'Mine'))).to.deep.equal([
      ['/mine', other],
      ['/other', undefined],
    ]);
  });

  it('goes by the path without a public URL', () => {
    const config = configOf({ publicUrl: undefined, arena: new Map() });
    expect(pairsOf(config, at('https://any.example/below/other'), at('no URL'))).to.deep.equal([
      ['/mine', undefined],
      ['/other', 'https://any.example/below/other'],
      [undefined, 'no URL'],
    ]);
  });
});
