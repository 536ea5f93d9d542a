/** Asks the host for JSON, also as the state of a component. */
import { useEffect, useState } from 'preact/hooks';
import { historyEntry } from './location.js';
import { hostPath } from './page-info.js';

interface FetchOptions {
  readonly method?: 'POST' | 'DELETE';
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** Fetches JSON from a path of the host. Throws the host's message if it refuses, or why it is unreachable. */
export async function fetchJson<Value>(path: string, options: FetchOptions = {}): Promise<Value> {
  const response = await ask(path, options);
  return (await response.json().catch(() => undefined)) as Value;
}

/** The same for a file. */
export async function fetchFile(path: string, options: FetchOptions): Promise<Blob> {
  return (await ask(path, options)).blob();
}

async function ask(path: string, options: FetchOptions): Promise<Response> {
  const response = await send(path, options);
  if (response.ok) return response;
  const body = await response.json().catch(() => undefined);
  throw new Error(sentenceOf(body) ?? `The host answered ${response.status}.`);
}

async function send(path: string, { body, ...options }: FetchOptions): Promise<Response> {
  const headers = { Accept: 'application/json', ...(body !== undefined && { 'Content-Type': 'application/json' }) };
  try {
    // Not as a path alone: if the page's address has a password in it, as in a bookmark, that would be refused.
    return await fetch(new URL(hostPath(path), location.origin), {
      ...options,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new Error('The host cannot be reached. Is it still running?', { cause: error });
  }
}

/** The sentence of the host's `{"error": {"message"}}`. */
function sentenceOf(body: unknown): string | undefined {
  const error = (body as { error?: { message?: unknown } } | undefined)?.error;
  return typeof error?.message === 'string' ? error.message : undefined;
}

/** A request for JSON, which `again` repeats. While a newer one is in flight, the last value stays. */
export type Fetched<Value> = Outcome<Value> & { readonly again: () => void };

type Outcome<Value> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: Error }
  | { readonly state: 'loaded'; readonly value: Value };

/**
 * The JSON at a path, fetched again when the path changes or `again` is called. Nothing is fetched without a path.
 * After Back, it begins with the value that the page was left with.
 */
export function useFetched<Value>(path: string | undefined): Fetched<Value> {
  const [entry] = useState(historyEntry);
  const [fetched, setFetched] = useState<Outcome<Value>>(() =>
    path !== undefined && entry.has(path) ? { state: 'loaded', value: entry.get(path) as Value } : { state: 'loading' },
  );
  const [round, setRound] = useState(0);
  useEffect(() => void (fetched.state === 'loaded' && entry.set(path!, fetched.value)), [fetched]);
  useEffect(() => {
    if (path === undefined) return;
    const abort = new AbortController();
    setFetched((last) => (last.state === 'loaded' ? last : { state: 'loading' }));
    fetchJson<Value>(path, { signal: abort.signal }).then(
      (value) => !abort.signal.aborted && setFetched({ state: 'loaded', value }),
      (error: Error) => !abort.signal.aborted && setFetched({ state: 'failed', error }),
    );
    return () => abort.abort();
  }, [path, round]);
  return { ...fetched, again: () => setRound((last) => last + 1) };
}
