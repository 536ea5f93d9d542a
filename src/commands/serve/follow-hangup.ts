/** What SIGHUP does: reload, or end if the terminal is gone. Called by `serve.ts`. */
import { closeSync, openSync } from 'node:fs';

/** What the signal can do; the argument is its name, for the log. */
interface HangupActions {
  readonly reload: (signal: string) => Promise<void>;
  readonly close: (signal: string) => Promise<void>;
}

/**
 * From now on, SIGHUP reloads the configuration. One that comes before `begin` is called takes effect then. If the
 * terminal that the host was started from is gone, that is why the signal came, and the host ends instead.
 */
export function followHangup() {
  const hadTerminal = process.stdout.isTTY && hasTerminal();
  let actions: HangupActions | undefined;
  let isEarly = false;
  const hangUp = (): void => {
    if (actions === undefined) return void (isEarly = true);
    void (hadTerminal && !hasTerminal() ? actions.close('SIGHUP') : actions.reload('SIGHUP'));
  };
  process.on('SIGHUP', hangUp);
  return {
    /** The host serves. */
    begin(given: HangupActions): void {
      actions = given;
      if (isEarly) hangUp();
    },
  };
}

/** Whether there is a terminal behind this process. */
function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    return false;
  }
}
