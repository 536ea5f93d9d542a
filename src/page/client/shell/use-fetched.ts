/** JSON of the host as the state of a component. */
import { useEffect, useState } from 'preact/hooks';
import { fetchJson } from './fetch-json.js';

/** What has come of a request. While a newer one is under way, the last value stays. */
export type Fetched<Value> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: Error }
  | { readonly state: 'loaded'; readonly value: Value; readonly isStale: boolean };

/** The JSON at a path, fetched again when the path changes or `again` is called. Nothing is fetched without a path. */
export function useFetched<Value>(path: string | undefined): Fetched<Value> & { readonly again: () => void } {
  const [fetched, setFetched] = useState<Fetched<Value>>({ state: 'loading' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (path === undefined) return;
    const abort = new AbortController();
    setFetched((last) => (last.state === 'loaded' ? { ...last, isStale: true } : { state: 'loading' }));
    fetchJson<Value>(path, { signal: abort.signal }).then(
      (value) => !abort.signal.aborted && setFetched({ state: 'loaded', value, isStale: false }),
      (error: Error) => !abort.signal.aborted && setFetched({ state: 'failed', error }),
    );
    return () => abort.abort();
  }, [path, round]);
  return { ...fetched, again: () => setRound((last) => last + 1) };
}
