import { expect } from 'chai';
import { mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readPageFiles, PAGE_POLICY, type PageFiles } from '../../../src/http/page-routes/page-document.js';
import { inRepository } from '../../support/fixtures.js';
import { closeServed, serveAdmin } from '../../support/served.js';

const SCRIPT = `document.title = 'built';${' '.repeat(1000)}`;

const browse = (url: string) => fetch(url, { headers: { accept: 'text/html,*/*;q=0.8' } });

describe('the page of the admin port', () => {
  let folder: string;
  let page: PageFiles | undefined;
  before(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'serpentarium-page-')));
    const manifest = { script: 'app-1a.js', style: 'app-2b.css', files: ['app-1a.js', 'app-2b.css'] };
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
    writeFileSync(join(folder, 'app-1a.js'), SCRIPT);
    writeFileSync(join(folder, 'app-2b.css'), 'a{}');
    page = await readPageFiles(pathToFileURL(`${folder}/`));
  });
  after(() => rmSync(folder, { recursive: true }));
  afterEach(closeServed);

  it('shows its document at each of its addresses to browsers, and JSON to others', async () => {
    const { url } = await serveAdmin({ page });
    for (const path of [
      '/',
      '/games?snake=/a',
      '/games/1f?turn=3',
      '/snakes',
      '/snakes/a/b',
      '/experiments',
      '/puzzles',
    ]) {
      const response = await browse(url + path);
      expect([response.status, response.headers.get('content-type')], path).to.deep.equal([
        200,
        'text/html; charset=utf-8',
      ]);
      expect(response.headers.get('content-security-policy')).to.equal(PAGE_POLICY);
      expect(response.headers.get('vary')).to.include('Accept');
      const document = await response.text();
      expect(document).to.include('src="/assets/app-1a.js"');
      expect(document).to.match(
        / data-info="[^"]*&quot;page&quot;:&quot;admin&quot;,&quot;hasJournal&quot;:false,[^"]*"/,
      );
    }
    for (const path of ['/', '/snakes']) {
      const response = await fetch(url + path);
      expect(response.headers.get('content-type'), path).to.equal('application/json; charset=utf-8');
      expect(response.headers.get('vary'), path).to.include('Accept');
    }
    expect((await browse(`${url}/metrics`)).headers.get('content-type')).to.match(/^text\/plain/);
    expect((await browse(`${url}/nothing`)).status).to.equal(404);
  });

  it('serves its files for good, compressed where that helps', async () => {
    const { url } = await serveAdmin({ page });
    const script = await fetch(`${url}/assets/app-1a.js`);
    expect(await script.text()).to.equal(SCRIPT);
    expect(script.headers.get('content-encoding')).to.equal('gzip');
    expect(script.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
    const plain = await fetch(`${url}/assets/app-1a.js`, { headers: { 'accept-encoding': 'identity' } });
    expect([plain.headers.get('content-encoding'), await plain.text()]).to.deep.equal([null, SCRIPT]);
    expect((await fetch(`${url}/assets/app-2b.css`)).headers.get('content-encoding')).to.equal(null);
    for (const name of ['app-3c.js', 'manifest.json', '..%2Fmanifest.json', ''])
      expect((await fetch(`${url}/assets/${name}`)).status, name).to.equal(404);
  });

  it('is built to load fast, with its own font, which the policy allows', async () => {
    const built = (await readPageFiles())!;
    const sizes = readdirSync(inRepository('dist/page')).flatMap((name) => {
      const file = built.find(name);
      return file === undefined ? [] : [{ ...file, size: (file.gzipped ?? file.body).length }];
    });
    const fonts = sizes.filter(({ type }) => type === 'font/woff2');
    expect(fonts.map(({ size }) => size < 60_000)).to.deep.equal([true]);
    expect(sizes.reduce((sum, { size }) => sum + size, -fonts[0]!.size)).to.be.below(90_000);
    expect(PAGE_POLICY).to.include("font-src 'self'");
  });

  it('is left out if it was not built', async () => {
    expect(await readPageFiles(pathToFileURL(`${folder}/none/`))).to.equal(undefined);
    const { url } = await serveAdmin();
    expect((await browse(url)).headers.get('content-type')).to.equal('application/json; charset=utf-8');
  });
});
