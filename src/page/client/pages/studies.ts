/** The pages with plots: one file for browsers, which is loaded when the first of them is shown. */
export { default as ExperimentsPage } from './experiments.js';
export { default as MatchPage } from './match.js';
export { default as SnakePage } from './snake.js';
export { default as SnakesPage } from './snakes.js';
