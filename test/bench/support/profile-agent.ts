/**
 * Loaded into a server with `--import`, so that a benchmark can profile it under load: the first `SIGUSR2` begins a
 * profile of the event loop's thread, the second ends it. The server then prints where it is.
 */
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Time between two samples, in µs: below it, taking them shows in the figures. */
const INTERVAL_US = 250;

const session = new Session();
let profiles = 0;
let isProfiling = false;

process.on('SIGUSR2', () => {
  isProfiling = !isProfiling;
  if (isProfiling) begin();
  else end();
});

function begin(): void {
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: INTERVAL_US });
  session.post('Profiler.start', () => say({ msg: 'profiling' }));
}

function end(): void {
  session.post('Profiler.stop', (error, { profile }) => {
    if (error !== null) throw error;
    const path = join(tmpdir(), `serpentarium-${process.pid}-${++profiles}.cpuprofile`);
    writeFileSync(path, JSON.stringify(profile));
    session.disconnect();
    say({ msg: 'profiled', path });
  });
}

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
