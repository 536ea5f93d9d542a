/** HAProxy and nginx for tests, with the files of `deploy/`. Suites are skipped by name where they are missing. */
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { inRepository } from '../fixtures.js';
import { findInstalled } from './find-installed.js';
import { findFreePort } from '../free-port.js';
import { ServerProcess } from './temporary-server.js';

const run = promisify(execFile);

export interface TestProxy {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** What it has logged so far. */
  readonly log: string;
  /** Ends it at once and removes its files. */
  close(): Promise<void>;
}

export interface ProxyKind {
  readonly name: 'HAProxy' | 'nginx';
  /** The program; `undefined` if it is not installed. */
  readonly program: string | undefined;
  /** Lets the program check the file as it is shipped. Rejects with what it prints. */
  check(): Promise<void>;
  /** Starts it before three hosts, given as ports. Resolves when it answers what a host answers. */
  start(hosts: readonly number[]): Promise<TestProxy>;
}

export const PROXIES: readonly ProxyKind[] = [
  {
    name: 'HAProxy',
    program: findInstalled('haproxy'),
    async check() {
      await run(this.program!, ['-c', '-f', HAPROXY_FILE]);
    },
    async start(hosts) {
      const port = await findFreePort();
      const names = hosts.map((host, index) => [`SNAKES_HOST_${index + 1}`, `127.0.0.1:${host}`]);
      const env = { SNAKES_LISTEN: `127.0.0.1:${port}`, ...Object.fromEntries(names) };
      const words = ['-db', '-f', HAPROXY_FILE];
      const server = await ServerProcess.start({ file: this.program!, arguments: words, env, ...readyAt(port) });
      return toProxy(port, server, () => server.output);
    },
  },
  {
    name: 'nginx',
    program: findInstalled('nginx'),
    async check() {
      const folder = makeFolder();
      try {
        // As it is shipped, except its log files, which only their owner can open.
        const file = writeNginxFile(folder, (text) => text);
        await run(this.program!, ['-t', '-c', file, '-g', `pid ${folder}/pid;`]);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    async start(hosts) {
      const port = await findFreePort();
      const folder = makeFolder();
      const file = writeNginxFile(folder, (text) => {
        const edited = text.replace('listen 8000', `listen 127.0.0.1:${port}`);
        return hosts.reduce(
          (all, host, index) => all.replace(`127.0.0.1:800${index + 1}`, `127.0.0.1:${host}`),
          edited,
        );
      });
      const words = ['-c', file, '-g', `daemon off; pid ${folder}/pid;`];
      const server = await ServerProcess.start({ file: this.program!, arguments: words, ...readyAt(port) });
      const log = () => ['serpentarium.log', 'error.log'].map((name) => readFileSync(path.join(folder, name), 'utf8'));
      return toProxy(port, server, () => [server.output, ...log()].join(''), folder);
    },
  },
];

const HAPROXY_FILE = inRepository('deploy/haproxy.cfg');

function readyAt(port: number) {
  return {
    isReady: () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ status }) => status === 200,
        () => false,
      ),
  };
}

function toProxy(port: number, server: ServerProcess, log: () => string, folder?: string): TestProxy {
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    pid: server.pid,
    get log() {
      return log();
    },
    async close() {
      await server.kill();
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Writes the shipped file with all that nginx writes to in a folder. */
function writeNginxFile(folder: string, edit: (text: string) => string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const paths = temporary.map((name) => `${name}_temp_path ${folder}/${name};`);
  const shipped = readFileSync(inRepository('deploy/nginx.conf'), 'utf8').replaceAll('/var/log/nginx', folder);
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(file, edit(shipped).replace('http {', `http { ${paths.join(' ')}`));
  return file;
}

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'serpentarium-proxy-'));
  // The workers of nginx run as another user if it is started by root.
  chmodSync(folder, 0o755);
  return folder;
}
