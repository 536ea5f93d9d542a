/** What the public app answers while old versions of a snake still finish their games. */
import { expect } from 'chai';
import type { MountedNow } from '../../src/snakes/mount-table.js';
import { refusalOf } from '../support/errors.js';
import { createMount, type RecordingMount } from '../support/mounts.js';
import { requestText } from '../support/requests.js';
import { closeServed, serveApp } from '../support/served.js';

const body = requestText('standard-move-7');

/** Lets a mount know the game of {@link body}. */
function play(mount: RecordingMount): RecordingMount {
  return Object.assign(mount, { isPlaying: () => true });
}

/** The actions that a mount was asked for. */
const actionsOf = ({ calls }: RecordingMount) => calls.map(({ action }) => action);

const looks = (color: string) => ({ info: { apiversion: '1', color } as const });
const post = async (url: string, path: string) => (await fetch(url + path, { method: 'POST', body })).status;

describe('a snake with an older version', () => {
  afterEach(closeServed);
  let old: RecordingMount;
  let present: RecordingMount;
  let now: MountedNow;
  beforeEach(() => {
    old = createMount('/a', looks('#000001'));
    present = createMount('/a', looks('#000002'));
    now = { present: [{ mount: present, version: 2 }], retired: [{ mount: old, version: 1 }] };
  });

  it('shows the new one', async () => {
    const { url } = await serveApp({ mounts: () => now });
    expect(await (await fetch(`${url}/a`)).json()).to.include({ color: '#000002' });
    const { snakes } = (await (await fetch(url)).json()) as { snakes: { color: string }[] };
    expect(snakes.map(({ color }) => color)).to.deep.equal(['#000002']);
  });

  it('asks the old one for the games it has, and the new one for all others', async () => {
    const { url } = await serveApp({ mounts: () => now });
    for (const action of ['start', 'move', 'end']) expect(await post(url, `/a/${action}`)).to.equal(200);
    expect([actionsOf(old), actionsOf(present)]).to.deep.equal([[], ['start', 'move', 'end']]);
    play(old);
    for (const action of ['move', 'end']) expect(await post(url, `/a/${action}`)).to.equal(200);
    expect([actionsOf(old), actionsOf(present)]).to.deep.equal([
      ['move', 'end'],
      ['start', 'move', 'end'],
    ]);
  });

  it('starts a game again on the new one, and takes it from the old one', async () => {
    const left: string[] = [];
    Object.assign(play(old), { leave: () => left.push('left') > 0 });
    const { url } = await serveApp({ mounts: () => now });
    expect(await post(url, '/a/start')).to.equal(200);
    expect([actionsOf(old), actionsOf(present), left]).to.deep.equal([[], ['start'], ['left']]);
  });

  it('is found by its running games only, once it was unmounted', async () => {
    now = { present: [{ mount: createMount('/b'), version: 2 }], retired: [{ mount: old, version: 1 }] };
    const { url } = await serveApp({ mounts: () => now });
    for (const [method, path] of [
      ['GET', '/a'],
      ['POST', '/a/start'],
      ['POST', '/a/move'],
    ] as const) {
      const response = await fetch(url + path, { method, ...(method === 'POST' && { body }) });
      expect(response.status).to.equal(404);
      const { code, message } = await refusalOf(response);
      expect({ code, message: message.replace(/\..*/, '') }).to.deep.equal({
        code: 'not_found',
        message: `no snake at "${path}"`,
      });
    }
    play(old);
    for (const action of ['move', 'end']) expect(await post(url, `/a/${action}`)).to.equal(200);
    expect(actionsOf(old)).to.deep.equal(['move', 'end']);
  });

  it('is reached with the key that each version has', async () => {
    now = {
      present: [{ mount: present, version: 2, key: 'the-new-key' }],
      retired: [{ mount: play(old), version: 1, key: 'the-old-key' }],
    };
    const { url } = await serveApp({ mounts: () => now });
    expect(await post(url, '/a/move?key=the-old-key')).to.equal(200);
    expect(await post(url, '/a/move?key=the-new-key')).to.equal(200);
    expect(await post(url, '/a/move')).to.equal(404);
    expect((await fetch(`${url}/a?key=the-old-key`)).status).to.equal(404);
    expect([actionsOf(old), actionsOf(present)]).to.deep.equal([['move'], ['move']]);
  });

  it('answers with the new one as soon as it is there', async () => {
    const { url } = await serveApp({ mounts: () => now });
    expect(await (await fetch(`${url}/a`)).json()).to.include({ color: '#000002' });
    now = { present: [{ mount: createMount('/a', looks('#000003')), version: 3 }], retired: [] };
    expect(await (await fetch(`${url}/a`)).json()).to.include({ color: '#000003' });
  });
});
