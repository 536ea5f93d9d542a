/** What the documentation shows works: strategies play, configurations pass, commands exist, links lead somewhere. */
import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { build, transform } from 'esbuild';
import { parse } from 'yaml';
import { faultsOf, readOffered, shellLines, type Offered } from '../support/command-lines.js';
import { python } from '../support/command-fixtures.js';
import {
  configurationsOf,
  programsOf,
  readDocuments,
  scriptsOf,
  type Document,
  type Program,
  type Script,
} from '../support/documents.js';
import type { Diagnosis } from '../../src/commands/doctor/finding.js';
import { inRepository } from '../support/fixtures.js';
import { anchors, codeBlocks, codeSpans, localTargets } from '../support/markdown.js';

const run = promisify(execFile);
const documents = readDocuments();
/** What the examples take from the environment. */
const VARIABLES = {
  JOURNAL_FILE: 'games.db',
  GREEDY_KEY: 'long-enough',
  LADDER_KEY: 'long-enough',
  SNAKE_KEY: 'long-enough',
  SERPENTARIUM_TOKEN: 'a-token-of-the-tests',
  ALERT_URL: 'https://chat.example/hook',
};
let offered: Offered;

describe('the documentation', () => {
  before(async () => {
    offered = await readOffered();
  });

  for (const document of documents) describe(document.path, () => describeDocument(document));

  it('shows strategies that pass the type check', async () => {
    const folder = await createFolder();
    try {
      const files = documents.flatMap((document, index) =>
        strategiesOf(document)
          .filter(({ language, code }) => language === 'ts' || code.includes('// @ts-check'))
          .map(({ code, language }, number) => ({ name: `strategies/${index}-${number}.${language}`, code })),
      );
      for (const { name, code } of files) await writeFile(path.join(folder, name), code);
      await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
      await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(typeCheckOptions()));
      const compiler = inRepository('node_modules/typescript/bin/tsc');
      const { stdout } = await run(process.execPath, [compiler, '--project', folder]).catch((failed) => failed);
      expect(stdout).to.equal('');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('is reached from the README, every page of it', () => {
    const reached = new Set(['README.md']);
    for (const file of reached) {
      const { text } = documents.find((document) => document.path === file)!;
      for (const target of localTargets(text)) {
        const page = path.posix.join(path.posix.dirname(file), target.split('#')[0]!);
        if (documents.some((document) => document.path === page)) reached.add(page);
      }
    }
    expect([...reached]).to.have.members(documents.map((document) => document.path));
  });
});

function describeDocument(document: Document): void {
  const { text } = document;
  const blocks = codeBlocks(text);
  const scripts = scriptsOf(document);
  const strategies = readBefore(document).flatMap(strategiesOf);
  const configurations = configurationsOf(document);

  const programs = programsOf(document);
  const lacks = programs.length > 0 && python === undefined;

  if (strategies.length + configurations.length > 0) {
    const itWorks = lacks ? it.skip : it;
    itWorks('shows strategies, configurations and programs that work', async () => {
      const folder = await createFolder();
      try {
        for (const program of programs) await writeProgram(folder, program);
        for (const { name, code } of strategies) await writeFile(path.join(folder, 'strategies', name), code);
        const mounted = [
          ...strategies.map(({ name }) => `  - { prefix: /${name}, strategy: ${stem(name)} }`),
          ...programs.map((program) => `  - { prefix: /${program.file}, command: [python3, ${program.file}] }`),
        ];
        const all = mounted.length === 0 ? configurations : [...configurations, ['snakes:', ...mounted].join('\n')];
        for (const yaml of all) expect(await check(folder, yaml), yaml).to.equal('');
      } finally {
        await rm(folder, { recursive: true });
      }
    });
  }

  if (blocks.length > 0) {
    it('shows code and data that can be read', async () => {
      for (const { code, language } of scripts) await transform(code, { loader: language });
      for (const { code, language } of blocks) {
        if (language === 'json') JSON.parse(code);
        if (language === 'yaml') parse(code);
      }
    });
  }

  if (scripts.length > 0) {
    for (const { file, code } of scripts.filter((script) => script.file?.startsWith('test/'))) {
      it(`shows ${file!}, which passes`, async () => {
        const folder = await createFolder();
        try {
          for (const shown of strategies) await writeFile(path.join(folder, 'strategies', shown.name), shown.code);
          expect(await runTest(folder, file!, code)).to.match(/^ {2}[1-9]\d* passing/m);
        } finally {
          await rm(folder, { recursive: true });
        }
      });
    }

    it('imports only what the package exports', async () => {
      for (const { code } of scripts) {
        for (const [, names, entry] of code.matchAll(/import \{([^}]*)\} from '(serpentarium[^']*)'/g)) {
          const exported = (await import(entry!)) as object;
          for (const name of valuesIn(names!)) expect(exported, entry).to.have.property(name);
        }
      }
    });
  }

  it('names commands, flags and scripts that exist', () => {
    const shell = blocks.filter(({ language }) => language === 'sh').flatMap(({ code }) => shellLines(code));
    const prompts = blocks.flatMap(({ code }) => code.split('\n').filter((line) => line.startsWith('$ ')));
    const calls = /^(npx )?(serpentarium [a-z]|npm (run|test|start))/;
    const spans = codeSpans(text).filter((span) => calls.test(span));
    const faults = [...shell, ...prompts.flatMap(shellLines), ...spans].flatMap((line) => faultsOf(line, offered));
    expect(faults).to.deep.equal([]);
  });

  it('names files and folders of the repository that exist', () => {
    const named = [...text.matchAll(/(?<![\w./-])(?:src|test|strategies|config)\/[\w./-]*\w\/?/g)].map(
      ([name]) => name,
    );
    const shown = new Set(scripts.map(({ file }) => file));
    expect(named.filter((name) => !shown.has(name) && !existsSync(inRepository(name)))).to.deep.equal([]);
  });

  it('links to pages and headings that exist', () => {
    const missing = localTargets(text).filter((target) => {
      const [file, anchor] = target.split('#');
      const page = file === '' ? document.path : path.posix.join(path.posix.dirname(document.path), file!);
      if (!existsSync(inRepository(page))) return true;
      return anchor !== undefined && !anchors(textOf(page)).includes(anchor);
    });
    expect(missing).to.deep.equal([]);
  });
}

