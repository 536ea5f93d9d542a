/** A match: the verdict, Elo and LLR as they grew, the pentanomial, both sides. */
import { useMemo } from 'preact/hooks';
import type { MatchDetails, MatchPoint } from '../../api/contests.js';
import { formatShare, formatThousands } from '../format/numbers.js';
import { DataTable, type Column } from '../kit/data-table.js';
import { StatTile } from '../kit/stat-tiles.js';
import { BarList } from '../plots/bar-list.js';
import { Plot } from '../plots/plot.js';
import { joinCurves } from '../plots/plot-data.js';
import { ContestantsTable } from './contestants-table.js';
import { formatEloRange, formatWithSign } from './elo.js';
import { LlrGauge } from './llr-gauge.js';

/** Tiles of what a match has shown. */
export function MatchFigures({ details: { elo, los, score } }: { details: MatchDetails }) {
  return (
    <>
      <StatTile name="Elo" note="of the candidate, with its 95 % interval">
        {formatEloRange(elo)}
      </StatTile>
      <StatTile name="Score" note={`${formatShare(los)} likely to be better`}>
        {formatShare(score)}
      </StatTile>
    </>
  );
}

/** The rest of the page. */
export function MatchContents({ details }: { details: MatchDetails }) {
  const { sentence, test, trail, pentanomial, sides } = details;
  return (
    <>
      <p class="verdict">{sentence}</p>
      {test && (
        <section class="stack card">
          <h2>Test</h2>
          <LlrGauge test={test} />
          <p class="soft">{`alpha ${test.alpha}, beta ${test.beta}; ${test.verdict === 'undecided' ? 'undecided' : `${test.verdict} accepted`}`}</p>
        </section>
      )}
      {trail.length > 1 && <Trails details={details} />}
      <div class="two">
        {pentanomial && <Pentanomial counts={pentanomial} />}
        <section class="stack">
          <h2>Games</h2>
          <BarList caption="How games ended for the candidate" rows={outcomeRows(details)} />
        </section>
      </div>
      <ContestantsTable contestants={sides.map((side) => ({ ...side, name: side.role }))} />
    </>
  );
}

function Trails({ details: { trail, test } }: { details: MatchDetails }) {
  const elo = useMemo(() => eloPlot(trail), [trail]);
  const llr = useMemo(() => test && llrPlot(trail, test), [trail]);
  const last = trail.at(-1)!;
  return (
    <div class={llr ? 'two' : 'stack'}>
      <section class="stack card">
        <h2>Elo</h2>
        <Plot label={`Elo of the candidate after ${last.pairs} pairs: ${formatEloRange(last)}.`} data={elo}>
          <DataTable caption="Elo" columns={POINTS} rows={trail} keyOf={({ pairs }) => String(pairs)} />
        </Plot>
      </section>
      {llr && (
        <section class="stack card">
          <h2>LLR</h2>
          <Plot label={`LLR after ${last.pairs} pairs: ${(last.llr ?? 0).toFixed(2)}.`} data={llr} />
        </section>
      )}
    </div>
  );
}

const POINTS: readonly Column<MatchPoint>[] = [
  { header: 'Pairs', isNumber: true, cell: ({ pairs }) => formatThousands(pairs) },
  { header: 'Elo', isNumber: true, cell: formatEloRange },
  { header: 'LLR', isNumber: true, cell: ({ llr }) => (llr === undefined ? '–' : formatWithSign(llr, 2)) },
];

function eloPlot(trail: readonly MatchPoint[]) {
  const points = trail.map(({ pairs, elo, low, high }) => ({ x: pairs, y: elo, low, high }));
  const end = Math.min(800, Math.max(50, widest(points.slice(Math.floor(points.length / 8)))));
  return joinCurves([{ name: 'Elo', points, hasBand: true }], {
    xKind: 'count',
    xTitle: 'pairs',
    yTitle: 'Elo of the candidate',
    range: [-20, 20],
    limits: [-end, end],
    formatY: (elo) => formatWithSign(elo),
    marks: [{ y: 0, name: '' }],
  });
}

/** The first intervals are so wide that they would leave no room for the rest. */
function widest(points: readonly { readonly low: number | null; readonly high: number | null }[]): number {
  const ends = points.flatMap(({ low, high }) => [low, high]).filter((end) => end !== null);
  const most = ends.reduce((sofar, end) => Math.max(sofar, Math.abs(end)), 0);
  return most === 0 ? 400 : Math.ceil(most / 50) * 50;
}

function llrPlot(trail: readonly MatchPoint[], { lower, upper, elo0, elo1 }: NonNullable<MatchDetails['test']>) {
  const points = trail.map(({ pairs, llr }) => ({ x: pairs, y: llr ?? null }));
  return joinCurves([{ name: 'LLR', points }], {
    xKind: 'count',
    xTitle: 'pairs',
    yTitle: 'log-likelihood ratio',
    range: [lower, upper],
    formatY: (llr) => formatWithSign(llr, 1),
    marks: [
      { y: lower, name: `H0: ${elo0} Elo` },
      { y: upper, name: `H1: ${elo1} Elo` },
    ],
  });
}

const POINTS_OF_PAIRS = ['0', '½', '1', '1½', '2'];

function Pentanomial({ counts }: { counts: readonly number[] }) {
  const all = counts.reduce((sum, count) => sum + count, 0);
  const rows = counts.map((count, index) => ({
    key: POINTS_OF_PAIRS[index]!,
    name: `${POINTS_OF_PAIRS[index]!} ${index === 1 || index === 2 ? 'point' : 'points'}`,
    count,
    figure: `${formatThousands(count)} (${formatShare(all === 0 ? 0 : count / all)})`,
  }));
  return (
    <section class="stack">
      <h2>Pairs by points of the candidate</h2>
      <BarList caption="Pairs by points of the candidate" rows={rows} />
    </section>
  );
}

function outcomeRows({ sides }: MatchDetails) {
  const { wins = 0, draws = 0, losses = 0 } = sides.find(({ role }) => role === 'candidate')?.outcomes ?? {};
  const all = Math.max(1, wins + draws + losses);
  return Object.entries({ won: wins, drawn: draws, lost: losses }).map(([name, count]) => {
    return { key: name, name, count, figure: `${formatThousands(count)} (${formatShare(count / all)})` };
  });
}
