import { expect } from 'chai';
import { refusalOf } from '../support/errors.js';
import { createMount } from '../support/mounts.js';
import { requestText } from '../support/requests.js';
import { closeServed, serveApp, type Served } from '../support/served.js';

const key = 'correct-horse-battery';
const body = requestText('standard-move-7');

/** An open snake and a keyed one, whose key no line of the log and no answer may hold. */
async function serveKeyed(): Promise<Served> {
  const mounts = [createMount('/greedy'), createMount('/secret')];
  return serveApp({ mounts, keys: new Map([['/secret', key]]) });
}

/** Status, headers that do not change, and text of an answer. */
async function ask(url: string, method = 'GET'): Promise<unknown> {
  const response = await fetch(url, { method, ...(method === 'POST' && { body }) });
  const { date: _, ...headers } = Object.fromEntries(response.headers);
  return { status: response.status, headers, text: await response.text() };
}

describe('a snake with a key', () => {
  afterEach(closeServed);

  it('answers those who send the key, wherever it stands in the query', async () => {
    const { url } = await serveKeyed();
    for (const query of [`key=${key}`, `a=b&key=${key}`, `key=${key}&x`, `%6bey=${key}`]) {
      expect(await ask(`${url}/secret?${query}`), query).to.include({ status: 200 });
      for (const action of ['start', 'move', 'end']) {
        expect(await ask(`${url}/secret/${action}?${query}`, 'POST'), query).to.include({ status: 200 });
      }
    }
  });

  it('is answered for like a snake that does not exist', async () => {
    const { url } = await serveKeyed();
    const actions = [
      ['GET', ''],
      ['HEAD', ''],
      ['POST', ''],
      ['PUT', '/move'],
      ['GET', '/move'],
      ['POST', '/start'],
      ['POST', '/move'],
      ['POST', '/end'],
      ['OPTIONS', '/end'],
    ] as const;
    for (const query of ['', '?', '?key', '?key=', '?key=wrong', `?key=${key}x`, `?Key=${key}`, `?key=x&key=${key}`]) {
      for (const [method, action] of actions) {
        const present = await ask(`${url}/secret${action}${query}`, method);
        const absent = await ask(`${url}/sacred${action}${query}`, method);
        expect(JSON.stringify(present).replaceAll('/secret', '/sacred')).to.equal(JSON.stringify(absent));
        expect(present).to.include({ status: 404 });
      }
    }
  });

  it('is in the index and in suggestions only for those who send the key', async () => {
    const { url } = await serveKeyed();
    const prefixes = async (query: string) => {
      const { snakes } = (await (await fetch(`${url}/${query}`)).json()) as { snakes: { prefix: string }[] };
      return snakes.map(({ prefix }) => prefix);
    };
    expect(await prefixes('')).to.deep.equal(['/greedy']);
    expect(await prefixes('?key=wrong')).to.deep.equal(['/greedy']);
    expect(await prefixes(`?key=${key}`)).to.deep.equal(['/greedy', '/secret']);
    const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text();
    expect(page).to.include('1 Battlesnake').and.not.include('secret');
    for (const path of ['/secre', '/wp-login.php']) {
      expect((await refusalOf(await fetch(url + path))).message, path).to.not.include('/secret');
      expect((await refusalOf(await fetch(`${url}${path}?key=${key}`))).message, path).to.include('/secret');
    }
  });

  it('leaves the others open', async () => {
    const { url } = await serveKeyed();
    for (const query of ['', '?key=wrong', `?key=${key}`]) {
      expect(await ask(`${url}/greedy/move${query}`, 'POST')).to.include({ status: 200 });
    }
  });

  it('shows its key in no log line and no answer', async () => {
    const { url, lines } = await serveKeyed();
    const answers = [];
    for (const query of [`?key=${key}`, `?x=1&key=${key}#key=${key}`, `%3Fkey=${key}`, `%3fkey=${key}`]) {
      for (const path of ['/', '/secret', '/secret/move', '/greedy', '/nowhere']) {
        for (const method of ['GET', 'POST', 'PUT']) answers.push(await ask(url + path + query, method));
      }
    }
    expect(lines.filter(({ msg }) => msg === 'request')).to.not.be.empty;
    expect(JSON.stringify(lines)).to.not.include(key);
    expect(JSON.stringify(answers)).to.not.include(key);
  });
});
