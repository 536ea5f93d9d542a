import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { nodeProgram } from '../../../src/processes/program.js';
import { toLine } from '../../../src/processes/child-channel.js';
import { SupervisedChild, type ChildExit } from '../../../src/processes/supervised-child.js';
import { inRepository } from '../../support/fixtures.js';
import { until } from '../../support/soon.js';

interface Message {
  readonly id: number;
  readonly pad?: string;
}

const read = (value: unknown) => (typeof (value as Message | null)?.id === 'number' ? (value as Message) : undefined);

describe('SupervisedChild', () => {
  let folder: string;
  const open: SupervisedChild<object, Message>[] = [];
  before(() => (folder = mkdtempSync(path.join(tmpdir(), 'serpentarium-test-'))));
  afterEach(() => Promise.all(open.splice(0).map((child) => (child.stop('the test is over'), child.gone()))));
  after(() => rmSync(folder, { recursive: true }));

  /** Starts a child that runs `body`; there, `host` is its channel, and `received` is called with each message. */
  function start(body: string, env: Record<string, string> = {}) {
    const file = path.join(folder, `${Math.random()}.mjs`);
    const channel = pathToFileURL(inRepository('dist/src/processes/host-channel.js')).href;
    writeFileSync(
      file,
      `import { HostChannel } from '${channel}'; import fs from 'node:fs';
      let received = () => {}; const host = new HostChannel((message, line) => received(message, line));\n${body}`,
    );
    const messages: Message[] = [];
    const exits: ChildExit[] = [];
    const child = new SupervisedChild<object, Message>({
      program: nodeProgram(pathToFileURL(file), 256),
      env,
      memoryMb: 256,
      read,
      received: (message) => void messages.push(message),
      exited: (exit) => void exits.push(exit),
    });
    open.push(child);
    return { child, messages, exits };
  }

  const ended = async ({ child, exits }: ReturnType<typeof start>): Promise<ChildExit> => {
    await child.gone();
    await until(() => exits.length > 0);
    expect(exits).to.have.lengthOf(1);
    return exits[0]!;
  };

  it('passes messages of any size there and back', async () => {
    const { child, messages } = start(`received = ({ id, text }) => host.send({ id, pad: text.slice(0, 500_000) });`);
    const texts = ['', 'ä\u2028\n"𝄞', 'x'.repeat(5_000_000)];
    texts.forEach((text, id) => child.send({ id, text }));
    await until(() => messages.length === texts.length);
    expect(messages).to.deep.equal(texts.map((text, id) => ({ id, pad: text.slice(0, 500_000) })));
  });

  it('passes the JSON of a message in a separate line, however it is formatted', async () => {
    const { child, messages } = start(`
      let lines = [];
      received = (value, line) => {
        lines.push(value);
        if (lines.length === 2) host.send({ id: 1, pad: JSON.stringify([...lines.splice(0), line.length]) });
      };`);
    const json = JSON.stringify({ text: 'ä\n"𝄞', list: [1, 2] }, undefined, 2);
    child.sendLines(`{"id":7}\n${toLine(json)}\n`);
    await until(() => messages.length === 1);
    expect(JSON.parse(messages[0]!.pad!)).to.deep.equal([{ id: 7 }, JSON.parse(json), json.length]);
  });

  it('gets messages from a child that never returns to its event loop', async () => {
    const { messages } = start(`for (let id = 0; ; id++) if (id < 100) host.send({ id });`);
    await until(() => messages.length === 100);
  });

  it('loses offered messages, and nothing else, when the pipe is full', async () => {
    const offered = path.join(folder, 'offered');
    const { child, messages } = start(`
      received = () => {
        for (let id = 0; id < 200; id++) host.offer({ id, pad: 'x'.repeat(10_000) });
        fs.writeFileSync(${JSON.stringify(offered)}, '');
        host.send({ id: 200 });
        host.offer({ id: 201 });
      };
      host.send({ id: -1 });`);
    await until(() => messages.length === 1);
    child.send({});
    // While this process does not read, the pipe fills.
    const end = performance.now() + 20_000;
    while (!existsSync(offered) && performance.now() < end);
    await until(() => messages.some(({ id }) => id === 200));
    const ids = messages.map(({ id }) => id);
    expect(ids).to.deep.equal(ids.toSorted((a, b) => a - b));
    expect(ids.length).to.be.within(10, 100);
    for (const { id, pad } of messages.slice(1)) expect(pad ?? '').to.have.lengthOf(id < 200 ? 10_000 : 0);
  });

  const faults: [string, string, string][] = [
    [
      'sends too many bytes',
      `for (let i = 0; i < 9; i++) host.send({ id: 1, pad: 'x'.repeat(900_000) }); hang();`,
      'it sent more than 4194304 bytes in a turn',
    ],
    [
      'nests deeply',
      // A pipe that is full takes a part of it, or nothing.
      `const bytes = Buffer.from('['.repeat(90_000) + ']'.repeat(90_000) + '\\n');
      for (let at = 0; at < bytes.length; ) {
        try { at += fs.writeSync(3, bytes, at); } catch (thrown) { if (thrown.code !== 'EAGAIN') throw thrown; }
      }
      hang();`,
      `it wrote "${'['.repeat(60)}…" to its channel, which is not a message`,
    ],
    ['closes its channel and sends', `fs.closeSync(3); host.send({ id: 1 });`, 'it closed its channel'],
  ];
  for (const [name, body, reason] of faults) {
    it(`kills a child that ${name}`, async () => {
      const exit = await ended(start(`function hang() { setInterval(() => {}, 1000); }\n${body}`));
      expect(exit).to.deep.equal({ kind: 'killed', fault: 'channel', reason: `the process was killed: ${reason}` });
    });
  }

  it('reads what a child sent before it exited, and reports its exit', async () => {
    const started = start(`host.send({ id: 7 }); process.exit(3);`);
    expect(await ended(started)).to.deep.equal({ kind: 'exited', reason: 'the process exited with code 3' });
    expect(started.messages).to.deep.equal([{ id: 7 }]);
  });

  /** Starts a program in any language, which speaks over its standard streams. */
  function startForeign(...command: [string, ...string[]]) {
    const messages: Message[] = [];
    const lines: string[] = [];
    const exits: ChildExit[] = [];
    const child = new SupervisedChild<object, Message>({
      program: { command, channel: 'stdio' },
      env: { PATH: process.env['PATH'] ?? '' },
      memoryMb: 256,
      read,
      received: (message) => void messages.push(message),
      printed: (line) => void lines.push(line),
      exited: (exit) => void exits.push(exit),
    });
    open.push(child);
    return { child, messages, lines, exits };
  }

  it('speaks with a program over its standard streams, and prints what it writes to standard error', async () => {
    const script = `read line; echo "heard $line" >&2; echo '{"id":1}'; echo '{"id":2}'; echo last words >&2; exit 7`;
    const started = startForeign('/bin/sh', '-c', script);
    started.child.sendLines('{"a":1}\n');
    expect(await ended(started)).to.deep.equal({
      kind: 'exited',
      reason: 'the process exited with code 7. It wrote last:\n  heard {"a":1}\n  last words',
    });
    expect(started.messages).to.deep.equal([{ id: 1 }, { id: 2 }]);
    expect(started.lines).to.deep.equal(['heard {"a":1}', 'last words']);
  });

  it('kills a program that reads nothing of what it is sent, and one that closes its output', async () => {
    const deaf = startForeign('/bin/sh', '-c', 'while :; do sleep 60; done');
    const line = `"${'x'.repeat(8 * 1024 * 1024)}"\n`;
    for (let sent = 0; sent < 20 && deaf.child.isRunning; sent++) {
      deaf.child.sendLines(line);
      await new Promise(setImmediate);
    }
    expect(await ended(deaf)).to.include({ kind: 'killed', fault: 'channel' });
    const mute = startForeign('/bin/sh', '-c', 'exec >&-; while :; do sleep 60; done');
    expect((await ended(mute)).reason).to.equal('the process was killed: it closed its channel');
  });

  it('reads a flood on standard error no faster than it may, and ends with it', async () => {
    const { child, lines } = startForeign('/bin/sh', '-c', 'while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxx >&2; done');
    await until(() => lines.length > 1000);
    child.stop('it was heard');
    await child.gone();
  });

  it('counts the time of all threads of such a program, and of what it has started', async () => {
    const spin = `new (require('node:worker_threads').Worker)('for (;;);', { eval: true })`;
    const threads = startForeign(process.execPath, '-e', spin);
    const wrapped = startForeign('/bin/sh', '-c', `${process.execPath} -e 'for (;;);'; exit`);
    await until(() => [threads, wrapped].every(({ child }) => (child.cpuTime()?.used ?? 0) > 100));
  });

  it('reports a process that cannot be started as an exit, after the constructor has returned', async () => {
    const { execPath } = process;
    process.execPath = '/nowhere/node';
    let started;
    try {
      started = start('');
    } finally {
      process.execPath = execPath;
    }
    expect(started.exits).to.deep.equal([]);
    expect(started.child.pid).to.equal(undefined);
    started.child.send({ id: 1 });
    expect(await ended(started)).to.deep.equal({
      kind: 'exited',
      fault: 'start',
      reason: 'the process could not be started: spawn /nowhere/node ENOENT',
    });
    started.child.kill('nobody');
    expect(started.exits).to.have.lengthOf(1);
  });

  it('reports an exit if the system does not let it start a process at all', async () => {
    const started = start('', { NUL: '\0' });
    const exit = await ended(started);
    expect(exit).to.include({ kind: 'exited', fault: 'start' });
    expect(exit.reason).to.match(/^the process could not be started: .*null bytes/);
  });

  it('reports an exit if this process has no descriptor left', function () {
    if (process.platform === 'win32') this.skip();
    const module = pathToFileURL(inRepository('dist/src/processes/supervised-child.js')).href;
    const program = `
      import { openSync } from 'node:fs';
      const { SupervisedChild } = await import('${module}');
      const kill = process.kill; process.kill = (...args) => { console.log('kill', ...args); };
      try { for (;;) openSync('/dev/null'); } catch {}
      const child = new SupervisedChild({ program: { command: [process.execPath, '/x.mjs'], channel: 'descriptor' }, env: {}, memoryMb: 100,
        read: (value) => value, received() {}, exited: (exit) => { console.log(exit.fault, exit.reason); process.exit(); } });
      child.stop('now');`;
    const script = 'ulimit -n 64; exec "$0" --input-type=module -e "$1"';
    const said = execFileSync('/bin/sh', ['-c', script, process.execPath, program], { encoding: 'utf8' });
    expect(said).to.match(
      /^undefined the process was stopped: now\n$|^start the process could not be started: .*EMFILE\n$/,
    );
  });
});
