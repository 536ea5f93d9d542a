/** Who is looking, and at what: asked when the page starts, after a login, and when the host wants one. */
import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import type { SessionState } from '../../api/session.js';
import { fetchJson, listenForLogin } from './fetch-json.js';

/** The session. Pages are only shown within it. */
export const SessionContext = createContext<SessionState | undefined>(undefined);

export function useSession(): SessionState {
  return useContext(SessionContext)!;
}

export type AskedSession = ReturnType<typeof useAskedSession>;

/** Asks for the session, and again whenever a request was refused for want of a login. */
export function useAskedSession() {
  const [session, setSession] = useState<SessionState>();
  const [error, setError] = useState<Error>();
  const ask = (): void => {
    setError(undefined);
    fetchJson<SessionState>('/api/session').then(setSession, setError);
  };
  useEffect(() => {
    ask();
    // A host that cannot be reached for a moment is no reason to take away what is shown.
    return listenForLogin(() => void fetchJson<SessionState>('/api/session').then(setSession, () => {}));
  }, []);
  return { session, error, ask };
}
