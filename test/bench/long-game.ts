/**
 * Closes one game whose requests have 600 MB together, on a heap of 160 MB: time, and the most memory that the process
 * took. V8 can hold neither all of them nor one string of that length.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SqlJournal } from '../../src/journal/sql-journal.js';
import { beganEvent, DUEL, endedEvent, turnEvent } from '../support/journals.js';

/** Characters of a request. Longer ones are cut to what the API knows. */
const BODY = 250_000;
const TURNS = 2400;
const HEAP_MB = 160;

if (process.argv[2] === 'play') await play();
else {
  const flags = [`--max-old-space-size=${HEAP_MB}`, fileURLToPath(import.meta.url), 'play'];
  process.exitCode = spawnSync(process.execPath, flags, { stdio: 'inherit' }).status ?? 1;
}

async function play(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'serpentarium-bench-'));
  try {
    const path = join(folder, 'games.db');
    const journal = await SqlJournal.open(path);
    await journal.write([beganEvent()]);
    const begun = performance.now();
    for (let turn = 0; turn < TURNS; turn++) {
      const event = turnEvent({}, { ...DUEL, turn });
      const noise = JSON.stringify(Array.from({ length: 200 }, (_, index) => Math.sin(turn * 200 + index)));
      await journal.write([{ ...event, body: (event.body + noise).padEnd(BODY) }]);
    }
    const written = performance.now();
    await journal.write([endedEvent({ result: 'win', end: { ...DUEL, turn: TURNS, gone: ['other'] } })]);
    const closed = performance.now();
    const [game] = (await journal.listGames({ limit: 1 })).games;
    await journal.close();
    console.log(
      `${game!.result}, ${game!.moved} turns, ${Math.round((TURNS * BODY) / 1e6)} MB: written in ` +
        `${seconds(begun, written)} s, closed in ${seconds(written, closed)} s; at most ` +
        `${Math.round(process.resourceUsage().maxRSS / 1024)} MB of memory; ${Math.round(statSync(path).size / 1e6)} MB on the disk`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function seconds(from: number, to: number): string {
  return ((to - from) / 1000).toFixed(1);
}
