/** What the README shows works: its strategies play, its configurations are read, its commands exist. */
import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { readConfig } from '../src/config/read-config.js';
import { mountAll } from '../src/mount-all.js';
import { silentEvents } from '../src/snakes/events.js';
import { probe } from '../src/testing/probe.js';
import { inRepository } from './support/fixtures.js';

describe('the README', () => {
  let text = '';
  let folder = '';
  before(async () => {
    text = await readFile(inRepository('README.md'), 'utf8');
    folder = await mkdtemp(path.join(tmpdir(), 'serpentarium-readme-'));
    await cp(inRepository('strategies'), path.join(folder, 'strategies'), { recursive: true });
    await mkdir(path.join(folder, 'config'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('shows strategies and configurations that work', async () => {
    for (const { file, code } of files(text)) {
      if (file.startsWith('strategies/')) await writeFile(path.join(folder, file), code);
      // A test is one of ours, so that it runs.
      else expect(await readFile(inRepository(file), 'utf8')).to.equal(code);
    }
    const configurations = blocks(text, 'yaml');
    expect(configurations).not.to.have.lengthOf(0);
    for (const yaml of configurations) {
      const file = path.join(folder, 'config/snakes.yaml');
      await writeFile(file, yaml);
      const { snakes } = await mountAll({ loaded: readConfig(file, {}), env: {}, events: silentEvents, load: () => 0 });
      for (const snake of snakes) expect((await probe(snake)).answer).to.include({ kind: 'moved' });
      await Promise.all(snakes.map((snake) => snake.close()));
    }
  });

  it('names scripts and commands that exist', async () => {
    const { scripts } = JSON.parse(await readFile(inRepository('package.json'), 'utf8')) as { scripts: object };
    const named = [...text.matchAll(/npm (?:run )?(start|test|dev|check|bench|build|coverage|format|lint)\b/g)];
    for (const [, script] of named) expect(scripts).to.have.property(script!);
    const help = execFileSync(process.execPath, [inRepository('dist/src/cli.js'), '--help'], { encoding: 'utf8' });
    for (const [, command] of text.matchAll(/serpentarium ([a-z]+)/g))
      expect(help).to.match(new RegExp(`^  ${command}\\b`, 'm'));
  });

  it('names toolkit functions that are there', async () => {
    const door = (await import('../src/strategy.js')) as Record<string, unknown>;
    const [, list] = /The toolkit, all from `'serpentarium'`: `([^`]+)`/.exec(text)!;
    for (const name of list!.split(/\s+/)) expect(door).to.have.property(name);
  });
});

/** The TypeScript of a text: each block's first line is the name of its file. */
function files(text: string): { file: string; code: string }[] {
  return blocks(text, 'ts').map((block) => {
    const [, file, code] = /^\/\/ (\S+\.ts)\n([\s\S]*)$/.exec(block) ?? [];
    if (file === undefined) throw new Error(`A block does not begin with the name of its file: ${block}`);
    return { file, code: code! };
  });
}

/** The fenced blocks of a language, without the indentation of the list they stand in. */
function blocks(text: string, language: string): string[] {
  return [...text.matchAll(new RegExp(`^( *)\`\`\`${language}\\n([\\s\\S]*?)^ *\`\`\`$`, 'gm'))].map(
    ([, indent, code]) => code!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
}
