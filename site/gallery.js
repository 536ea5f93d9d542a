/** Pictures of the gallery: each snake of the house plays the one below it, by the command line that readers have. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PAGES, ROOT } from './pages.js';

/** The same games each time, short enough to be looked at. */
const GAMES = [
  { snake: 'greedy', against: 'random', seed: 7 },
  { snake: 'cautious', against: 'greedy', seed: 7 },
  { snake: 'surveyor', against: 'cautious', seed: 7 },
  { snake: 'hunter', against: 'surveyor', seed: 7 },
  { snake: 'champion', against: 'hunter', seed: 7 },
];

/** Writes `public/gallery/NAME.gif` for each, and says in the page how it is rated. */
export function drawGallery() {
  addRatings();
  const folder = mkdtempSync(path.join(tmpdir(), 'serpentarium-gallery-'));
  const pictures = path.join(PAGES, 'public/gallery');
  mkdirSync(pictures, { recursive: true });
  const run = (...words) =>
    execFileSync(process.execPath, [path.join(ROOT, 'dist/src/cli.js'), ...words], { cwd: ROOT });
  try {
    for (const { snake, against, seed } of GAMES) {
      const file = path.join(folder, `${snake}.jsonl`);
      run(
        'play',
        '--snake',
        snake,
        '--snake',
        against,
        '--seed',
        String(seed),
        '--timeout',
        '100ms',
        '--max-turns',
        '150',
        '--output',
        file,
      );
      run('replay', file, '--gif', path.join(pictures, `${snake}.gif`));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Behind each heading, the row of the tournament in docs/guides/house-snakes.md. */
function addRatings() {
  const page = path.join(PAGES, 'gallery.md');
  const tournament = readFileSync(path.join(ROOT, 'docs/guides/house-snakes.md'), 'utf8');
  const text = readFileSync(page, 'utf8').replaceAll(/^## (\w+)\n/gm, (heading, snake) => {
    const [, elo, error] = new RegExp(`^\\d +${snake} +([+-]\\d+) ± (\\d+)`, 'm').exec(tournament) ?? [];
    if (elo === undefined) throw new Error(`docs/guides/house-snakes.md has no rating of ${snake}.`);
    return `${heading}\nElo ${elo.replace('-', '−')} ± ${error}, in [a tournament of all five](/guides/house-snakes#ratings).\n`;
  });
  writeFileSync(page, text);
}
