import { expect } from 'chai';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readPageFiles, type PageFiles } from '../../../src/http/page-routes/page-document.js';
import { addShareRoutes, createShareApp } from '../../../src/http/page-routes/share-routes.js';
import { gameIdOf } from '../../../src/journal/journal-event.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { Shares } from '../../../src/page/shares/shares.js';
import type { SharedGameView, ShareView } from '../../../src/views/game.js';
import { refusalOf } from '../../support/errors.js';
import { beganEvent, DUEL, gameEvents } from '../../support/journals.js';
import { closeServed, createLog, serveAdmin, serveApp } from '../../support/served.js';

const HOSTILE = '<script>alert(1)</script>"';

describe('shared games', () => {
  let folder: string;
  let journal: SqlJournal;
  let files: PageFiles;
  let owner: string;
  let stranger: string;
  const id = gameIdOf(beganEvent({ game: 'g' }));
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'serpentarium-share-'));
    writeFileSync(join(folder, 'manifest.json'), '{"script":"app-1a.js","style":"app-1a.js","files":["app-1a.js"]}');
    writeFileSync(join(folder, 'app-1a.js'), 'script');
    files = (await readPageFiles(pathToFileURL(`${folder}/`)))!;
    journal = await SqlJournal.open();
    const duel = {
      ...DUEL,
      snakes: [
        { id: 'me', name: HOSTILE, body: '5,5 5,4 5,3' },
        { id: 'o', body: '1,1 1,2 1,3' },
      ],
    };
    await journal.write([
      ...gameEvents({ game: 'g', result: 'win', turns: [duel], end: { ...duel, turn: 1 } }),
      ...gameEvents({ game: 'live' }),
    ]);
  });
  after(async () => {
    await journal.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(async () => {
    const shares = new Shares(join(folder, 'shares'));
    for (const { token } of await shares.list()) await shares.remove(token);
    const deps = { log: createLog().log, onBug: () => undefined, publicUrl: 'https://snakes.example' };
    const app = createShareApp({ ...deps, shares, files });
    stranger = (await serveApp({ below: [{ path: '/share', app }] })).url;
    owner = (await serveAdmin({ extend: (routes) => addShareRoutes(routes, journal, shares) })).url;
  });
  afterEach(closeServed);

  const share = async (word = id) => {
    const response = await fetch(`${owner}/api/games/${word}/share`, { method: 'POST' });
    return { status: response.status, view: (await response.clone().json()) as ShareView, response };
  };

  it('are shown to anybody with the link, compressed, and to no search engine', async () => {
    const { view } = await share();
    expect(view).to.include({ id });
    const page = await fetch(`${stranger}/share/${view.token}`);
    expect([page.status, page.headers.get('x-robots-tag')]).to.deep.equal([200, 'noindex']);
    const game = await fetch(`${stranger}/share/${view.token}/game`);
    expect(game.headers.get('content-encoding')).to.equal('gzip');
    expect(((await game.json()) as SharedGameView).game).to.include({ snake: HOSTILE, result: 'win' });
    expect(await (await fetch(`${stranger}/share/assets/app-1a.js`)).text()).to.equal('script');
  });

  it('have a title and a description for other sites, escaped', async () => {
    const { view } = await share();
    const html = await (await fetch(`${stranger}/share/${view.token}`)).text();
    expect(html).to.include('<meta property="og:title" content="&lt;script&gt;');
    expect(html).to.include(`<meta property="og:url" content="https://snakes.example/share/${view.token}">`);
    expect(html).not.to.include('<script>alert');
  });

  it('show a stranger nothing else of the host', async () => {
    const { view } = await share();
    const at = `/share/${view.token}`;
    const others = [
      '/share',
      '/share/',
      `${at}A`,
      at.slice(0, -1),
      `${at}/api`,
      `${at}/live`,
      `/share/${id}`,
      `/share/${id}/game`,
    ];
    const admin = [
      '/share/api/games',
      '/share/api/shares',
      '/share/games',
      '/share/snakes',
      '/share/metrics',
      '/share/reload',
    ];
    for (const path of [...others, ...admin, '/share/assets/manifest.json', '/share/..%2fshares', '/api/shares'])
      expect((await fetch(stranger + path)).status, path).to.equal(404);
    for (const method of ['POST', 'DELETE', 'PUT'])
      expect((await fetch(stranger + at, { method })).status, method).to.be.oneOf([404, 405]);
    expect((await fetch(stranger + at)).status).to.equal(200);
  });

  it('are listed, and answer no more once the owner ends their link', async () => {
    const { view } = await share();
    const list = async () => (await (await fetch(`${owner}/api/shares`)).json()) as ShareView[];
    expect(await list()).to.deep.equal([view]);
    expect((await fetch(`${owner}/api/shares/${view.token}`, { method: 'DELETE' })).status).to.equal(204);
    expect(await list()).to.deep.equal([]);
    for (const path of ['', '/game', '/picture.png'])
      expect((await fetch(`${stranger}/share/${view.token}${path}`)).status).to.equal(404);
  });

  it('are refused with the reason if the disk does not take them', async () => {
    const nowhere = new Shares(join(folder, 'app-1a.js', 'shares'));
    owner = (await serveAdmin({ extend: (routes) => addShareRoutes(routes, journal, nowhere) })).url;
    const { status, response } = await share();
    expect([status, (await refusalOf(response)).code]).to.deep.equal([503, 'cannot_share']);
    expect(await (await fetch(`${owner}/api/shares`)).json()).to.deep.equal([]);
  });

  it('are over: a game in progress and an unknown one are refused', async () => {
    const live = await share(gameIdOf(beganEvent({ game: 'live' })));
    expect([live.status, (await refusalOf(live.response)).code]).to.deep.equal([400, 'cannot_share']);
    expect((await share('nothing')).status).to.equal(404);
  });
});
