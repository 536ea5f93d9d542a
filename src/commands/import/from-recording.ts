/** Turns a recording of `play -o`, or of the official command-line tool, into a game that can be imported. */
import type { SourceDeath, SourceGame, SourceTurn } from '../../importing/source-game.js';
import { diedOn } from '../replay/autopsy-input.js';
import type { FileTurn, RecordingFile } from '../replay/game-file.js';

/** The game of the file. One of the command-line tool lacks moves and deaths: they follow from the boards. */
export function fromRecording({ turns, isComplete }: RecordingFile): SourceGame {
  const [first, ...others] = turns;
  const { game, board } = first.request;
  const { width, height } = board;
  const recorded = turns.flatMap(({ deaths }) => deaths);
  const deaths: readonly SourceDeath[] = recorded.length > 0 ? recorded : findVanished(turns);
  return {
    game,
    width,
    height,
    turns: [toTurn(first), ...others.map((turn, index) => toTurn(turn, turns[index]))],
    deaths,
    isOver: isComplete,
    unknown: game.map === '' ? ['map'] : [],
  };
}

function toTurn({ request, moves }: FileTurn, before?: FileTurn): SourceTurn {
  const { turn, board } = request;
  const dead = before === undefined ? [] : diedOn(before);
  const living = board.snakes.filter(({ id }) => dead.every((snake) => snake.id !== id));
  return { turn, living, dead, food: board.food, hazards: board.hazards, moves };
}

/** The snakes that are no longer on the board. Of what they died, the board does not say. */
function findVanished(turns: readonly FileTurn[]): SourceDeath[] {
  return turns.slice(1).flatMap(({ request }, index) => {
    const before = turns[index]!.request.board.snakes;
    const gone = before.filter(({ id }) => request.board.snakes.every((snake) => snake.id !== id));
    return gone.map(({ id }): SourceDeath => ({ id, turn: request.turn }));
  });
}
