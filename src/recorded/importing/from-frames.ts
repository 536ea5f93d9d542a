/** Turns the frames of an engine into a {@link SourceGame}. Called for games by HTTP and for files of frames. */
import type { ImportUnknown } from '../../views/game-rows.js';
import { LAST_TURN } from '../../rules/game.js';
import { DEFAULT_SETTINGS, fillSettings, type GameSettings, type PartialSettings } from '../../rules/settings.js';
import { ELIMINATION_CAUSES, type Coordinate } from '../../rules/types.js';
import { DEFAULT_CUSTOMIZATION, DEFAULT_TIMEOUT, type Game, type Snake } from '../../wire/resources.js';
import type { ViewerCoordinate, ViewerFrame, ViewerGame, ViewerSnake } from '../../wire/viewer.js';
import { SourceError, type SourceDeath, type SourceGame, type SourceTurn } from './source-game.js';

/** The longest timeout that is believed, in ms. */
const MAX_TIMEOUT = 3_600_000;

/**
 * The game with these frames, in any order; of two frames of a turn, the later one counts. Throws if there is no frame.
 */
export function fromFrames(viewer: ViewerGame, frames: readonly ViewerFrame[]): SourceGame {
  const byTurn = new Map(frames.map((frame) => [frame.Turn, frame]));
  const ordered = withoutRepeat([...byTurn.values()].sort((a, b) => a.Turn - b.Turn));
  const deaths = findDeaths(ordered);
  const [first, ...others] = ordered.map((frame) => toTurn(frame, deaths));
  if (first === undefined) throw new SourceError('has no frames');
  const { game, unknown } = toGame(viewer);
  const { Width: width, Height: height } = viewer;
  const turns = [first, ...others] as const;
  return { game, width, height, turns, deaths, unknown, viewer, isOver: isOver(game, turns) };
}

/** The frames without the last one if nobody has moved on it: some engines number the end one higher than its board. */
function withoutRepeat(frames: readonly ViewerFrame[]): readonly ViewerFrame[] {
  const [before, last] = frames.slice(-2);
  const living = last?.Snakes.filter((snake) => !isDead(snake)) ?? [];
  const hasStayed = ({ ID, Body }: ViewerSnake) => {
    const seen = before?.Snakes.find((snake) => snake.ID === ID);
    return JSON.stringify(seen?.Body) === JSON.stringify(Body);
  };
  return living.length > 0 && living.every(hasStayed) ? frames.slice(0, -1) : frames;
}

/**
 * Whether the last frame ends the game: one snake or squad is left, or the turn limit is reached. An engine's status
 * says nothing about whether all frames have arrived.
 */
function isOver({ ruleset }: Game, turns: SourceGame['turns']): boolean {
  const [first, last] = [turns[0], turns.at(-1)!];
  if (last.turn >= LAST_TURN || last.living.length === 0) return true;
  if (first.living.length + first.dead.length < 2) return false;
  if (last.living.length === 1) return true;
  const squads = new Set(last.living.map(({ squad }) => squad));
  return ruleset.name === 'squad' && squads.size === 1 && !squads.has('');
}

/**
 * The deaths in order. A snake is dead on the first frame that shows its death or no longer has it. If frames before
 * that one are missing, the snake may have died earlier, on the turn that the frame names.
 */
function findDeaths(frames: readonly ViewerFrame[]): SourceDeath[] {
  const deaths = new Map<string, SourceDeath>();
  let before: ViewerFrame | undefined;
  for (const frame of frames) {
    for (const snake of before?.Snakes ?? []) {
      const isMissing = frame.Snakes.every(({ ID }) => ID !== snake.ID);
      if (isMissing && !deaths.has(snake.ID)) deaths.set(snake.ID, { id: snake.ID, turn: frame.Turn });
    }
    for (const snake of frame.Snakes) {
      if (isDead(snake) && !deaths.has(snake.ID)) deaths.set(snake.ID, toDeath(snake, frame.Turn, before?.Turn ?? -1));
    }
    before = frame;
  }
  const sorted = [...deaths.values()].sort((a, b) => a.turn - b.turn);
  const isDraw = sorted.length > 1 && sorted.length === frames[0]?.Snakes.length;
  return isDraw ? withSharedEnd(sorted) : sorted;
}

