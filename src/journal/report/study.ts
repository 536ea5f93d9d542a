/** The questions of the page that a journal answers in its reading thread. */
import type { GameFilter } from '../kept-game.js';
import type { Database, SqlDialect } from '../store/tables.js';
import { studyExperiments, type ExperimentStudies } from './study-experiments.js';
import { studySnake, type SnakeStudy } from './study-snake.js';
import { surveySnakes, type SnakeSurvey } from './survey-snakes.js';

/** What is asked, over the games of a filter. */
export type StudyQuestion =
  | { readonly about: 'snakes'; readonly filter: GameFilter }
  | { readonly about: 'snake'; readonly filter: GameFilter & { readonly snake: string } }
  | { readonly about: 'experiments'; readonly filter: GameFilter };

/** The answers, by what a question is about. */
export interface Studies {
  readonly snakes: readonly SnakeSurvey[];
  readonly snake: SnakeStudy | undefined;
  readonly experiments: ExperimentStudies;
}

/** A question about one of {@link Studies}. */
export type QuestionAbout<About extends keyof Studies> = Extract<StudyQuestion, { readonly about: About }>;

/** Answers a question. */
export function study(db: Database, dialect: SqlDialect, question: StudyQuestion): Promise<Studies[keyof Studies]> {
  const { about, filter } = question;
  if (about === 'snakes') return surveySnakes(db, filter);
  return about === 'snake' ? studySnake(db, dialect, filter) : studyExperiments(db, dialect, filter);
}
