/** A recorded game for `replay` and `analyse`, and the conversion from a game of the journal. */
import type { GameRow, FullGameRow, TurnAnswer, TurnRow } from '../../views/game-rows.js';
import { ELIMINATION_CAUSES, type Coordinate, type EliminationCause } from '../../rules/types.js';
import { parseRequest } from '../../wire/reader.js';
import type { GameRequest } from '../../wire/resources.js';
import { formatAnalysis } from '../analyse/format-analysis.js';
import { formatCause, formatResult } from '../journal/format-games.js';
import { formatCount } from '../../views/numbers.js';
import type { CleanNote } from '../../wire/note.js';

export interface RecordingTurn {
  readonly request: GameRequest;
  /** The request as received; absent if the snake was not asked on this turn, because it was dead. */
  readonly text?: string | undefined;
  /** The snake's answer, if known. */
  readonly move?: string | undefined;
  /** Events of the turn, for people. */
  readonly notes: readonly string[];
  /** Cells in the strategy's note. */
  readonly marks?: readonly Coordinate[] | undefined;
}

export interface RecordingDeath {
  readonly id: string;
  readonly cause: EliminationCause | undefined;
  /** Id of the killer; absent if unknown. */
  readonly by?: string | undefined;
  /** The turn on which the snake was eliminated. */
  readonly turn: number;
}

export interface Recording {
  readonly title: string;
  readonly turns: readonly RecordingTurn[];
  /** Id of the snake whose game it is (default: the one that was asked on each turn). */
  readonly you?: string;
  /** Recorded deaths. Deaths of other snakes are inferred from the boards, unless the game is from a file. */
  readonly deaths?: readonly RecordingDeath[];
  /** From a file of `play -o`: all deaths are recorded, and the last turn is the final position. */
  readonly isFile?: true;
  /** The `/end`; absent if none came, and always in a file. */
  readonly end?: GameRequest | undefined;
  /** How it ended, for people. */
  readonly result: string;
  /** In the journal: the snake that played. */
  readonly asked?: Pick<GameRow, 'id' | 'snake' | 'experiment' | 'variant'>;
}

export function toRecording(game: FullGameRow): Recording {
  const { id, snake, ruleset, map, opponents, variant, list, end, analysis } = game;
  const analysed = new Map(analysis?.turns.map((turn) => [turn.turn, formatAnalysis(turn)]));
  const recorded = list.map((turn) => ({
    request: parseRequest(turn.body),
    text: turn.body,
    move: turn.answer.move,
    notes: [noteOf(turn), ...formatNote(turn.answer.note), ...[analysed.get(turn.turn) ?? []].flat()],
    marks: turn.answer.note?.cells,
  }));
  const played = variant === undefined ? snake : `${snake} (${variant})`;
  const against = opponents.length === 0 ? 'alone' : `against ${opponents.join(', ')}`;
  return {
    title: `${id}: ${played} ${against}, ${[ruleset, map].filter(Boolean).join(' on ')}`,
    turns: recorded,
    end: end === undefined ? undefined : parseRequest(end),
    result: [formatResult(game), ...formatRank(game), ...formatCause(game)].join(', '),
    asked: game,
    you: game.you,
    deaths: deathsOf(game, recorded),
  };
}

/** The death of our snake, from the journal. Other deaths are only visible on the boards. */
function deathsOf({ you, cause, killer, died }: FullGameRow, recorded: readonly RecordingTurn[]): RecordingDeath[] {
  if (died === undefined) return [];
  const others = recorded.at(-1)?.request.board.snakes.filter(({ id }) => id !== you) ?? [];
  const by = killer === undefined ? undefined : others.find(({ name }) => name === killer)?.id;
  return [{ id: you, cause: ELIMINATION_CAUSES.find((each) => each === cause), by, turn: died }];
}

function formatRank({ rank, snakes }: FullGameRow): string[] {
  return rank === undefined ? [] : [`rank ${rank} of ${snakes}`];
}

function noteOf({ answer, budget, feedback }: TurnRow): string {
  const { shout } = answer;
  const said = [
    describeAnswer(answer, budget),
    ...('reason' in answer ? [answer.reason] : []),
    ...(shout === undefined ? [] : [JSON.stringify(shout)]),
    ...(feedback?.used === 'no' ? ['the engine did not use it'] : []),
    ...(feedback === undefined || feedback.latency === '' ? [] : [`latency ${feedback.latency}`]),
  ];
  return said.join(', ');
}

/** The answer and its time; in an imported game, the step. */
function describeAnswer(answer: TurnAnswer, budget = 0): string {
  if (answer.kind === 'seen') return `went ${answer.move}`;
  const { kind, move, took } = answer;
  return `${kind === 'moved' ? 'answered' : `${kind}, sent`} ${move} in ${took.toFixed(1)} of ${budget.toFixed(0)} ms`;
}

/** At most three lines: the figures, the line of moves, the text. The cells are marked on the drawing. */
export function formatNote(note: CleanNote | undefined): string[] {
  if (note === undefined) return [];
  const { score, depth, nodes, line, text, found } = note;
  const figures = [
    ...(score === undefined ? [] : [`score ${formatScore(score)}`]),
    ...(depth === undefined ? [] : [`depth ${formatScore(depth)}`]),
    ...(nodes === undefined ? [] : [formatCount(nodes, 'node')]),
    ...(found === undefined ? [] : [found ? 'pondered' : 'pondered others']),
  ];
  return [
    ...(figures.length === 0 ? [] : [figures.join(', ')]),
    ...(line === undefined || line.length === 0 ? [] : [`line: ${line.join(' ')}`]),
    ...(text === undefined || text === '' ? [] : [text]),
  ];
}

/** At most two decimals; a won or lost position may have a huge score. */
function formatScore(score: number): string {
  return Math.abs(score) >= 1e15 ? score.toExponential(1) : String(Math.round(score * 100) / 100);
}