/**
 * A page, and what its readers have written before: each page of Get started, and each guide to a deployment, begins
 * where the one before has ended.
 */
function readBefore(document: Document): readonly Document[] {
  const start = documents.filter(isStart);
  return isStart(document) ? start : isDeployment(document) ? [...start, document] : [document];
}

function isStart(page: Document): boolean {
  return page.path.startsWith('docs/start/');
}

function isDeployment({ path: page }: Document): boolean {
  return /^docs\/guides\/(?:deploy-|tunnel|containers)/.test(page);
}

interface ShownStrategy {
  readonly name: string;
  readonly language: Script['language'];
  readonly code: string;
}

/**
 * The scripts that are strategies, named or not. One that shows no looks gets none; of one shown twice, the last has
 * the name.
 */
function strategiesOf(document: Document): ShownStrategy[] {
  const all = scriptsOf(document).filter(({ file, code }) =>
    file === undefined ? /^export (async )?(function|const) move\b/m.test(code) : isIn(file, 'strategies'),
  );
  return all.map(({ file, code, language }, index) => {
    const isLast = !all.slice(index + 1).some((later) => later.file === file);
    const name = file !== undefined && isLast ? path.posix.basename(file) : `shown-${index}.${language}`;
    const hasLooks = /^export const customization\b/m.test(code);
    return { name, language, code: hasLooks ? code : `${code}\nexport const customization = {};` };
  });
}

/** Writes a program and the Python client next to the configuration. */
async function writeProgram(folder: string, { file, code }: Program): Promise<void> {
  await writeFile(path.join(folder, 'config', file), code);
  await cp(inRepository('clients/python/serpentarium.py'), path.join(folder, 'config/serpentarium.py'));
}

/** The names of an import list that are there at run time. */
function valuesIn(names: string): string[] {
  const all = names.split(',').map((name) => name.trim());
  return all.filter((name) => name !== '' && !name.startsWith('type '));
}

function isIn(file: string, folder: string): boolean {
  return path.posix.dirname(file) === folder;
}

function stem(name: string): string {
  return name.replace(/\.[jt]s$/, '');
}

/**
 * The faults that `serpentarium check` finds in a configuration with the shipped strategies; '' if it passes. A
 * strategy that misses its deadline passes, because this machine may be busy.
 */
async function check(folder: string, yaml: string): Promise<string> {
  const file = path.join(folder, 'config/snakes.yaml');
  await writeFile(file, yaml);
  const { PORT: _, HOST: __, ...own } = process.env;
  const env = { ...own, ...VARIABLES };
  const call = run(process.execPath, [inRepository('dist/src/cli.js'), 'check', '--json', '--config', file], { env });
  return call.then(
    () => '',
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      if (stdout === '') return stderr;
      const { diagnoses } = JSON.parse(stdout) as { diagnoses: Diagnosis[] };
      const wrong = diagnoses.flatMap(({ findings }) => findings.filter(({ verdict }) => verdict === 'bad'));
      const isRight = /^\S+ late: |the server refused the connection/; // The servers of pages are not there.
      return wrong.every(({ message }) => isRight.test(message)) ? '' : JSON.stringify(wrong);
    },
  );
}

/** Runs a test with mocha as a user would, next to the strategies of the folder. Returns what mocha prints. */
async function runTest(folder: string, file: string, code: string): Promise<string> {
  const source = path.join(folder, file);
  await mkdir(path.dirname(source), { recursive: true });
  await writeFile(source, code);
  await symlink(inRepository('node_modules'), path.join(folder, 'node_modules'));
  const bundle = path.join(folder, 'shown.test.mjs');
  const alias = {
    serpentarium: inRepository('dist/src/strategy.js'),
    'serpentarium/testing': inRepository('dist/src/testing.js'),
  };
  const external = ['chai', ...Object.values(alias)];
  await build({
    entryPoints: [source],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    alias,
    external,
  });
  const mocha = inRepository('node_modules/mocha/bin/mocha.js');
  const call = [mocha, '--no-config', '--timeout', '60000', bundle];
  const { stdout } = await run(process.execPath, call, { cwd: folder }).catch((failed) => failed);
  return stdout;
}

/** A folder with the shipped strategies. */
async function createFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'serpentarium-docs-'));
  for (const name of ['config', 'strategies']) await mkdir(path.join(folder, name));
  const { files } = JSON.parse(await readFile(inRepository('package.json'), 'utf8')) as { files: string[] };
  // Without added files.
  const shipped = files.filter((file) => isIn(file, 'strategies'));
  for (const file of shipped) await cp(inRepository(file), path.join(folder, file));
  return folder;
}

function typeCheckOptions(): object {
  return {
    extends: inRepository('tsconfig.json'),
    compilerOptions: {
      rootDir: '/',
      noEmit: true,
      allowJs: true,
      typeRoots: [inRepository('node_modules/@types')],
      types: ['node'],
      paths: {
        serpentarium: [inRepository('src/strategy.ts')],
        'serpentarium/testing': [inRepository('src/testing.ts')],
      },
    },
    include: ['strategies'],
    exclude: [],
  };
}

function textOf(file: string): string {
  return documents.find((document) => document.path === file)!.text;
}
