/** Every command that a page shows, typed in a fresh folder for each page. `story.test.ts` reads Get started. */
import { expect } from 'chai';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { python } from '../../support/command-fixtures.js';
import { programsOf, PROJECT, readDocuments, scriptsOf, STORY } from '../../support/documents.js';
import { findFreePort } from '../../support/free-port.js';
import { inRepository } from '../../support/fixtures.js';
import { codeBlocks } from '../../support/markdown.js';
import { commandBlocks, firstMissing, Terminal, type TypedCommand } from '../../support/typed.js';

/** What is not typed here, and why; what follows in its block depends on it. */
const ELSEWHERE: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^npm (ci|start|test|pack)\b|^npm run \w+|^npx mocha /, 'builds or tests a checkout: ".ci/run" does'],
  [/\barena (status|challenge|duel)\b|^export ARENA_TOKEN/, 'needs a token of the platform'],
  [/https:\/\/[\w.]+/, 'needs a public address'],
  [/ doctor --alerts\b/, 'needs webhooks: "alerts.test.ts" has some'],
  [/\bhaproxy |^PORT=8001 /, 'needs three ports: "hosts-behind-proxies.test.ts" does it'],
  [/--queue redis:/, 'needs Redis: "match.test.ts" does it'],
  [/^createdb |SERPENTARIUM_JOURNAL/, 'needs a database: "copy-games.test.ts" does it'],
  [/\.damaged-2026/, 'needs a damaged file: "damaged-file.test.ts" does it'],
  [/localhost:9001|\/go champion|\/old first-steps/, 'needs the servers of a reader'],
  [/\bcompare before after\b/, 'needs builds of two commits'],
  [/^npx serpentarium experiments /, 'needs a host with an experiment: "steps.test.ts" has one'],
];

/** What takes minutes as it is written: a few short games take its place, and what the page shows is not compared. */
const LONG =
  /^serpentarium (compare|tune|tournament) (?!.*--(?:resume|pairs))(?!greedy cautious --sprt|forager forager-b)/;
/** `SERPENTARIUM_TEST_BUDGET=1` runs these, too, exactly as written: for a change to a snake or its page. */
const isFull = process.env['SERPENTARIUM_TEST_BUDGET'] !== undefined;
/** Seeded games, and the output about them, are the same everywhere, unless the clock decides. */
const SEEDED = /^serpentarium (compare (?!.*--ponder).*--seed|play .*--seed|analyse game\.jsonl --you surveyor$)/;
/** The page shows its own games, or what the clock allowed. */
const OTHERWISE = /^serpentarium (games|report|replay [0-9a-f]{16})/;

const pages = readDocuments().filter(({ path: page }) => ![...STORY, PROJECT].includes(page));

describe('commands of pages', function () {
  this.timeout(900_000);

  for (const { path: page, text } of pages) {
    const blocks = commandBlocks(text).map((block) => withoutElsewhere(block));
    if (blocks.every((block) => block.length === 0)) continue;
    it(`run: ${page}`, async () => {
      const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'serpentarium-typed-')));
      const [port, admin] = [await findFreePort(), await findFreePort()];
      const terminal = new Terminal(folder, environmentOf(folder, port, admin));
      try {
        furnish(folder, text);
        let pid = 0;
        const type = async ({ line, shown }: TypedCommand) => {
          const typed = asTyped(line)
            .replace('localhost:8000', `localhost:${port}`)
            .replace('localhost:8090', `localhost:${admin}`);
          if (/^serpentarium serve\b/.test(typed)) {
            ({ pid } = await terminal.serve(typed));
            return;
          }
          const isShort = LONG.test(typed) && !(isFull && shown.length > 0);
          const whole = typed.replace('12345', `${pid}`);
          const short = `${whole.replace(/ --games \d+/, '')} --games 2 --max-turns 20`;
          const { code, output } = await terminal.type(isShort ? short : whole);
          // A few games decide nothing, and a position may be played wrong.
          expect(code, `${typed}\n${output}`).to.be.oneOf(/ (compare|tune|positions) /.test(typed) ? [0, 1, 3] : [0]);
          if (isShort || OTHERWISE.test(asTyped(line, false))) return;
          expect(firstMissing(shown, output, SEEDED.test(typed)), `${typed}\n${output}`).to.equal(undefined);
        };
        for (const [, line] of text.matchAll(/^<!-- typed before: (.*) -->$/gm)) await type({ line: line!, shown: [] });
        for (const command of blocks.flat()) await type(command);
        for (const code of await terminal.close()) expect(code).to.equal(0);
      } finally {
        await terminal.close();
        rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
      }
    });
  }

  it('are typed elsewhere only if a page has them', () => {
    const lines = pages.flatMap(({ text }) =>
      commandBlocks(text)
        .flat()
        .map(({ line }) => line),
    );
    expect(ELSEWHERE.filter(([pattern]) => !lines.some((line) => pattern.test(line)))).to.deep.equal([]);
  });
});

/** The commands of a block up to the first that is not typed here. */
function withoutElsewhere(block: readonly TypedCommand[]): readonly TypedCommand[] {
  const end = block.findIndex(({ line }) => ELSEWHERE.some(([pattern]) => pattern.test(line)));
  return end < 0 ? block : block.slice(0, end);
}

/** A command as this folder has it: npx is left out, a game of the page is the last one that was played here. */
function asTyped(line: string, isHere = true): string {
  const typed = line.replace(/\bnpx (?=serpentarium)/g, '').replace(/^node dist\/src\/cli\.js/, 'serpentarium');
  return isHere ? typed.replace(/\b[0-9a-f]{16}\b/, 'last').replace('--turn 176', '--turn 20') : typed;
}

/** A checkout without its sources, and the files that the page shows. */
function furnish(folder: string, text: string): void {
  for (const name of ['config', 'strategies', 'deploy', 'clients']) {
    cpSync(inRepository(name), path.join(folder, name), { recursive: true });
  }
  const write = (name: string, content: string) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  };
  for (const { file, code } of scriptsOf({ path: '', text })) if (file?.startsWith('strategies/')) write(file, code);
  for (const { file, code } of programsOf({ path: '', text })) write(file, code);
  if (programsOf({ path: '', text }).length > 0)
    cpSync(inRepository('clients/python/serpentarium.py'), path.join(folder, 'serpentarium.py'));
  for (const { code } of codeBlocks(text)) {
    const [, name] = /^# (\w+\.yaml)\n/.exec(code) ?? [];
    if (name !== undefined) write(name, code);
  }
  mkdirSync(path.join(folder, 'bin'));
  symlinkSync(inRepository('bin/serpentarium.js'), path.join(folder, 'bin/serpentarium'));
}

function environmentOf(folder: string, port: number, admin: number): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  const search = [path.join(folder, 'bin'), ...(python === undefined ? [] : [path.dirname(python)]), PATH].join(':');
  return { HOME, TMPDIR, PATH: search, HOST: '127.0.0.1', PORT: `${port}`, ADMIN_PORT: `${admin}` };
}
