import { expect } from 'chai';
import { createSnakeListener } from '../src/host/host-events.js';
import { createMetrics } from '../src/metrics/metrics.js';
import { drawPages } from '../src/commands/replay/describe-game.js';
import type { FullGameRow, Used } from '../src/views/game-rows.js';
import { SqlJournal } from '../src/journal/sql-journal.js';
import { gameIdOf } from '../src/journal/journal-event.js';
import { toGamePiece } from '../src/page/queries/game-queries.js';
import { viewGame } from '../src/page/viewer/view-game.js';
import { PLAIN } from '../src/terminal/colors.js';
import { createLog, silentAlerts } from './support/served.js';
import { replayOfficialGames, type OfficialSeat } from './support/official-games.js';

const isLost = (used: Used | undefined) => used === 'no' || used === 'unlikely';

describe('a game of the official engine', () => {
  const kept: { readonly seat: OfficialSeat; readonly game: FullGameRow }[] = [];
  let journal: SqlJournal;

  before(async () => {
    journal = await SqlJournal.open();
    for (const seat of await replayOfficialGames()) {
      await journal.write(seat.events);
      kept.push({ seat, game: (await journal.findGame(gameIdOf(seat)))! });
    }
  });
  after(() => journal.close());

  it('has the turns that the engine counts, and the turn of a death, in the journal and in the log', () => {
    for (const { seat, game } of kept) {
      const { hint, turns, died, lost } = seat;
      expect([game.turns, game.died, game.lost + (game.unlikely ?? 0)], hint).to.deep.equal([turns, died, lost]);
      const ended = seat.reported.flatMap((event) => (event.type === 'gameEnded' ? [event] : []));
      expect(
        ended.map((end) => [end.turn, end.died]),
        hint,
      ).to.deep.equal([[turns, died]]);
    }
  });

  it('counts as lost exactly the turns on which the engine gave up, the turn of a death included', () => {
    for (const { seat, game } of kept) {
      const { hint, lost } = seat;
      const reported = seat.reported.filter((event) => event.type === 'moveConfirmed' && isLost(event.used));
      const marked = game.list.filter(({ feedback }) => isLost(feedback?.used));
      expect([reported.length, marked.length], hint).to.deep.equal([lost, lost]);
      for (const { feedback } of marked) expect(Number(feedback!.latency), hint).to.be.at.least(150);
    }
    expect(kept.reduce((sum, { seat: { lost } }) => sum + lost, 0)).to.equal(25);
  });

  it('tells of nearly all answers whether the engine used them', () => {
    const uses = kept.flatMap(({ game }) => game.list.flatMap(({ feedback }) => feedback?.used ?? []));
    const unknown = uses.filter((used) => used === 'unknown');
    expect(unknown.length / uses.length).to.be.below(0.15);
  });

  it('ends with the final board, once, for the official viewer, on the page and in a replay', () => {
    for (const { seat, game } of kept) {
      const { hint, last, died } = seat;
      const frames = viewGame(game, { offset: 0, limit: 1000 }).frames.map(({ Turn }) => Turn);
      expect([frames.at(-1), new Set(frames).size], hint).to.deep.equal([last, frames.length]);
      const shown = toGamePiece(game, 0).turns;
      expect(shown.at(-1), hint).to.deep.include({ turn: last, isFinal: true });
      expect(new Set(shown.map(({ turn }) => turn)).size, hint).to.equal(shown.length);
      const pages = drawPages([game], PLAIN).map(({ turn }) => turn);
      expect([pages.at(-1), new Set(pages).size], hint).to.deep.equal([last, pages.length]);
      expect(pages.includes(died ?? last), hint).to.equal(died === undefined || died === last);
    }
  });

  it('shows when each snake died; of one that died when ours was no longer asked, by when', () => {
    for (const { seat, game } of kept) {
      const { hint, deaths, last } = seat;
      const { board } = toGamePiece(game, 0).turns.at(-1)!;
      for (const { name, death, isYou } of board.snakes) {
        const known = death?.isLatest ? { by: death.turn } : { on: death?.turn };
        const died = deaths.get(name);
        const isSeen = isYou || died === undefined || died < (seat.died ?? Infinity) || seat.died === last;
        expect(known, `${hint}: ${name}`).to.deep.equal(isSeen ? { on: died } : { by: last });
      }
    }
  });

  it('is averaged in a report as the engine would', async () => {
    const { lines } = await journal.report({});
    for (const { snake, length, lost, unlikely } of lines) {
      const seats = kept.filter(({ seat }) => seat.snake === snake).map(({ seat }) => seat);
      expect(length).to.equal(seats.reduce((sum, { turns }) => sum + turns, 0) / seats.length);
      expect(lost + unlikely).to.equal(seats.reduce((sum, seat) => sum + seat.lost, 0));
    }
  });

  it('has the same figures in the list, the game, the report and the metrics', async () => {
    const metrics = createMetrics('', { takeDelays: () => ({ p50: 0, p99: 0, max: 0 }) });
    const listener = createSnakeListener(createLog().log, metrics, true, silentAlerts);
    for (const { seat } of kept) metrics.add(seat.snake);
    for (const { seat } of kept) for (const event of seat.reported) listener(seat.snake, event);
    const { games } = await journal.listGames({ limit: 500 });
    const { lines } = await journal.report({});
    const { body } = await metrics.text();
    const counted = (name: string, snake: string, label: string) =>
      Number(new RegExp(`^serpentarium_${name}\\{snake="${snake}",${label}\\} (\\d+)$`, 'm').exec(body)![1]);
    for (const row of games) {
      const { turns, game } = toGamePiece(kept.find(({ game: { id } }) => id === row.id)!.game, 0);
      expect(row).to.deep.include(game);
      const used = (word: Used) => turns.filter(({ feedback }) => feedback?.used === word).length;
      const answered = (kind: string) => turns.filter(({ answer }) => answer?.kind === kind).length;
      expect([used('no'), used('unlikely')], row.id).to.deep.equal([row.lost, row.unlikely ?? 0]);
      for (const kind of ['moved', 'late', 'failed', 'illegal'] as const)
        expect(answered(kind), row.id).to.equal(row[kind]);
    }
    for (const line of lines) {
      const { snake } = line;
      const own = games.filter((row) => row.snake === snake);
      const sum = (name: 'lost' | 'unlikely' | 'moved') => own.reduce((all, row) => all + (row[name] ?? 0), 0);
      const results = ['win', 'draw', 'loss'] as const;
      const won = results.map((result) => own.filter((row) => row.result === result).length);
      expect([line.games, line.wins, line.draws, line.losses], snake).to.deep.equal([own.length, ...won]);
      expect([line.lost, line.unlikely, line.answers], snake).to.deep.equal([
        sum('lost'),
        sum('unlikely'),
        sum('moved'),
      ]);
      expect(
        [
          ...results.map((result) => counted('games_ended_total', snake, `result="${result}"`)),
          counted('turns_total', snake, 'used="no"'),
          counted('turns_total', snake, 'used="unlikely"'),
          counted('moves_total', snake, 'outcome="moved"'),
        ],
        snake,
      ).to.deep.equal([...won, sum('lost'), sum('unlikely'), sum('moved')]);
    }
  });
});
