/** Floods from strangers: all of them hit the same host with a small heap, one after another. */
import { expect } from 'chai';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createArenaEngine } from '../../support/arena-engine.js';
import { describeFaults } from '../describe-faults.js';
import { FaultHost, GAME_SNAKES } from '../fault-host.js';
import type { Fault, Scene } from '../fault.js';
import { FLOODS } from './all-floods.js';
import { floodedHost, FloodProcess } from './flood-process.js';
import type { Flood } from './flood.js';

/** Time that an engine allows for a new connection's first answer, in ms. */
const FIRST_ANSWER_MS = 500;

describe('a host with a small heap', () => {
  let folder: string;
  let host: FaultHost | undefined;
  before(() => void (folder = mkdtempSync(join(tmpdir(), 'serpentarium-faults-'))));
  after(async () => {
    const problems = await host?.stop();
    rmSync(folder, { recursive: true, force: true });
    expect(problems ?? []).to.deep.equal([]);
  });

  describeFaults('strangers who flood it', FLOODS.map(toFault), async () => {
    if (host?.isRunning !== true) host = await FaultHost.start(folder, floodedHost());
    return host;
  });
});

function toFault(flood: Flood): Fault {
  const { name, what, game } = flood;
  let running: FloodProcess | undefined;
  return {
    name,
    what,
    ...(game !== undefined && { game }),
    prepare() {
      running = new FloodProcess(flood, seedOf(flood));
      return floodedHost();
    },
    restore: () => void running?.stop().catch(() => undefined),
    begin: async ({ host }) => running!.begin(host.process.port),
    async inflict(scene) {
      const { host, signal, pause, report } = scene;
      while (!signal.aborted) await pause(1000);
      if (host.isRunning) for (const problem of await checkNewEngine(scene)) report(problem);
      const { sent, statuses } = await running!.stop();
      console.log(`      ${sent} sent, answered ${JSON.stringify(statuses)}, host ${host.memoryMb().toFixed(0)} MB`);
      if (sent === 0) report('the flood sent nothing');
      return sent;
    },
  };
}

function seedOf({ name }: Flood): string {
  return `flood ${name}`;
}

/** Whether an engine that comes new in the middle of the flood gets answers. */
async function checkNewEngine({ host, seed }: Scene): Promise<string[]> {
  const engine = createArenaEngine('arena');
  const problems: string[] = [];
  const urls = GAME_SNAKES.map((snake) => `${host.process.url}/${snake}`);
  await engine.play(urls, {
    seed,
    maxTurns: 1,
    timeout: FIRST_ANSWER_MS,
    watchers: [
      {
        played({ replies }) {
          for (const reply of replies) {
            if (reply !== undefined && reply.move === undefined) problems.push(`a new engine: ${reply.problem}`);
          }
        },
      },
    ],
  });
  engine.close();
  return problems;
}