/**
 * The deaths of a game without survivors: the last two snakes died together, or one of them would have won. An engine
 * that numbers the end one higher than its board reports the other death there.
 */
function withSharedEnd(deaths: readonly SourceDeath[]): SourceDeath[] {
  const [before, last] = deaths.slice(-2);
  return [...deaths.slice(0, -1), { ...last!, turn: before!.turn }];
}

function isDead({ Death, EliminatedCause = '' }: ViewerSnake): boolean {
  return Death !== null || EliminatedCause !== '';
}

function toDeath(snake: ViewerSnake, turn: number, before: number): SourceDeath {
  const { ID: id, Death, EliminatedCause = '', EliminatedBy = '' } = snake;
  const named = Death?.Turn ?? turn;
  const cause = ELIMINATION_CAUSES.find((each) => each === (Death?.Cause || EliminatedCause));
  const by = Death?.EliminatedBy || EliminatedBy || undefined;
  return { id, turn: named > before && named < turn ? named : turn, cause, by };
}

function toTurn(frame: ViewerFrame, deaths: readonly SourceDeath[]): SourceTurn {
  const died = new Set(deaths.filter(({ turn }) => turn <= frame.Turn).map(({ id }) => id));
  const shown = frame.Snakes.filter(({ Body }) => Body.length > 0).map(toSnake);
  const bare = frame.Snakes.find(({ ID, Body }) => Body.length === 0 && !died.has(ID));
  if (bare !== undefined) throw new SourceError(`has a snake without a body on turn ${frame.Turn}`);
  return {
    turn: frame.Turn,
    living: shown.filter(({ id }) => !died.has(id)),
    dead: shown.filter(({ id }) => died.has(id)),
    food: frame.Food.map(toCoordinate),
    hazards: frame.Hazards.map(toCoordinate),
    moves: {},
    frame,
  };
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
function toGame(viewer: ViewerGame): { readonly game: Game; readonly unknown: readonly ImportUnknown[] } {
  const { ID: id, Ruleset, RulesetName, SnakeTimeout = 0, Source = '', Map: map = '' } = viewer;
  const name = Ruleset['name'] || RulesetName || '';
  const stated = readSettings(Ruleset);
  const timeout = SnakeTimeout >= 1 && SnakeTimeout <= MAX_TIMEOUT ? Math.round(SnakeTimeout) : undefined;
  const settings = { ...fillSettings(stated), hazardMap: '', hazardMapAuthor: '' };
  const unknown: ImportUnknown[] = [
    ...(name === '' ? ['ruleset' as const] : []),
    ...(Object.keys(stated).length === 0 ? ['settings' as const] : []),
    ...(name === 'squad' && stated.squad === undefined ? ['squads' as const] : []),
    ...(map === '' ? ['map' as const] : []),
    ...(timeout === undefined ? ['timeout' as const] : []),
  ];
  const ruleset = { name: name || 'standard', version: Ruleset['version'] ?? '', settings };
  return { game: { id, ruleset, map, timeout: timeout ?? DEFAULT_TIMEOUT, source: Source }, unknown };
}

/** The settings among the entries of a ruleset: strings, under the names that the official engine uses. */
function readSettings(ruleset: ViewerGame['Ruleset']): PartialSettings {
  const whole = (...names: readonly string[]): number | undefined => {
    const text = names.map((name) => ruleset[name]).find((value) => value !== undefined);
    return text !== undefined && /^-?\d{1,6}$/.test(text) ? Number(text) : undefined;
  };
  const shrinkEveryNTurns = whole('shrinkEveryNTurns');
  const flags = Object.keys(DEFAULT_SETTINGS.squad).flatMap((name) =>
    ruleset[name] === undefined ? [] : [[name, ruleset[name] === 'true']],
  );
  const found = {
    foodSpawnChance: whole('foodSpawnChance'),
    minimumFood: whole('minimumFood'),
    hazardDamagePerTurn: whole('hazardDamagePerTurn', 'damagePerTurn'),
    royale: shrinkEveryNTurns === undefined ? undefined : { shrinkEveryNTurns },
    squad: flags.length === 0 ? undefined : (Object.fromEntries(flags) as Partial<GameSettings['squad']>),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}
