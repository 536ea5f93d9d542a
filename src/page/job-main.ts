/** The program of the child process that does one job on a game of a journal. Started by `analyses.ts`. */
import { messageOf } from '../errors/errors.js';
import { withoutSecrets } from '../exchange/service-url.js';
import { ANALYSED_NODES, rankMoves } from '../inference/analyse-game.js';
import { analyseInChildren, knownTurns } from '../inference/analyse-in-children.js';
import { boardsOf } from '../inference/replay-game.js';
import { SqlJournal } from '../journal/sql-journal.js';
import { serveTask } from '../processes/host-channel.js';
import { availableCores } from '../processes/machine.js';
import { followGame } from '../recorded/board-history.js';
import { drawGif, drawSvg } from '../recorded/exporting/pictures.js';
import { formatEnd } from '../recorded/format-end.js';
import { seatOf } from '../rules/snakes.js';
import { formatShortWorth, type GameAnalysis } from '../views/analysis.js';
import type { MoveView } from '../views/game.js';
import type { FullGameRow } from '../views/game-rows.js';
import type { Job, JobTypes, PageJob } from './analyses.js';

const tell = serveTask<JobTypes>((job) =>
  doJob(job).catch((thrown: unknown) => {
    throw new Error(withoutSecrets(messageOf(thrown), job.address), { cause: thrown });
  }),
);

/** Resolves with the result, if that is not kept in the journal. */
async function doJob(job: Job): Promise<string | undefined> {
  const open = job.kind === 'analyse' ? SqlJournal.openToImport(job.address) : SqlJournal.read(job.address);
  const journal = await open;
  try {
    const game = await journal.findGame(job.id);
    if (game === undefined) throw new Error('no game with this id is kept');
    if (job.kind === 'moves') return JSON.stringify(scoreMoves(game, job.from));
    if (job.kind !== 'analyse') return await draw(game, job);
    if (game.endedAt === undefined) throw new Error('the game is still running');
    await journal.keepAnalysis(game, await analyse(game));
    return undefined;
  } finally {
    await journal.close();
  }
}

function analyse(game: FullGameRow): Promise<GameAnalysis> {
  const total = knownTurns(game);
  let searched = 0;
  const tick = () => tell({ searched: searched++, total });
  tick();
  // One core stays free for the host and its snakes.
  const children = Math.max(1, availableCores() - 1);
  return analyseInChildren(game, { nodes: ANALYSED_NODES, children, priority: 'idle', tick });
}

/** All moves of a turn, the best one first. */
function scoreMoves(game: FullGameRow, turn: number): MoveView[] {
  const index = game.list.findIndex((each) => each.turn === turn);
  const position = boardsOf(game)[index];
  if (position === undefined) throw new Error(`the snake was not asked on turn ${turn} of this game`);
  const moves = rankMoves(position, seatOf(position, game.you), ANALYSED_NODES);
  return moves
    .sort((one, other) => other.score - one.score)
    .map(({ move, score, line }) => ({ move, worth: formatShortWorth(score), line }));
}

async function draw(game: FullGameRow, { kind, from, to }: PageJob): Promise<string> {
  const all = [...followGame([game])];
  const chosen = all.filter(({ turn }) => turn >= from && turn <= to);
  const [first] = chosen;
  if (first === undefined) throw new Error('none of these turns was kept');
  if (kind === 'picture') return drawSvg([game], first, first === all.at(-1), formatEnd([game]));
  return Buffer.from((await drawGif([game], chosen)).gif).toString('base64');
}
