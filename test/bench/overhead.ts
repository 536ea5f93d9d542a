/**
 * Turns lost and budgets given over simulated networks by the estimator of the overhead. The snake always thinks to its
 * deadline; the timeout is 500 ms; nothing waits.
 */
import { formatTable } from '../../src/terminal/format-table.js';
import { BAD_GAME, GAMES, NETWORKS, playOver, TURNS, type PlayedGame } from '../support/networks.js';
import { quantile } from './support/figures.js';

/** Repetitions of each network, half of them with the engine on the command line, half with the arena. */
const REPETITIONS = 40;

const rows = Object.entries(NETWORKS).map(([name, network]) => {
  const games = Array.from({ length: REPETITIONS }, (_, seed) =>
    playOver(network, seed % 2 === 0 ? 'cli' : 'arena', seed),
  );
  return [name, ...describe(games)];
});
const heading = ['network', 'lost of 1,000', 'budget (ms)', 'in the bad game', 'least', '5 games after', 'least'];
console.log(`${REPETITIONS} times ${GAMES} games of ${TURNS} turns; 500 ms timeout`);
console.log(formatTable(heading, rows));

/** Lost turns, and the median and least budget: over all games, in the one that may be bad, and in those after it. */
function describe(repetitions: readonly (readonly PlayedGame[])[]): string[] {
  const all = repetitions.flat();
  const lost = all.reduce((sum, game) => sum + game.lost, 0) / (all.length * TURNS);
  const bad = repetitions.map((games) => games[BAD_GAME]!);
  const after = repetitions.flatMap((games) => games.slice(BAD_GAME + 1));
  const [any, inBad, later] = [all, bad, after].map((games) => games.flatMap(({ budgets }) => budgets));
  return [(1000 * lost).toFixed(1), ms(any!, 0.5), ms(inBad!, 0.5), ms(inBad!, 0), ms(later!, 0.5), ms(later!, 0)];
}

function ms(budgets: readonly number[], share: number): string {
  return quantile(budgets, share).toFixed(0);
}
