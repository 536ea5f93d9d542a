/** A game in progress: the rules' position, and what else the engine shows of the snakes. `play.ts` drives it. */
import { continueGame, createGame, isGameOver, playTurn, type RulesGame } from '../../rules/game.js';
import { copyPosition } from '../../rules/position.js';
import { eliminationOf, isAlive } from '../../rules/snakes.js';
import { defaultMove } from '../../rules/steps.js';
import { DIRECTIONS, MAX_SNAKES, moveNumber, type Direction, type Seat } from '../../rules/types.js';
import { toFrame, type Frame, type SnakeProfile } from '../../wire/frame.js';
import { cutShout } from '../../wire/move.js';
import { DEFAULT_CUSTOMIZATION, type Game } from '../../wire/resources.js';
import { SnakeRequest, type EngineGame, type Introduction, type Reply } from './arena-snake.js';
import type { PlaySettings } from './play-options.js';
import type { Death, EngineResult } from './watcher.js';

/**
 * The state of one game. It owns the position, the last reply of each snake and the list of deaths. It applies replies
 * as the dialect says and never asks a snake, waits or looks at a clock.
 */
export class GameState implements EngineGame {
  readonly game: Game;
  readonly sentGame: object;
  readonly #settings: PlaySettings;
  readonly #rules: RulesGame;
  /** By seat. */
  readonly #profiles: SnakeProfile[];
  /** By seat: the last applied move. */
  readonly #lastMoves: Direction[];
  readonly #deaths: Death[] = [];

  /** Ready for the first turn. Throws if the map does not take the size or the number of snakes. */
  constructor(settings: PlaySettings, introductions: readonly Introduction[]) {
    const { ids, participants, dialect, ruleset, timeout, source } = settings;
    const snakes = participants.map(({ squad = '' }, seat) => ({ id: ids.snakes[seat]!, squad }));
    this.#settings = settings;
    this.#rules =
      settings.from === undefined
        ? createGame({ ...settings, snakes })
        : continueGame({ ...settings, ...settings.from, position: copyPosition(settings.from.position) });
    this.game = {
      id: ids.game,
      ruleset: { name: ruleset, version: dialect.version, settings: toWireSettings(settings) },
      map: dialect.formatMap(this.#rules.map.name),
      timeout,
      source,
    };
    this.sentGame = dialect.sendsHazardMap ? this.game : withoutHazardMap(this.game);
    this.#profiles = participants.map(({ name }, seat) => toProfile(name, introductions[seat]!));
    const { position } = this.#rules;
    this.#lastMoves = participants.map((_, seat) => DIRECTIONS[defaultMove(position, seat)]!);
  }

  get turn(): number {
    return this.#rules.position.turn;
  }

  /** Whether no more turns are played: by the rules, or because the last turn was reached. */
  get isOver(): boolean {
    return isGameOver(this.#rules) || this.turn >= this.#settings.maxTurns;
  }

  /** The position as the engine shows it. */
  frame(): Frame {
    return toFrame(this.#rules.position, this.#profiles, this.#settings.dialect);
  }

  requestFor(seat: Seat, frame: Frame): SnakeRequest {
    return new SnakeRequest(this, frame, frame.snakes[seat]!);
  }

  livingSeats(): Seat[] {
    const { position } = this.#rules;
    return this.#lastMoves.flatMap((_, seat) => (isAlive(position, seat) ? [seat] : []));
  }

  /**
   * Plays a turn with the replies of the living snakes, by seat. Returns the applied moves, by seat, and the snakes
   * eliminated at its end.
   */
  playTurn(replies: readonly (Reply | undefined)[]) {
    const moves = replies.map((reply, seat) => reply && this.takeReply(seat, reply));
    const numbers = new Uint8Array(MAX_SNAKES);
    moves.forEach((move, seat) => (numbers[seat] = moveNumber(move ?? '')));
    playTurn(this.#rules, numbers);
    const deaths = this.#findDeaths();
    this.#deaths.push(...deaths);
    return { moves, deaths };
  }

  /** Keeps latency and shout of a reply for the next frame. Returns its move, or the last one without a move. */
  takeReply(seat: Seat, { move, shout, latency }: Reply): Direction {
    const { reportsTimeouts, cutsShouts } = this.#settings.dialect;
    const { name, customizations } = this.#profiles[seat]!;
    const reported = String(move === undefined && !reportsTimeouts ? 0 : latency);
    this.#profiles[seat] = { name, customizations, latency: reported, shout: cutsShouts ? cutShout(shout) : shout };
    return (this.#lastMoves[seat] = move ?? this.#lastMoves[seat]!);
  }

  /** The result, once no more turns are played. */
  toResult(isStopped: boolean): EngineResult {
    const { position, ruleset } = this.#rules;
    const survivors = this.livingSeats();
    const winners = ruleset.isOver(position) && !isStopped ? survivors : [];
    const isDraw = !isStopped && winners.length === 0 && position.snakeCount > 1;
    return { turns: position.turn, winners, survivors, deaths: this.#deaths, isDraw, isStopped };
  }

  /** The deaths that are not on the list yet. */
  #findDeaths(): Death[] {
    const { position } = this.#rules;
    return this.#settings.participants.flatMap(({ name }, seat): Death[] => {
      const elimination = eliminationOf(position, seat);
      if (elimination === undefined || this.#deaths.some((death) => death.seat === seat)) return [];
      const { cause, turn } = elimination;
      return [{ seat, id: position.ids[seat]!, name, cause, by: position.killers[seat]!, turn }];
    });
  }
}

function toProfile(name: string, { info }: Introduction): SnakeProfile {
  const color = info.color ?? DEFAULT_CUSTOMIZATION.color;
  const head = info.head ?? DEFAULT_CUSTOMIZATION.head;
  const tail = info.tail ?? DEFAULT_CUSTOMIZATION.tail;
  return { name, customizations: { color, head, tail }, latency: '0', shout: '' };
}

function toWireSettings({ settings }: PlaySettings): Game['ruleset']['settings'] {
  const { foodSpawnChance, minimumFood, hazardDamagePerTurn, royale, squad } = settings;
  return { foodSpawnChance, minimumFood, hazardDamagePerTurn, hazardMap: '', hazardMapAuthor: '', royale, squad };
}

function withoutHazardMap({ ruleset, ...game }: Game): object {
  const { hazardMap: _, hazardMapAuthor: __, ...settings } = ruleset.settings;
  const { id, ...rest } = game;
  return { id, ruleset: { ...ruleset, settings }, ...rest };
}
