import { createHash } from 'node:crypto';
import { expect } from 'chai';
import type { ExperimentConfig, SnakeConfig } from '../../src/config/types.js';
import { describeMounts } from '../../src/http/plain-pages.js';
import { createMount } from '../support/mounts.js';
import { closeServed, serveApp } from '../support/served.js';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

describe('index', () => {
  afterEach(closeServed);

  for (const accept of ['*/*', 'application/json', 'text/plain', '', 'rubbish']) {
    it(`is JSON for a client that wants "${accept}"`, async () => {
      const { url } = await serveApp();
      const response = await fetch(url, { headers: { accept } });
      expect(response.headers.get('content-type')).to.match(/^application\/json/);
      expect(response.headers.get('vary')).to.equal('Accept');
      expect(await response.json()).to.deep.equal({
        name: 'serpentarium',
        version: '1.2.3',
        snakes: [{ prefix: '/greedy', name: 'Constant', color: '#2e8b57', head: 'fang', tail: 'bolt' }],
      });
    });
  }

  it('is a page for a browser', async () => {
    const { url } = await serveApp();
    const response = await fetch(url, { headers: { accept: BROWSER } });
    expect(response.headers.get('content-type')).to.equal('text/html; charset=utf-8');
    const page = await response.text();
    expect(page).to.match(/^<!doctype html>/);
    expect(page).to.include('<html lang="en">').and.include('<a href="/greedy">').and.include('stroke="#2e8b57"');
    expect(page).to.include('1 Battlesnake lives here.');
    expect(page).to.not.match(/<script|\bsrc=|https?:(?!\/\/www\.w3\.org\/2000\/svg")|@import|url\(|\bstyle=/);
  });

  it('draws each snake with its colour, head and tail', async () => {
    const portraits = await Promise.all([{}, { head: 'fang' }, { tail: 'bolt' }].map(portraitOf));
    expect(new Set(portraits)).to.have.lengthOf(3);
    for (const portrait of portraits) expect(portrait).to.include('stroke="#2e8b57"');
  });

  it('allows the page its own style and nothing else', async () => {
    const { url } = await serveApp();
    const response = await fetch(url, { headers: { accept: BROWSER } });
    const style = /<style>([^]*)<\/style>/.exec(await response.text())![1]!;
    const hash = createHash('sha256').update(style).digest('base64');
    const policy = response.headers.get('content-security-policy');
    expect(policy).to.include("default-src 'none'").and.include(`style-src 'sha256-${hash}'`);
  });

  it('escapes every string of a snake', async () => {
    const evil = `"><script>alert('x')</script>&`;
    const mount = createMount('/evil"<b>', {
      name: evil,
      info: { apiversion: '1', color: evil, head: evil, tail: evil },
    });
    const { url } = await serveApp({ mounts: [mount] });
    const page = await (await fetch(url, { headers: { accept: BROWSER } })).text();
    expect(page).to.not.match(/<script|<b>|alert\('|="[^"]*"[^ />]/);
    expect(page).to.include('&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;');
  });

  it('tells variants apart, and shows experiments as such, but no strings of options', async () => {
    const snake = { source: { kind: 'strategy', name: 'greedy', file: '/greedy.ts' }, options: {} };
    const command = {
      kind: 'command',
      name: 'mine',
      command: ['./mine', '--token', 'x'],
      program: '/snakes/mine',
      cwd: '/',
    };
    const about = describeMounts({
      snakes: [
        { ...snake, prefix: '/a' },
        { ...snake, prefix: '/b', options: { hungerBelow: 60, isBold: true, url: 'http://secret' } },
        { source: command, options: {}, prefix: '/d' },
      ] as unknown as SnakeConfig[],
      experiments: [{ prefix: '/c' } as unknown as ExperimentConfig],
    });
    const { url } = await serveApp({ mounts: ['/a', '/b', '/c', '/d'].map((prefix) => createMount(prefix)), about });
    const { snakes } = (await (await fetch(url)).json()) as { snakes: object[] };
    expect(snakes[1]).to.include({ about: 'strategy greedy, hungerBelow 60, isBold true, url' });
    expect(snakes[2]).to.include({ about: 'experiment', experiment: true });
    expect(snakes[3]).to.include({ about: 'command mine' });
    const page = await (await fetch(url, { headers: { accept: BROWSER } })).text();
    expect(page).to.include('<small>strategy greedy</small>').and.include('<small>strategy greedy, hungerBelow 60');
    expect(page.match(/<li class="experiment">/g)).to.have.lengthOf(1);
    expect(page).not.to.include('secret');
  });

  it('counts many snakes and no snakes', async () => {
    expect(await pageOf(0)).to.include('0 Battlesnakes live here.');
    expect(await pageOf(3))
      .to.include('3 Battlesnakes live here.')
      .and.include('/snake-2');
  });
});

async function pageOf(count: number): Promise<string> {
  const mounts = Array.from({ length: count }, (_, index) => createMount(`/snake-${index}`));
  const { url } = await serveApp({ mounts });
  return (await fetch(url, { headers: { accept: BROWSER } })).text();
}

const portraitOf = async (looks: { readonly head?: string; readonly tail?: string }) => {
  const mount = createMount('/a', { info: { apiversion: '1', color: '#2e8b57', ...looks } });
  const { url } = await serveApp({ mounts: [mount] });
  const page = await (await fetch(url, { headers: { accept: BROWSER } })).text();
  return /<svg[^]*?<\/svg>/.exec(page)![0];
};
