/** The program of the processes that read the journal of a host. Started by `journal-process.ts`. */
import { answerQueries } from '../../journal/process/answer-queries.js';
import { framesQuery } from '../viewer/view-game.js';
import {
  autopsyQuery,
  gamePieceQuery,
  glimpsesQuery,
  positionQuery,
  requestQuery,
  startQuery,
} from './game-queries.js';
import { shareQuery } from './shared-game.js';

const OF_GAMES = [gamePieceQuery, glimpsesQuery, autopsyQuery, positionQuery, requestQuery, startQuery];
answerQueries([...OF_GAMES, framesQuery, shareQuery]);
