/** What a button or a form does on the host: whether it is in progress, and why the last one has failed. */
import { useState } from 'preact/hooks';

export function useAction() {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const run = (action: () => Promise<unknown>): void => {
    setBusy(true);
    setProblem(undefined);
    action()
      .catch(({ message }: Error) => setProblem(message))
      .finally(() => setBusy(false));
  };
  /** Runs an action with the values of a form that is sent. */
  const submit = (action: (data: FormData) => Promise<unknown>) => (event: Event) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    run(() => action(data));
  };
  return { isBusy, problem, run, submit };
}
