/**
 * The five pages of Get started and the guides to a deployment, read from the first line to the last as one story: once
 * in a fresh clone, once in a fresh project that `init` has made in that clone. Files that a page shows are saved,
 * configurations are applied, commands typed, and what they print is held against the page.
 */
import { expect } from 'chai';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isConfiguration, PROJECT, STORY, withAdded } from '../../support/documents.js';
import { findFreePort } from '../../support/free-port.js';
import { inRepository } from '../../support/fixtures.js';
import { Installations, RegistryAway } from '../../support/installed.js';
import { codeBlocks } from '../../support/markdown.js';
import { commandBlocks, firstMissing, type Terminal, type TypedCommand } from '../../support/typed.js';

/** What needs a machine, an account or a remote of the reader. */
const ELSEWHERE =
  /^git |\.\.\/before\/|https:\/\/|^(?:apt-get|useradd|git clone|cd \/srv|ln -s \/var|install |systemctl|journalctl|cp deploy\/serp|heroku|cloudflared|ssh|docker|cp deploy\/container) ?|^export |^echo "SNAKE_KEY=.*> \.env$/;
/** Seeded matches: what they print is the same everywhere. */
const SEEDED = /^npx serpentarium (?:play|compare) .*--seed/;
/** A verdict takes minutes: a few games take its place. */
const LONG = /^npx serpentarium (?:compare (?!forager forager-b)|tournament)/;

describe('Get started and the guides to a deployment', function () {
  this.timeout(1_200_000);
  let all: Installations;
  let clone: string;
  before(async function () {
    all = new Installations();
    clone = all.clone('clone');
    try {
      await all.fetching(['ci'], clone);
    } catch (thrown) {
      if (!(thrown instanceof RegistryAway)) throw thrown;
      this.skip();
    }
  });
  after(() => all.close());

  it('can be followed in a fresh clone', async () => {
    const reader = await Reader.in(all, clone);
    try {
      for (const page of STORY) await reader.follow(page);
    } finally {
      await reader.close();
    }
  });

  it('can be followed in a fresh project', async () => {
    const reader = await Reader.in(all, clone);
    try {
      await reader.follow(PROJECT);
      reader.isProject = true;
      reader.folder = path.join(all.folder, 'my-snakes');
      for (const page of STORY.slice(1)) await reader.follow(page);
    } finally {
      await reader.close();
    }
  });
});

/** A reader who does everything that a page shows. */
class Reader {
  /** Where files are saved. */
  folder: string;
  isProject = false;
  readonly #terminal: Terminal;
  /** Of the snakes, and of the page. */
  readonly #ports: readonly [number, number];

  private constructor(terminal: Terminal, folder: string, ports: readonly [number, number]) {
    this.#terminal = terminal;
    this.folder = folder;
    this.#ports = ports;
  }

  static async in(all: Installations, folder: string): Promise<Reader> {
    const ports = [await findFreePort(), await findFreePort()] as const;
    const terminal = all.terminal(folder, { PORT: `${ports[0]}`, ADMIN_PORT: `${ports[1]}` });
    return new Reader(terminal, folder, ports);
  }

  async follow(page: string): Promise<void> {
    const text = readFileSync(inRepository(page), 'utf8');
    const commands = commandBlocks(text).values();
    for (const [, line] of text.matchAll(/^<!-- typed before: (.*) -->$/gm)) {
      const { code, output } = await this.#terminal.type(line!);
      expect(code, `${page}: ${line}\n${output}`).to.equal(0);
    }
    for (const { language, code, before } of codeBlocks(text)) {
      if (language === 'sh' || /^\$ /m.test(code))
        for (const each of commands.next().value!) await this.#type(each, page);
      else if (language === 'yaml' && isConfiguration(code)) this.#configure(code, before);
      else if (/^\/\/ \S+\.ts\n/.test(code)) this.#save(code);
    }
  }

  async close(): Promise<void> {
    await this.#terminal.close();
  }

  async #type({ line, shown }: TypedCommand, page: string): Promise<void> {
    if (ELSEWHERE.test(line)) return;
    const [port, admin] = this.#ports;
    const typed = line.replace('localhost:8000', `localhost:${port}`).replace('localhost:8090', `localhost:${admin}`);
    // `npm ci` has been typed above.
    if (/\bnpm start$|^npm run dev$|^npx serpentarium serve$/.test(typed)) {
      await this.#terminal.stop();
      await this.#terminal.serve(typed.replace('npm ci && ', ''));
      return;
    }
    const isLong = LONG.test(typed);
    const { code, output } = await this.#terminal.type(
      isLong ? `${typed} --games 2 --max-turns 20`.replace(/ --(?:games \d+|pairs \d+)(?= .*--games)/, '') : typed,
    );
    // A few games decide nothing.
    expect(code, `${page}: ${typed}\n${output}`).to.be.oneOf(isLong ? [0, 1, 3] : [0]);
    if (isLong || /report --experiment/.test(typed)) return;
    expect(firstMissing(shown, output, SEEDED.test(typed)), `${page}: ${typed}\n${output}`).to.equal(undefined);
  }

  #configure(block: string, before: string): void {
    const file = path.join(this.folder, 'config/snakes.yaml');
    writeFileSync(file, withAdded(readFileSync(file, 'utf8'), block, before));
  }

  /** The text that a page shows after the name of its file. A test of a project imports what mocha gives a clone. */
  #save(block: string): void {
    const [, name, code] = /^\/\/ (\S+)\n([^]*)$/.exec(block)!;
    const isTest = this.isProject && name!.startsWith('test/');
    mkdirSync(path.dirname(path.join(this.folder, name!)), { recursive: true });
    writeFileSync(
      path.join(this.folder, name!),
      `${isTest ? "import { describe, it } from 'node:test';\n" : ''}${code!}`,
    );
  }
}
