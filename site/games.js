/** Games for the pages of the site: played by the command line that readers have, stored as small as they can be drawn. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BoardHistory } from '../dist/src/recorded/board-history.js';
import { readRequest } from '../dist/src/wire/reader.js';
import { PAGES, ROOT } from './pages.js';

/** The same games in each build: no snake here looks at the clock. */
const GAMES = [
  { name: 'four', snakes: ['hunter', 'surveyor', 'cautious', 'greedy'], seed: 5 },
  { name: 'greedy', snakes: ['greedy', 'random'], seed: 7 },
  { name: 'cautious', snakes: ['cautious', 'greedy'], seed: 7 },
  { name: 'surveyor', snakes: ['surveyor', 'cautious'], seed: 7 },
  { name: 'hunter', snakes: ['hunter', 'surveyor'], seed: 7 },
  { name: 'champion', snakes: ['champion', 'hunter'], seed: 7 },
];
/** `champion` searches to its deadline (default), or a given number of positions. */
const CONFIG = 'snakes: [{ prefix: /champion, strategy: champion, name: champion, options: { nodes: 3000 } }]\n';
/** A picture from the middle of the game, for browsers without scripts and before the game has loaded. */
const POSTER_TURN = 60;
const STEPS = { '0,1': 'u', '0,-1': 'd', '-1,0': 'l', '1,0': 'r', '0,0': 's' };

/** Writes `public/games/NAME.json` for each, and `posters.json` with one frame of each. */
export function playGames() {
  const folder = mkdtempSync(path.join(tmpdir(), 'serpentarium-games-'));
  const games = path.join(PAGES, 'public/games');
  mkdirSync(games, { recursive: true });
  try {
    const config = path.join(folder, 'snakes.yaml');
    writeFileSync(config, CONFIG);
    const posters = GAMES.map(({ name, snakes, seed }) => {
      const file = path.join(folder, `${name}.jsonl`);
      const seats = snakes.flatMap((snake) => ['--snake', snake === 'champion' ? '/champion' : snake]);
      const flags = ['--config', config, '--seed', `${seed}`, '--timeout', '30s', '--output', file];
      execFileSync(process.execPath, [path.join(ROOT, 'dist/src/cli.js'), 'play', ...seats, ...flags], { cwd: ROOT });
      const game = readGame(file);
      writeFileSync(path.join(games, `${name}.json`), JSON.stringify(game));
      const at = Math.min(POSTER_TURN, game.frames.length >> 1);
      return [name, { ...game, frames: [game.frames[at]], first: at, total: game.frames.length }];
    });
    writeFileSync(path.join(PAGES, 'posters.json'), JSON.stringify(Object.fromEntries(posters)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A recording as the player reads it: what stays is written once, bodies as steps from the head. */
function readGame(file) {
  const lines = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const history = new BoardHistory();
  const turns = lines.filter(({ board }) => board !== undefined);
  // The recording has a request for each snake that is asked; the boards of a turn are the same.
  const perTurn = turns.filter(({ turn }, index) => turn !== turns[index - 1]?.turn);
  const boards = perTurn.map((request) => history.show(readRequest(request)));
  const [{ width, height, snakes }] = boards;
  return {
    width,
    height,
    snakes: snakes.map(({ body: _, health: __, death: ___, ...fixed }) => fixed),
    frames: boards.map((board) => ({
      food: board.food.map(({ x, y }) => [x, y]),
      hazards: board.hazards.map(({ x, y }) => [x, y]),
      snakes: board.snakes.map(({ body, health, death }) => [
        body[0].x,
        body[0].y,
        stepsOf(body),
        health,
        death ? 1 : 0,
      ]),
    })),
  };
}

function stepsOf(body) {
  return body
    .slice(1)
    .map(({ x, y }, index) => STEPS[`${x - body[index].x},${y - body[index].y}`])
    .join('');
}
