/** Starts the analysis of games on the host, shows how far it is, and ends it. */
import { useEffect, useState } from 'preact/hooks';
import type { AnalysisView } from '../../../views/live.js';
import { formatCount } from '../../../views/numbers.js';
import { Bar } from '../kit/figures.js';
import { fetchJson } from '../shell/fetch-json.js';
import { useAction } from '../shell/use-action.js';

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
  const [view, setView] = useState<AnalysisView>({ games: [], searched: 0, total: 0 });
  const { run, problem } = useAction();
  const { games, searched, total, failed } = view;
  const waiting = ids.filter((id) => games.includes(id));
  /** A host that does not answer may begin again what it has left unfinished. */
  const look = async (): Promise<void> => {
    const next = await fetchJson<AnalysisView>('/api/analysis').catch(() => ({ ...view }));
    setView(next);
    if (waiting.some((id) => !next.games.includes(id))) onDone();
  };
  const send = (options: Parameters<typeof fetchJson>[1]) =>
    run(() => fetchJson('/api/analysis', options).finally(look));
  useEffect(() => void look(), []);
  useEffect(() => {
    const timer = waiting.length > 0 && setTimeout(() => void look(), LOOK_MS);
    return () => clearTimeout(timer || undefined);
  }, [view]);
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
