/** The table that one game is played on: the rules' game, and all that is told of it beside the board. */
import { createGame, type Game as RulesGame } from '../rules/game.js';
import { eliminationOf, isAlive } from '../rules/snakes.js';
import type { Direction, Seat } from '../rules/types.js';
import { toFrame, type Frame, type Guise } from '../wire/frame.js';
import { cutShout } from '../wire/move.js';
import { DEFAULT_LOOKS, type Game, type RulesetSettings } from '../wire/resources.js';
import type { Introduction, Reply } from './arena-snake.js';
import type { GameTerms } from './terms.js';
import type { Death, GameResult } from './watcher.js';

export interface Table {
  readonly terms: GameTerms;
  readonly rules: RulesGame;
  /** The game as it is told. */
  readonly game: Game;
  /** By seat. */
  readonly guises: Guise[];
  /** By seat: the move last applied. */
  readonly lastMoves: Direction[];
  readonly deaths: Death[];
}

/**
 * A game set up and ready for its first turn.
 *
 * @throws Error when the map does not take the size or the number of snakes.
 */
export function layTable(terms: GameTerms, introductions: readonly Introduction[]): Table {
  const { ids, entries, dialect } = terms;
  const snakes = entries.map(({ squad = '' }, seat) => ({ id: ids.snakes[seat]!, squad }));
  const rules = createGame({ ...terms, snakes });
  const game = {
    id: ids.game,
    ruleset: { name: terms.ruleset, version: dialect.version, settings: tellSettings(terms) },
    map: dialect.tellMap(rules.map.name),
    timeout: terms.timeout,
    source: '',
  };
  const guises = entries.map(({ name }, seat): Guise => {
    const { info } = introductions[seat]!;
    const color = info.color ?? DEFAULT_LOOKS.color;
    const head = info.head ?? DEFAULT_LOOKS.head;
    const tail = info.tail ?? DEFAULT_LOOKS.tail;
    return { name, customizations: { color, head, tail }, latency: '0', shout: '' };
  });
  return { terms, rules, game, guises, lastMoves: entries.map(() => 'up'), deaths: [] };
}

/** The position as the engine shows it. */
export function showFrame({ rules, guises, terms }: Table): Frame {
  return toFrame(rules.board, guises, terms.dialect);
}

export function livingSeats({ rules: { board } }: Table): Seat[] {
  const seats: Seat[] = [];
  for (let seat = 0; seat < board.snakeCount; seat++) if (isAlive(board, seat)) seats.push(seat);
  return seats;
}

/** Takes in what a snake answered; returns the move that counts. */
export function takeReply(table: Table, seat: Seat, { move, shout, latency }: Reply): Direction {
  const { tellsTimeouts, cutsShouts } = table.terms.dialect;
  const { name, customizations } = table.guises[seat]!;
  const told = String(move === undefined && !tellsTimeouts ? 0 : latency);
  table.guises[seat] = { name, customizations, latency: told, shout: cutsShouts ? cutShout(shout) : shout };
  return (table.lastMoves[seat] = move ?? table.lastMoves[seat]!);
}

/** Those that went in the turn just played; they are on the table's list from here on. */
export function countDeaths({ rules: { board }, terms, deaths }: Table): Death[] {
  const fresh: Death[] = [];
  for (let seat = 0; seat < board.snakeCount; seat++) {
    const elimination = eliminationOf(board, seat);
    if (elimination === undefined || deaths.some((death) => death.seat === seat)) continue;
    const { cause, turn } = elimination;
    const { name } = terms.entries[seat]!;
    fresh.push({ seat, id: board.ids[seat]!, name, cause, by: board.killers[seat]!, turn });
  }
  deaths.push(...fresh);
  return fresh;
}

/** How the game stands: to be asked when no more turns are played. */
export function judgeTable(table: Table, isStopped: boolean): GameResult {
  const { board } = table.rules;
  const survivors = livingSeats(table);
  const isOver = table.rules.ruleset.isOver(board);
  const winners = isOver && !isStopped ? survivors : [];
  const isDraw = !isStopped && winners.length === 0 && board.snakeCount > 1;
  return { turns: board.turn, winners, survivors, deaths: table.deaths, isDraw, isStopped };
}

/** The deprecated two are told or left out; our own type has them always, for that is how requests arrive once read. */
function tellSettings({ settings, dialect }: GameTerms): RulesetSettings {
  const { foodSpawnChance, minimumFood, hazardDamagePerTurn, royale, squad } = settings;
  const deprecated = dialect.tellsHazardMap ? { hazardMap: '', hazardMapAuthor: '' } : {};
  return { foodSpawnChance, minimumFood, hazardDamagePerTurn, ...deprecated, royale, squad } as RulesetSettings;
}
