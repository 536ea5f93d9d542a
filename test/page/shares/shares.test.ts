import { expect } from 'chai';
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Shares } from '../../../src/page/shares/shares.js';

const CARD = { title: 'greedy: lost, 9 turns', about: 'standard, 11×11: greedy, r' };

describe('the links to games', () => {
  let folder: string;
  let shares: Shares;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'serpentarium-shares-'));
    shares = new Shares(join(folder, 'games.db.shares'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('are none at first', async () => {
    expect(await shares.list()).to.deep.equal([]);
    expect(await shares.find('A'.repeat(22))).to.equal(undefined);
  });

  it('have the game as it was when it was shared, also after a restart', async () => {
    const share = await shares.add('g', CARD, '{"turns":[]}', 5);
    expect(share.token).to.match(/^[\w-]{22}$/);
    const restarted = new Shares(join(folder, 'games.db.shares'));
    expect(await restarted.find(share.token)).to.deep.equal({ ...CARD, id: 'g', at: 5, token: share.token });
    expect(gunzipSync((await restarted.readGame(share))!).toString()).to.equal('{"turns":[]}');
  });

  it('stay the same for a game that is shared again, and differ between games', async () => {
    const first = await shares.add('g', CARD, '{"turns":[]}', 5);
    const again = await shares.add('g', { ...CARD, title: 'analysed' }, '{"turns":[1]}', 6);
    const other = await shares.add('h', CARD, '{}', 7);
    expect([again.token, other.token === first.token]).to.deep.equal([first.token, false]);
    expect((await shares.list()).map(({ title }) => title)).to.deep.equal([CARD.title, 'analysed']);
    expect(gunzipSync((await shares.readGame(first))!).toString()).to.equal('{"turns":[1]}');
  });

  it('leave nothing behind when they end', async () => {
    const { token } = await shares.add('g', CARD, '{}', 5);
    await shares.remove(token);
    expect(await shares.find(token)).to.equal(undefined);
    expect(readdirSync(join(folder, 'games.db.shares'))).to.deep.equal([]);
    await shares.remove(token);
  });

  it('are none if a file is damaged, and do not hide the others', async () => {
    const [damaged, other] = [await shares.add('g', CARD, '{}', 5), await shares.add('h', CARD, '{}', 6)];
    const fileOf = (ending: string) => join(folder, 'games.db.shares', damaged.token + ending);
    rmSync(fileOf('.json.gz'));
    expect(await shares.readGame(damaged)).to.equal(undefined);
    writeFileSync(fileOf('.card.json'), '{"tok');
    expect(await shares.find(damaged.token)).to.equal(undefined);
    expect(await shares.list()).to.deep.equal([other]);
    expect((await shares.add('g', CARD, '{}', 7)).token).not.to.equal(damaged.token);
  });

  it('are none if a file is a pipe or a device, which are not read', async () => {
    const { token } = await shares.add('g', CARD, '{}', 5);
    for (const ending of ['.card.json', '.json.gz']) {
      rmSync(join(folder, 'games.db.shares', token + ending));
      symlinkSync('/dev/zero', join(folder, 'games.db.shares', token + ending));
    }
    expect(await shares.find(token)).to.equal(undefined);
    expect(await shares.readGame({ ...CARD, id: 'g', at: 5, token })).to.equal(undefined);
  });

  it('do not lead out of their folder', async () => {
    const { token } = await shares.add('g', CARD, '{}', 5);
    for (const odd of [`../games.db.shares/${token}`, `${token}/`, '..', '', `${token}.card`]) {
      expect(await shares.find(odd), odd).to.equal(undefined);
      await shares.remove(odd);
    }
    expect(await shares.list()).to.have.length(1);
  });
});
