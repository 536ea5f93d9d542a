/** A match: the verdict, Elo and LLR over its pairs, the pentanomial, both sides. */
import { useMemo } from 'preact/hooks';
import { sidesOf, toBounded, type MatchPoint, type MatchReport } from '../../../views/contest-report.js';
import {
  formatChance,
  formatSigned,
  formatEloRange,
  formatShare,
  formatThousands,
  keepUnits,
} from '../../../views/numbers.js';
import { DataTable, type Column } from '../kit/data-table.js';
import type { Tile } from '../kit/figures.js';
import { BarList } from '../plots/bars.js';
import { Plot } from '../plots/plot.js';
import type { PlotData } from '../plots/plot-scale.js';
import { MIN_POINTS } from '../studies/shares.js';
import { ContestantsTable } from './contestants-table.js';

export function matchTiles({ elo, eloLow, eloHigh, los, score }: MatchReport): Tile[] {
  const [low, high] = [toBounded(eloLow), toBounded(eloHigh)];
  return [
    {
      name: 'Elo',
      figure: formatEloRange({ elo: toBounded(elo), low, high }),
      note: 'of the candidate, with its 95 % interval',
      tone: low !== null && low > 0 ? 'good' : high !== null && high < 0 ? 'bad' : undefined,
    },
    {
      name: 'Score',
      figure: formatShare(score),
      note: `${keepUnits(formatChance(los))} likely to be better`,
      title: 'Points of the candidate per game; 50\u00a0% if both are equally good',
    },
  ];
}

interface MatchProps {
  readonly report: MatchReport;
  readonly trail: readonly MatchPoint[];
}

export function MatchContents({ report, trail }: MatchProps) {
  const { sentence, pentanomial, candidate } = report;
  const test = testOf(report);
  return (
    <>
      <p class="verdict">{keepUnits(sentence)}</p>
      {test && (
        <section class="stack card">
          <h2>Test</h2>
          <LlrGauge test={test} />
          <p class="soft">{`alpha ${test.alpha}, beta ${test.beta}; ${test.verdict === 'undecided' ? 'undecided' : `${test.verdict} accepted`}`}</p>
        </section>
      )}
      {trail.length >= MIN_POINTS && <Trails trail={trail} test={test} />}
      <div class="two">
        {pentanomial && (
          <Counts
            title="Pairs by points of the candidate"
            counts={pentanomial.map((count, index) => [POINTS_OF_PAIRS[index]!, count])}
          />
        )}
        <Counts
          title="Games of the candidate"
          counts={Object.entries({ won: candidate.wins, drawn: candidate.draws, lost: candidate.losses })}
        />
      </div>
      <ContestantsTable contestants={sidesOf(report).map(([role, side]) => ({ ...side, name: role }))} />
    </>
  );
}

const POINTS_OF_PAIRS = ['0 points', '½ point', '1 point', '1½ points', '2 points'];

function Counts({ title, counts }: { title: string; counts: readonly (readonly [string, number])[] }) {
  return (
    <section class="stack card">
      <h2>{title}</h2>
      <BarList caption={title} counts={counts} />
    </section>
  );
}

type Test = NonNullable<ReturnType<typeof testOf>>;

function testOf({ test, llr, llrBounds, verdict }: MatchReport) {
  if (test === null || llr === null || llrBounds === null) return undefined;
  const [lower, upper] = llrBounds;
  return { ...test, llr, lower, upper, verdict };
}

function Trails({ trail, test }: { trail: readonly MatchPoint[]; test: Test | undefined }) {
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
  { header: 'LLR', isNumber: true, cell: ({ llr }) => (llr === null ? '–' : formatSigned(llr, 2)) },
];

function eloPlot(trail: readonly MatchPoint[]): PlotData {
  const points = trail.map(({ pairs, elo, low, high }) => ({ x: pairs, y: elo, low, high }));
  const end = Math.min(800, Math.max(50, widest(points.slice(Math.floor(points.length / 8)))));
  return {
    curves: [{ name: 'Elo', points, hasBand: true }],
    xKind: 'count',
    xTitle: 'pairs',
    yTitle: 'Elo of the candidate',
    range: [-20, 20],
    limits: [-end, end],
    formatY: (elo) => formatSigned(elo, 0),
    marks: [{ y: 0, name: '' }],
  };
}

/** The first intervals are so wide that they would leave no room for the rest. */
function widest(points: readonly { readonly low: number | null; readonly high: number | null }[]): number {
  const ends = points.flatMap(({ low, high }) => [low, high]).filter((end) => end !== null);
  const most = Math.max(0, ...ends.map(Math.abs));
  return most === 0 ? 400 : Math.ceil(most / 50) * 50;
}

function llrPlot(trail: readonly MatchPoint[], { lower, upper, elo0, elo1 }: Test): PlotData {
  return {
    curves: [{ name: 'LLR', points: trail.map(({ pairs, llr }) => ({ x: pairs, y: llr })) }],
    xKind: 'count',
    xTitle: 'pairs',
    yTitle: 'log-likelihood ratio',
    range: [lower, upper],
    formatY: (llr) => formatSigned(llr, 1),
    marks: [
      { y: lower, name: `H0: ${elo0} Elo` },
      { y: upper, name: `H1: ${elo1} Elo` },
    ],
  };
}

/** The log-likelihood ratio of a test as a bar from 0 towards the bound it nears, with the bounds at its ends. */
function LlrGauge({ test: { llr, lower, upper, elo0, elo1 } }: { test: Test }) {
  const at = (value: number): number => (100 * (Math.min(upper, Math.max(lower, value)) - lower)) / (upper - lower);
  const [from, to] = [at(Math.min(0, llr)), at(Math.max(0, llr))];
  const label = `LLR ${llr.toFixed(2)}, between ${lower.toFixed(2)} (H0, ${elo0} Elo) and ${upper.toFixed(2)} (H1, ${elo1} Elo)`;
  return (
    <div>
      <svg class="gauge" role="img" aria-label={label} viewBox="0 0 100 10" preserveAspectRatio="none">
        <rect class="whole" width="100" height="10" />
        <rect class={llr < 0 ? 'part bad' : 'part'} x={from} width={Math.max(0.3, to - from)} height="10" />
        <line class="zero" x1={at(0)} x2={at(0)} y1="0" y2="10" />
      </svg>
      <div class="gauge-ends" aria-hidden="true">
        <span>{`H0 at ${formatSigned(lower, 2)}: ${elo0} Elo`}</span>
        <strong>{formatSigned(llr, 2)}</strong>
        <span>{`H1 at ${formatSigned(upper, 2)}: ${elo1} Elo`}</span>
      </div>
    </div>
  );
}
