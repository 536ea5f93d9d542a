/** What a search thinks of one turn: as the journal keeps it, or found now. Called by `autopsy` and `rethink`. */
import { analyseGame, ANALYSED_NODES } from '../../inference/analyse-game.js';
import { gradeTurn, type TurnAnalysis, type TurnGrade } from '../../inference/analysis.js';
import type { ChosenGame } from '../replay/chosen-games.js';

export function analyseTurn({ row, game }: ChosenGame, turn: number): (TurnAnalysis & TurnGrade) | undefined {
  const kept = row?.analysis?.turns.find((each) => each.turn === turn);
  const [found] = kept === undefined ? analyseGame(game, { nodes: ANALYSED_NODES, turns: [turn] }) : [kept];
  return found && { ...found, ...gradeTurn(found) };
}
