/** Strategies of `test/fixtures/strategies` behind a Battlesnake server, and runners that ask it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { toShownUrl } from '../../src/exchange/service-url.js';
import { importBundle } from '../../src/snakes/strategy/import-bundle.js';
import type { RunnerReport } from '../../src/snakes/snake-report.js';
import type { Runner, TurnJob } from '../../src/snakes/strategy/runner.js';
import { Session } from '../../src/snakes/strategy/session.js';
import { validateModule } from '../../src/snakes/strategy/validate-module.js';
import { UpstreamRunner } from '../../src/snakes/upstream/upstream-runner.js';
import { parseRequest } from '../../src/wire/reader.js';
import { bundleFixture, createListener, type MakeRunner } from './runners.js';

/** Makes runners of strategies that run on servers of this process. What a strategy logs there is an event, too. */
export const onServer: MakeRunner = async (strategy, options = {}) => {
  const { report, watched } = createListener();
  const server = await serveStrategy(strategy, options, report);
  const runner = upstreamRunner(server.url, report);
  await runner.load();
  const close = async () => {
    await runner.close();
    await server.close();
  };
  return { ...watched, runner: withClose(runner, close) };
};

export function upstreamRunner(url: URL, report: (report: RunnerReport) => void): UpstreamRunner {
  return new UpstreamRunner({ url, shownUrl: toShownUrl(url.href), customization: {}, report });
}

function withClose(runner: Runner, close: () => Promise<void>): Runner {
  return new Proxy(runner, {
    get(target, key) {
      if (key === 'close') return close;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

/** A server that calls a strategy, and answers with what it returns. An error is a status 500. */
async function serveStrategy(
  strategy: string,
  options: Record<string, unknown>,
  report: (report: RunnerReport) => void,
) {
  const module = validateModule(await importBundle((await bundleFixture(strategy)).code, tmpdir()));
  const failed = new Set<string>();
  const session = new Session(module, (said) => {
    if (said.type === 'logged') report(said);
    else failed.add(`${said.key} ${said.reason.split(' ')[0]}`);
  });
  session.options = options;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const action = request.url!.slice(1);
    if (action === '') return void response.end(JSON.stringify({ apiversion: '1', ...module.customization }));
    const job = toJob(await text(request));
    response.on('close', () => void (response.writableEnded || session.abandon(job)));
    const answered = await call(session, action, job, failed);
    response.writeHead(answered === undefined ? 500 : 200).end(answered);
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    close() {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** The text of an answer; nothing if the strategy threw. */
async function call(session: Session, action: string, job: TurnJob, failed: Set<string>): Promise<string | undefined> {
  if (action === 'move') {
    const outcome = await session.move(job, performance.now() + job.request.game.timeout);
    if (outcome.kind === 'moved') return JSON.stringify(outcome.move);
    if (outcome.kind === 'delegated') return '{}';
    if (outcome.kind !== 'illegal') return undefined;
    return outcome.reason.includes('a number') ? '7' : '{"move":"north"}';
  }
  // A second /start begins the game again.
  if (action === 'start') session.forget(job.key);
  await (action === 'start' ? session.start(job) : session.end(job));
  return failed.delete(`${job.key} ${action}`) ? undefined : '{}';
}

function toJob(sent: string): TurnJob {
  const request = parseRequest(sent);
  return { key: `${request.game.id}/${request.you.id}`, request, text: sent, dead: [], lastTurn: undefined };
}
