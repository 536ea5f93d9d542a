/** The table that one game is played on: the rules' game, and all that is told of it beside the board. */
import { createGame, type RulesGame } from '../../rules/game.js';
import { eliminationOf, isAlive } from '../../rules/snakes.js';
import type { Direction, Seat } from '../../rules/types.js';
import { toFrame, type Frame, type SnakeProfile } from '../../wire/frame.js';
import { cutShout } from '../../wire/move.js';
import { DEFAULT_LOOKS, type Game, type RulesetSettings } from '../../wire/resources.js';
import type { Introduction, Reply } from './arena-snake.js';
import type { PlaySettings } from './game-options.js';
import type { Death, EngineResult } from './watcher.js';

export interface GameState {
  readonly settings: PlaySettings;
  readonly rules: RulesGame;
  /** The game as it is told. */
  readonly game: Game;
  /** By seat. */
  readonly guises: SnakeProfile[];
  /** By seat: the move last applied. */
  readonly lastMoves: Direction[];
  readonly deaths: Death[];
}

/**
 * A game set up and ready for its first turn.
 *
 * @throws Error when the map does not take the size or the number of snakes.
 */
export function createGameState(settings: PlaySettings, introductions: readonly Introduction[]): GameState {
  const { ids, participants: entries, dialect } = settings;
  const snakes = entries.map(({ squad = '' }, seat) => ({ id: ids.snakes[seat]!, squad }));
  const rules = createGame({ ...settings, snakes });
  const game = {
    id: ids.game,
    ruleset: { name: settings.ruleset, version: dialect.version, settings: tellSettings(settings) },
    map: dialect.tellMap(rules.map.name),
    timeout: settings.timeout,
    source: '',
  };
  const guises = entries.map(({ name }, seat): SnakeProfile => {
    const { info } = introductions[seat]!;
    const color = info.color ?? DEFAULT_LOOKS.color;
    const head = info.head ?? DEFAULT_LOOKS.head;
    const tail = info.tail ?? DEFAULT_LOOKS.tail;
    return { name, customizations: { color, head, tail }, latency: '0', shout: '' };
  });
  return { settings: settings, rules, game, guises, lastMoves: entries.map(() => 'up'), deaths: [] };
}

/** The position as the engine shows it. */
export function frameOf({ rules, guises, settings: terms }: GameState): Frame {
  return toFrame(rules.position, guises, terms.dialect);
}

export function livingSeats({ rules: { position } }: GameState): Seat[] {
  const seats: Seat[] = [];
  for (let seat = 0; seat < position.snakeCount; seat++) if (isAlive(position, seat)) seats.push(seat);
  return seats;
}

/** Takes in what a snake answered; returns the move that counts. */
export function takeReply(table: GameState, seat: Seat, { move, shout, latency }: Reply): Direction {
  const { tellsTimeouts, cutsShouts } = table.settings.dialect;
  const { name, customizations } = table.guises[seat]!;
  const told = String(move === undefined && !tellsTimeouts ? 0 : latency);
  table.guises[seat] = { name, customizations, latency: told, shout: cutsShouts ? cutShout(shout) : shout };
  return (table.lastMoves[seat] = move ?? table.lastMoves[seat]!);
}

/** Those that went in the turn just played; they are on the table's list from here on. */
export function countDeaths({ rules: { position }, settings: terms, deaths }: GameState): Death[] {
  const fresh: Death[] = [];
  for (let seat = 0; seat < position.snakeCount; seat++) {
    const elimination = eliminationOf(position, seat);
    if (elimination === undefined || deaths.some((death) => death.seat === seat)) continue;
    const { cause, turn } = elimination;
    const { name } = terms.participants[seat]!;
    fresh.push({ seat, id: position.ids[seat]!, name, cause, by: position.killers[seat]!, turn });
  }
  deaths.push(...fresh);
  return fresh;
}

/** How the game stands: to be asked when no more turns are played. */
export function toResult(table: GameState, isStopped: boolean): EngineResult {
  const { position } = table.rules;
  const survivors = livingSeats(table);
  const isOver = table.rules.ruleset.isOver(position);
  const winners = isOver && !isStopped ? survivors : [];
  const isDraw = !isStopped && winners.length === 0 && position.snakeCount > 1;
  return { turns: position.turn, winners, survivors, deaths: table.deaths, isDraw, isStopped };
}

/** The deprecated two are told or left out; our own type has them always, for that is how requests arrive once read. */
function tellSettings({ settings, dialect }: PlaySettings): RulesetSettings {
  const { foodSpawnChance, minimumFood, hazardDamagePerTurn, royale, squad } = settings;
  const deprecated = dialect.tellsHazardMap ? { hazardMap: '', hazardMapAuthor: '' } : {};
  return { foodSpawnChance, minimumFood, hazardDamagePerTurn, ...deprecated, royale, squad } as RulesetSettings;
}
