/** The files of `deploy/container/`: what the image is made from is there, and the rules of good images hold. */
import { expect } from 'chai';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { useConfigFolder } from '../support/config-folder.js';
import { readDockerfile } from '../support/dockerfile.js';
import { inRepository } from '../support/fixtures.js';

const FOLDER = inRepository('deploy/container');
const read = (name: string) => readFileSync(path.join(FOLDER, name), 'utf8');

/** As far as the tests look at it. */
interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}
interface ComposeService {
  readonly image: string;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly restart: string;
  readonly read_only?: boolean;
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>;
}
const compose = parse(read('compose.yaml'), { merge: true }) as Compose;
const services = Object.entries(compose.services);

describe('deploy/container/Dockerfile', () => {
  const { images, instructions } = readDockerfile(read('Dockerfile'));
  const last = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'));
  const argumentOf = (name: string) => last.find((one) => one.name === name)?.words.join(' ');

  it('starts from a version of Node that the package runs on', () => {
    const { engines } = JSON.parse(readFileSync(inRepository('package.json'), 'utf8')) as { engines: { node: string } };
    const [, least] = />=(\d+)/.exec(engines.node)!;
    for (const image of images) {
      const [, version] = /^node:(\d+)-slim$/.exec(image) ?? [];
      expect(Number(version), image).to.be.at.least(Number(least));
    }
  });

  it('copies nothing that is not there or made by the build', () => {
    const made = new Set(['node_modules', 'dist']);
    for (const { words } of instructions.filter(({ name }) => name === 'COPY')) {
      const sources = words.filter((word) => !word.startsWith('--')).slice(0, -1);
      for (const source of sources) {
        const name = source.replace('/srv/serpentarium/', '');
        expect(made.has(name) || existsSync(inRepository(name)), source).to.equal(true);
      }
    }
  });

  it('installs packages before it copies sources, so that they stay cached', () => {
    const lines = instructions.map(({ words }) => words.join(' '));
    const installs = lines.findIndex((line) => line.startsWith('npm ci'));
    expect(installs).to.be.greaterThan(0).and.lessThan(lines.indexOf('. .'));
  });

  it('runs the host as its own first process, not as root, and says when it is ready', () => {
    expect(argumentOf('USER')).to.equal('node');
    expect(argumentOf('ENTRYPOINT')).to.equal('["node", "dist/src/cli.js"]');
    expect(argumentOf('STOPSIGNAL')).to.equal('SIGTERM');
    expect(argumentOf('HEALTHCHECK')).to.include('/readyz');
  });

  it('writes to one folder alone, which is a volume', () => {
    expect(argumentOf('VOLUME')).to.equal('/srv/serpentarium/data');
    expect(last.find(({ words }) => words[0]?.startsWith('TMPDIR='))?.words).to.eql(['TMPDIR=/srv/serpentarium/data']);
  });

  it('leaves secrets and what is made elsewhere out of the image', () => {
    expect(read('Dockerfile.dockerignore').split('\n')).to.include.members([
      '.git',
      '**/node_modules',
      'dist',
      'data',
      '**/.env*',
    ]);
  });
});

describe('deploy/container/compose.yaml', () => {
  const folder = useConfigFolder();

  it('mounts files that are there, and volumes that it declares', () => {
    for (const [name, { volumes = [] }] of services) {
      for (const [source] of volumes.map((volume) => volume.split(':') as [string, string])) {
        const isThere = source.startsWith('.') ? existsSync(path.join(FOLDER, source)) : source in compose.volumes;
        expect(isThere, `${name}: ${source}`).to.equal(true);
      }
    }
  });

  it('pins each image that is not its own to a version', () => {
    for (const [name, { image }] of services)
      if (image !== 'serpentarium') expect(image, name).to.match(/^[a-z/]+:v?\d+(\.\d+)*(-alpine)?$/);
  });

  it('keeps the disk of every host read-only, and starts all services again', () => {
    for (const name of ['one', 'two', 'three']) expect(compose.services[name]!.read_only, name).to.equal(true);
    for (const [name, { restart }] of services) expect(restart, name).to.equal('unless-stopped');
  });

  it('publishes the snakes to everybody, the dashboard to this machine, and nothing else', () => {
    expect(services.flatMap(([, { ports = [] }]) => ports)).to.have.members(['8000:8000', '127.0.0.1:3000:3000']);
  });

  it('waits only for services of the same file', () => {
    for (const [name, { depends_on: needed = [] }] of services)
      for (const other of Array.isArray(needed) ? needed : Object.keys(needed))
        expect(compose.services, name).to.have.property(other as string);
  });

  it('asks for no variable that example.env does not have', () => {
    const asked = [...read('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
    const given = [...read('example.env').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    expect(given).to.include.members(asked);
  });

  it('gives its hosts a configuration that passes', () => {
    const env = {
      SERPENTARIUM_TOKEN: 'a-long-random-word',
      SERPENTARIUM_JOURNAL: 'postgres://serpentarium:word@postgres/serpentarium',
    };
    const { config } = folder.read(read('config/snakes.yaml'), env);
    expect(config.journal).to.include({ url: env.SERPENTARIUM_JOURNAL });
  });
});
