/** Asks for the token of the admin port. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { LoginRequest } from '../../api/session.js';
import { fetchJson } from './fetch-json.js';

/** A form for the token; `onLogin` is called once the host has accepted it. */
export function LoginForm({ onLogin }: { onLogin: () => void }) {
  const [problem, setProblem] = useState<string>();
  const [isSent, setSent] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    setSent(true);
    setProblem(undefined);
    const body: LoginRequest = { token: field.current?.value ?? '' };
    await fetchJson('/api/session', { method: 'POST', body }).then(onLogin, ({ message }: Error) => {
      setProblem(message);
      field.current?.select();
    });
    setSent(false);
  };
  return (
    <form class="card login" onSubmit={send}>
      <h1>Log in</h1>
      <p class="soft">This page belongs to the host's operators. They have a token for its admin port.</p>
      <label class="field">
        <span>Token</span>
        <input
          ref={field}
          type="password"
          name="token"
          autoComplete="current-password"
          required
          aria-invalid={problem !== undefined}
          aria-describedby="login-problem"
        />
      </label>
      <p id="login-problem" class="problem" role="alert">
        {problem}
      </p>
      <button class="primary" disabled={isSent}>
        Log in
      </button>
    </form>
  );
}
