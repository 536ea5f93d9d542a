/** Turns the frames of an engine into the boards of a game. Called for games by HTTP and for files of frames. */
import type { ImportUnknown } from '../../views/game-rows.js';
import { DEFAULT_SETTINGS } from '../../rules/settings.js';
import { ELIMINATION_CAUSES, type Coordinate } from '../../rules/types.js';
import { readRequest, RequestError } from '../../wire/reader.js';
import { DEFAULT_CUSTOMIZATION, type GameRequest, type Snake } from '../../wire/resources.js';
import type { ViewerCoordinate, ViewerFrame, ViewerGame, ViewerSnake } from '../../wire/viewer.js';
import { SourceError, type GameBoards, type ReadBoard, type StatedDeath } from './game-boards.js';

/**
 * The game with these frames, in any order; of two frames of a turn, the later one counts. Throws a {@link SourceError}
 * if there is no frame, or one that is not a valid board. `winner`: its name or id, if the source states it.
 */
export function fromFrames(viewer: ViewerGame, frames: readonly ViewerFrame[], winner = ''): GameBoards {
  const byTurn = new Map(frames.map((frame) => [frame.Turn, frame]));
  const { game, unknown } = toGame(viewer);
  const boards: ReadBoard[] = [];
  for (const frame of withoutRepeat([...byTurn.values()].sort((a, b) => a.Turn - b.Turn)))
    boards.push(toBoard(frame, viewer, game, boards.at(-1)?.request));
  const [first, ...others] = boards;
  if (first === undefined) throw new SourceError('has no frames');
  const result = winner === '' ? undefined : { winner, isDraw: false };
  return { boards: [first, ...others], unknown, viewer, result };
}

/** Without the last frame if no snake has moved on it: some engines number the end one higher than its board. */
function withoutRepeat(frames: readonly ViewerFrame[]): readonly ViewerFrame[] {
  const [before, last] = frames.slice(-2);
  const living = last?.Snakes.filter((snake) => !isDead(snake)) ?? [];
  const hasStayed = ({ ID, Body }: ViewerSnake) => {
    const seen = before?.Snakes.find((snake) => snake.ID === ID);
    return JSON.stringify(seen?.Body) === JSON.stringify(Body);
  };
  return living.length > 0 && living.every(hasStayed) ? frames.slice(0, -1) : frames;
}

function isDead({ Death, EliminatedCause = '' }: ViewerSnake): boolean {
  return Death !== null || EliminatedCause !== '';
}

/** The board of a frame. If frames before it are missing, a snake may have died on an earlier turn, which it names. */
function toBoard(
  frame: ViewerFrame,
  { Width: width, Height: height }: ViewerGame,
  game: object,
  before: GameRequest | undefined,
): ReadBoard {
  const { Turn: turn, Snakes, Food, Hazards } = frame;
  const deaths = Snakes.filter(isDead).map(
    ({ ID: id, Death, EliminatedCause = '', EliminatedBy = '' }): StatedDeath => {
      const named = Death?.Turn ?? turn;
      const cause = ELIMINATION_CAUSES.find((each) => each === (Death?.Cause || EliminatedCause));
      const by = Death?.EliminatedBy || EliminatedBy || undefined;
      return { id, turn: named > (before?.turn ?? -1) && named < turn ? named : turn, cause, by };
    },
  );
  if (Snakes.some((snake) => snake.Body.length === 0 && !isDead(snake)))
    throw new SourceError(`has a snake without a body on turn ${turn}`);
  const snakes = Snakes.filter(({ Body }) => Body.length > 0).map(toSnake);
  const board = { width, height, snakes, food: Food.map(toCoordinate), hazards: Hazards.map(toCoordinate) };
  try {
    const request = readRequest({
      game: structuredClone(game),
      turn,
      board,
      you: structuredClone(snakes[0] ?? before?.you),
    });
    return { request, deaths, frame };
  } catch (thrown) {
    if (!(thrown instanceof RequestError)) throw thrown;
    throw new SourceError(`has a turn ${turn} that no engine would send: ${thrown.message}`);
  }
}

function toSnake(snake: ViewerSnake): Snake {
  const { Color = '', HeadType = '', TailType = '', Latency = '', Shout = '', Squad = '' } = snake;
  const body = snake.Body.map(toCoordinate);
  return {
    id: snake.ID,
    name: snake.Name,
    health: snake.Health,
    body,
    latency: Latency,
    head: { ...body[0]! },
    length: body.length,
    shout: Shout,
    squad: Squad,
    customizations: {
      color: Color || DEFAULT_CUSTOMIZATION.color,
      head: HeadType || DEFAULT_CUSTOMIZATION.head,
      tail: TailType || DEFAULT_CUSTOMIZATION.tail,
    },
  };
}

function toCoordinate({ X, Y }: ViewerCoordinate): Coordinate {
  return { x: X, y: Y };
}

/**
 * The game as requests have it. Values that the engine does not state get their usual value, and are listed as unknown.
 */
function toGame(viewer: ViewerGame): { readonly game: object; readonly unknown: readonly ImportUnknown[] } {
  const { ID: id, Ruleset, RulesetName, SnakeTimeout = 0, Source = '', Map: map = '' } = viewer;
  const name = Ruleset['name'] || RulesetName || '';
  const { settings, isStated, statesSquads } = readSettings(Ruleset);
  const unknown: ImportUnknown[] = [
    ...(name === '' ? ['ruleset' as const] : []),
    ...(isStated ? [] : ['settings' as const]),
    ...(name === 'squad' && !statesSquads ? ['squads' as const] : []),
    ...(map === '' ? ['map' as const] : []),
    ...(SnakeTimeout < 1 ? ['timeout' as const] : []),
  ];
  const ruleset = { name: name || 'standard', version: Ruleset['version'] ?? '', settings };
  return { game: { id, ruleset, map, timeout: SnakeTimeout, source: Source }, unknown };
}

/** The entries of a ruleset that are settings, as strings: the reader of requests converts them. */
function readSettings(ruleset: ViewerGame['Ruleset']) {
  const pick = (names: readonly string[]) =>
    Object.fromEntries(names.flatMap((name) => (ruleset[name] === undefined ? [] : [[name, ruleset[name]]])));
  const damage = ruleset['damagePerTurn'] === undefined ? {} : { hazardDamagePerTurn: ruleset['damagePerTurn'] };
  const numbers = { ...damage, ...pick(['foodSpawnChance', 'minimumFood', 'hazardDamagePerTurn']) };
  const royale = pick(['shrinkEveryNTurns']);
  const squad = pick(Object.keys(DEFAULT_SETTINGS.squad));
  const isStated = Object.keys({ ...numbers, ...royale, ...squad }).length > 0;
  return { settings: { ...numbers, royale, squad }, isStated, statesSquads: Object.keys(squad).length > 0 };
}
