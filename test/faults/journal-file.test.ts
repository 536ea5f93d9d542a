/** Faults of the journal's file itself: its map is cut, its pages are damaged. */
import { execFileSync } from 'node:child_process';
import { existsSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { inRepository } from '../support/fixtures.js';
import { damagePagesWith } from '../support/damage.js';
import { keptEverything } from './aftermath.js';
import { describeFaults } from './describe-faults.js';
import type { Fault } from './fault.js';

/** Longest time until damage that is read is noticed, in ms. */
const NOTICE_LIMIT_MS = 60_000;

/** Cuts what SQLite maps into memory: the system ends a process that touches it. */
const cutMap: Fault = {
  name: 'cut-map',
  what: 'the map of the journal’s file is cut to nothing',
  async inflict({ folder, signal, pause }) {
    const map = join(folder, 'games.db-shm');
    let times = 0;
    while (!signal.aborted || times === 0) {
      if (existsSync(map)) {
        truncateSync(map);
        times += 1;
      }
      await pause(500);
    }
    return times;
  },
  aftermath: keptEverything,
};

/** Overwrites the pages of the schema, and asks for the games. */
const damagedPage: Fault = {
  name: 'damaged-page',
  what: 'pages of the journal’s file are overwritten with noise',
  prepare(folder) {
    // A journal that was closed before: what a host writes may be only in its log of changes for a while.
    const [program, path] = [inRepository('dist/src/journal/sql-journal.js'), join(folder, 'games.db')];
    const code = `const { SqlJournal } = await import(process.argv[1]); await (await SqlJournal.open(process.argv[2])).close()`;
    execFileSync(process.execPath, ['--input-type=module', '-e', code, program, path]);
    return {};
  },
  async inflict({ host, folder, signal, report }) {
    const path = join(folder, 'games.db');
    damagePagesWith(path, 'CREATE TABLE');
    const isNoticed = () => host.lines.some(({ msg }) => msg === 'journal file is damaged: restart the host');
    const deadline = performance.now() + NOTICE_LIMIT_MS;
    while (!signal.aborted || (!isNoticed() && performance.now() < deadline)) {
      await fetch(`http://127.0.0.1:${host.admin}/api/games`).catch(() => undefined);
      await wait(100);
    }
    if (!isNoticed()) report('the host did not say so');
    return 1;
  },
  async aftermath({ game }) {
    return (await game.plays(20)) ? [] : ['the game did not go on'];
  },
};

describeFaults('the file of the journal', [cutMap, damagedPage]);
