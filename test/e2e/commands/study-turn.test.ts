/** `replay --inspect` and `replay --profile`: a strategy below a debugger and below a profiler. */
import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SourceMap } from 'node:module';
import { WebSocket } from 'ws';
import { readSourceMap } from '../../../src/snakes/strategy/source-map.js';
import { inRepository } from '../../support/fixtures.js';
import { DUEL } from '../../support/journals.js';
import { killProcesses, writeFolder } from '../../support/host-process.js';
import { sketchRequest } from '../../support/requests.js';

/** Searches until its time is up, and tells whether time was left. */
const TIMED = `import type { Turn, Context } from 'serpentarium';

export const customization = {};

export function move({ turn }: Turn, { timeLeft, log }: Context) {
  const before = timeLeft();
  log(\`turn \${turn}, \${before > 100 ? 'time is left' : 'no time'}\`, { turn });
  return before > 100 ? 'left' : 'right';
}
`;
const HOT = `export const customization = {};
const boring = (size: number) => Array.from({ length: size }, (_, index) => index);
function planted(times: number): number {
  let sum = 0;
  for (let at = 0; at < times; at++) sum += Math.sqrt(at);
  return sum;
}
export function move() {
  boring(100);
  return planted(1e7) < 0 ? 'up' : 'down';
}
`;
const LOOPING = `export const customization = {};
export function move() {
  for (;;) endless();
}
function endless() {
  let sum = 0;
  for (let at = 0; at < 1e6; at++) sum += Math.sqrt(at);
  return sum;
}
`;
const PROGRAM = `import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1}), flush=True)
    if message["type"] == "move":
        print(json.dumps({"id": message["id"], "move": "left"}), flush=True)
`;

/** What the reports of the inspector have that these tests read. */
interface Params {
  readonly callFrames: {
    functionName: string;
    location: { scriptId: string; lineNumber: number; columnNumber: number };
  }[];
  readonly scriptId: string;
  readonly sourceMapURL: string;
}

/** A debugger: sends commands, and collects what the inspector reports. */
async function attach(url: string) {
  const socket = new WebSocket(url);
  const seen: { method: string; params: Params }[] = [];
  socket.on('message', (data: Buffer) => seen.push(JSON.parse(String(data))));
  await once(socket, 'open');
  let id = 0;
  return {
    socket,
    send: (method: string) => socket.send(JSON.stringify({ id: ++id, method })),
    async reports(method: string) {
      for (;;) {
        const found = seen.find((each) => each.method === method);
        if (found !== undefined) return found.params;
        await once(socket, 'message');
      }
    },
    seen,
  };
}

