/** The page's queries about many games. Run in the reading processes. */
import type { GameFilter } from '../../views/game-rows.js';
import type { Query } from '../journal-queries.js';
import type { ExperimentsView, SnakeStats } from '../../views/plots.js';
import type { SnakeSurvey } from './survey-snakes.js';

/** The snakes with finished games, in the order of their prefixes. */
export const snakesQuery: Query<GameFilter, SnakeSurvey[]> = {
  name: 'snakes',
  isLong: true,
  run: async ({ db }, filter) => (await import('./survey-snakes.js')).surveySnakes(db, filter),
};

/** One snake; `undefined` without finished games. */
export const snakeQuery: Query<GameFilter & { readonly snake: string }, SnakeStats | undefined> = {
  name: 'snake',
  isLong: true,
  run: async ({ db, dialect }, filter) => (await import('./study-snake.js')).studySnake(db, dialect, filter),
};

export const experimentsQuery: Query<GameFilter, ExperimentsView> = {
  name: 'experiments',
  isLong: true,
  run: async ({ db, dialect }, filter) =>
    (await import('./study-experiments.js')).studyExperiments(db, dialect, filter),
};

export const STUDY_QUERIES = [snakesQuery, snakeQuery, experimentsQuery];
