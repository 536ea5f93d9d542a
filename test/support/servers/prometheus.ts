/** Prometheus for tests, with the files of `deploy/monitoring/`. Suites are skipped by name where it is missing. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { inRepository } from '../fixtures.js';
import { findInstalled } from './find-installed.js';
import { findFreePort } from '../free-port.js';
import { ServerProcess } from './temporary-server.js';

const run = promisify(execFile);

/** `undefined` where they are not installed. */
export const PROMETHEUS = findInstalled('prometheus');
export const PROMTOOL = findInstalled('promtool');

/** A series of an answer: its labels, and its last value. */
export interface Series {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

/** Owns a Prometheus that scrapes one host every second, and its folder. */
export class TestPrometheus {
  readonly #url: string;
  readonly #folder: string;
  readonly #server: ServerProcess;

  private constructor(url: string, folder: string, server: ServerProcess) {
    this.#url = url;
    this.#folder = folder;
    this.#server = server;
  }

  /** @param admin the host's admin port, as `http://HOST:PORT`; `token` is its token. */
  static async start(admin: string, token: string): Promise<TestPrometheus> {
    const folder = mkdtempSync(path.join(tmpdir(), 'serpentarium-prometheus-'));
    cpSync(inRepository('deploy/monitoring'), folder, { recursive: true });
    const file = path.join(folder, 'prometheus.yml');
    writeFileSync(path.join(folder, 'token'), token);
    const shipped = readFileSync(file, 'utf8');
    const edited = shipped
      .replace("['one:8090', 'two:8090', 'three:8090']", `['${new URL(admin).host}']`)
      .replace('/tmp/token', path.join(folder, 'token'))
      .replaceAll('10s', '1s');
    writeFileSync(file, edited);
    await run(PROMTOOL!, ['check', 'config', file]);
    const port = await findFreePort();
    const url = `http://127.0.0.1:${port}`;
    const server = await ServerProcess.start({
      file: PROMETHEUS!,
      arguments: [
        `--config.file=${file}`,
        `--storage.tsdb.path=${path.join(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      isReady: () => fetch(`${url}/-/ready`).then(({ ok }) => ok, () => false), // prettier-ignore
    });
    return new TestPrometheus(url, folder, server);
  }

  /** What a query finds now. Rejects with what Prometheus says of a wrong one. */
  async query(query: string): Promise<Series[]> {
    const response = await fetch(`${this.#url}/api/v1/query?${new URLSearchParams({ query }).toString()}`);
    const answer = (await response.json()) as { status: string; error?: string; data: { result: Series[] } };
    if (answer.status !== 'success') throw new Error(`${query}: ${answer.error}`);
    return answer.data.result;
  }

  async close(): Promise<void> {
    await this.#server.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