describe('studying one turn', function () {
  this.timeout(60_000);
  let folder: string;

  before(() => {
    folder = writeFolder({
      'strategies/timed.ts': TIMED,
      'strategies/hot.ts': HOT,
      'strategies/looping.ts': LOOPING,
      'strategies/boxed.ts': TIMED,
      'strategies/broken.ts': 'export const customization = {};',
      'snake.py': PROGRAM,
      'corner.json': JSON.stringify(sketchRequest({ ...DUEL, turn: 7 })),
      'snakes.yaml': [
        'strategies: strategies',
        'journal: off',
        'snakes:',
        '  - { prefix: /confined, strategy: boxed, isolation: sandbox }',
        '  - { prefix: /python, command: [python3, snake.py] }',
        '  - { prefix: /away, upstream: "http://127.0.0.1:1" }',
      ].join('\n'),
    });
  });
  after(killProcesses);

  function replay(...words: string[]) {
    const cli = inRepository('bin/serpentarium.js');
    const args = [cli, 'replay', 'corner.json', '--config', 'snakes.yaml', ...words];
    const { PATH, TMPDIR } = process.env;
    const child = spawn(process.execPath, args, { cwd: folder, env: { PATH, TMPDIR, COLUMNS: '120' } });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    const ended = once(child, 'close').then(([code]) => ({ code: code as number, text }));
    const shows = async (pattern: RegExp) => {
      while (!pattern.test(text)) {
        const last = await Promise.race([once(child.stdout, 'data'), ended]);
        if ('code' in last) throw new Error(`It ended without ${pattern}:\n${last.text}`);
      }
      return pattern.exec(text)!;
    };
    return { child, ended, shows };
  }

  it('stops at the first line of move, in the TypeScript, and the pause takes no time of the strategy', async () => {
    const { ended, shows } = replay('--ask', 'timed', '--inspect');
    const [, address] = await shows(/&ws=(127\.0\.0\.1:\d+\/[\w-]+)/);
    const debug = await attach(`ws://${address}`);
    for (const method of ['Runtime.enable', 'Debugger.enable', 'Runtime.runIfWaitingForDebugger']) debug.send(method);
    const { callFrames } = await debug.reports('Debugger.paused');
    const { functionName, location } = callFrames[0]!;
    const script = debug.seen.find(({ params }) => params?.scriptId === location.scriptId)!.params;
    const payload = readSourceMap(`//# sourceMappingURL=${script.sourceMapURL}`)!;
    const entry = new SourceMap(payload).findEntry(location.lineNumber, location.columnNumber);
    expect(functionName).to.equal('move');
    expect(entry).to.deep.include({ originalLine: 5 });
    const { originalSource } = entry as { originalSource: string };
    expect(new URL(originalSource, payload.sourceRoot).pathname).to.equal(join(folder, 'strategies/timed.ts'));
    // Longer than the engine's timeout of 500 ms.
    await new Promise((resolve) => setTimeout(resolve, 700));
    debug.send('Debugger.resume');
    const { code, text } = await ended;
    debug.socket.close();
    expect(text).to.include('turn 7, time is left {"turn":7}\nIt answered left.\n');
    expect(code).to.equal(0);
  });

  it('ends a debugger that was forgotten, by Ctrl-C', async () => {
    const { child, ended, shows } = replay('--ask', 'timed', '--inspect');
    const [, port] = await shows(/"port": (\d+)/);
    child.kill('SIGINT');
    expect((await ended).code).to.equal(130);
    const refused = await fetch(`http://127.0.0.1:${port}/json`).catch(() => 'refused');
    expect(refused).to.equal('refused');
  });

  it('names the function that takes the time first, in the TypeScript, and writes the profile', async () => {
    const { code, text } = await replay('--ask', 'hot', '--profile', '400ms').ended;
    expect(code).to.equal(0);
    expect(text).to.match(/A turn computes for [\d.]+ ms, [\d.]+ % of it to collect garbage, and allocates \d/);
    expect(text).to.match(/\nfunction .*\nplanted +[\d.]+ ms +[6-9]\d\.\d % /);
    const { nodes, samples } = JSON.parse(readFileSync(join(folder, 'corner.cpuprofile'), 'utf8'));
    expect(samples).to.not.be.empty;
    const planted = nodes.find(
      (node: { callFrame: { functionName: string } }) => node.callFrame.functionName === 'planted',
    );
    expect(planted.callFrame).to.include({ lineNumber: 2 });
    expect(planted.callFrame.url).to.match(/^file:.*\/strategies\/hot\.ts$/);
  });

  it('profiles a strategy that loops, and ends it', async () => {
    const { code, text } = await replay('--ask', 'looping', '--profile', '100ms').ended;
    expect(code).to.equal(1);
    expect(text).to.match(/It did not return within 2600 ms: the profile shows what it did until then\./);
    expect(text).to.match(/\nfunction .*\nendless +/);
  });

  it('writes what a command would read, and how to run it', async () => {
    const { code, text } = await replay('--ask', '/python', '--inspect').ended;
    expect(code).to.equal(0);
    const line = /\n {2}(cd .* < .*corner\.jsonl)\n/.exec(text)![1]!;
    const shell = spawn('/bin/sh', ['-c', line], { stdio: ['ignore', 'pipe', 'inherit'] });
    let answers = '';
    shell.stdout.setEncoding('utf8').on('data', (piece: string) => (answers += piece));
    await once(shell, 'close');
    expect(answers).to.equal('{"type": "hello", "protocol": 1}\n{"id": 1, "move": "left"}\n');
  });

  const refused: [string, string[], RegExp][] = [
    [
      'a sandbox',
      ['--ask', '/confined', '--inspect'],
      /\/confined plays in a sandbox, where no debugger and no profiler/,
    ],
    ['a server', ['--ask', '/away', '--profile'], /\/away is a server: debug and profile it there\./],
    [
      'a profile of a command',
      ['--ask', '/python', '--profile'],
      /\/python is a command: use the profiler of its language/,
    ],
    ['both at once', ['--ask', 'hot', '--profile', '--inspect'], /--inspect cannot be used with --profile\./],
    ['a picture', ['--ask', 'hot', '--svg', 'turn.svg', '--profile'], /--svg cannot be used with --profile\./],
    ['an animation', ['--ask', 'hot', '--gif', 'turn.gif', '--inspect'], /--gif cannot be used with --inspect\./],
    ['a browser', ['--ask', 'hot', '--browser', '--inspect'], /--browser cannot be used with --inspect\./],
    ['a test to write', ['--ask', 'hot', '--position', 'x', '--profile'], /--position cannot be used with --profile\./],
    [
      'a turn of a position',
      ['--ask', 'hot', '--turn', '7', '--profile'],
      /corner\.json is one position: leave out --turn/,
    ],
    ['a position without a snake', ['--inspect'], /--ask is missing: the file names no snake that is known here\./],
    ['an unknown snake', ['--ask', 'nobody', '--inspect'], /"nobody"/],
    [
      'a strategy without a move',
      ['--ask', 'broken', '--inspect'],
      /broken has not played the turn: The file exports no "move".*[^.?][.?]\n/,
    ],
  ];
  for (const [what, words, message] of refused) {
    it(`refuses ${what} in a sentence`, async () => {
      const { code, text } = await replay(...words).ended;
      expect(text).to.match(message);
      expect(code).to.equal(2);
      expect(existsSync(join(folder, 'turn-7.cpuprofile'))).to.equal(false);
    });
  }
});
