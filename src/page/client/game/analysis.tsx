/** Starts the analysis of games on the host, shows how far it is, and ends it. */
import { useEffect, useState } from 'preact/hooks';
import type { AnalysisView } from '../../../views/live.js';
import { formatCount } from '../../../views/numbers.js';
import { Bar } from '../kit/figures.js';
import { fetchJson, useFetched } from '../shell/fetch-json.js';

/** Interval between polls of an analysis in progress, in ms. */
const LOOK_MS = 1000;

interface AnalyseProps {
  /** Games without an analysis. */
  readonly ids: readonly string[];
  readonly label: string;
  readonly words: string;
  /** Called when one of them is finished: it may have an analysis now. */
  readonly onDone: () => void;
}

export function Analyse({ ids, label, words, onDone }: AnalyseProps) {
  const fetched = useFetched<AnalysisView>('/api/analysis');
  const view = fetched.state === 'loaded' ? fetched.value : undefined;
  const { games = [], searched = 0, total = 0, failed } = view ?? {};
  const [problem, setProblem] = useState<string>();
  const [last, setLast] = useState(0);
  const waiting = ids.filter((id) => games.includes(id));
  useEffect(() => {
    setLast(waiting.length);
    if (waiting.length < last) onDone();
    const timer = waiting.length > 0 && setTimeout(fetched.again, LOOK_MS);
    return () => clearTimeout(timer || undefined);
  }, [view]);
  const send = (options: Parameters<typeof fetchJson>[1]): void => {
    setProblem(undefined);
    fetchJson('/api/analysis', options)
      .catch((thrown: Error) => setProblem(thrown.message))
      .finally(fetched.again);
  };
  const turns = `${searched} of ${formatCount(total, 'turn')}`;
  const others = formatCount(games.length - 1, 'other game');
  const reason = problem ?? (failed && ids.includes(failed.id) ? failed.reason : undefined);
  return (
    <div class="row small analysis" role="group" aria-label="Analysis">
      {waiting.length === 0 ? (
        <>
          <button type="button" onClick={() => send({ method: 'POST', body: { games: ids } })}>
            {label}
          </button>
          <span class="soft">{words}</span>
        </>
      ) : (
        <>
          <Bar label={`Analysed: ${turns}`} value={searched} max={total} />
          <span>{`${turns}${games.length > 1 ? `, and ${others}` : ''}`}</span>
          <button type="button" onClick={() => send({ method: 'DELETE' })}>
            Cancel
          </button>
        </>
      )}
      {reason && <span role="alert">{`Not analysed: ${reason}.`}</span>}
    </div>
  );
}
