/** The pages with plots: one file for browsers, which is loaded when the first of them is shown. */
export { ExperimentsPage } from './experiments.js';
export { OneContestPage } from './contest.js';
export { SnakePage } from './snake.js';
export { SnakesPage } from './snakes.js';
