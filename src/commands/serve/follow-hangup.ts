/** What SIGHUP does: reload, or end if the terminal is gone. Called by `serve.ts`. */
import { closeSync, openSync } from 'node:fs';

/** What can be done about the signal; the argument is its name, for the log. */
interface HangupActions {
  readonly reload: (signal: string) => Promise<void>;
  readonly close: (signal: string) => Promise<void>;
}

/**
 * From now on, SIGHUP reloads the configuration; one that comes before `begin` is called, then. But if the terminal
 * that the host was started from is gone, that is why the signal came, and the host ends.
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
    /** The host is there. */
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
