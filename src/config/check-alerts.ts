/** Finds the URLs of alerts, some of which are in the environment. Called by `read-config.ts`. */
import type { DeepPartial } from './check-shape.js';
import type { Reports } from './check-snakes.js';
import type { Environment } from './environment.js';
import { ALERT_URL } from './alert-keys.js';
import type { ConfigFile } from './schema.js';

type Alerts = readonly (DeepPartial<ConfigFile['alerts'][number]> | undefined)[];

/**
 * Returns the URL of each alert; `undefined` where it is a variable that is not set: warns of that, since games need no
 * alert. A variable that holds no URL is a fault. Never shows a value.
 */
export function readAlertUrls(alerts: Alerts, env: Environment, { fault, warning }: Reports): (string | undefined)[] {
  return alerts.map(({ url } = {}, index) => {
    if (url === undefined) return undefined;
    const name = url.startsWith('$') ? url.slice(1) : undefined;
    const value = name === undefined ? url : (env[name]?.trim() ?? '');
    const path = ['alerts', index, 'url'];
    if (value === '') {
      warning(path, `environment variable "${name}" is not set, so no alert is sent there. Did you forget it?`);
      return undefined;
    }
    if (new RegExp(ALERT_URL.pattern).test(value) && URL.canParse(value)) return value;
    fault(
      path,
      name === undefined
        ? `"url" is not ${ALERT_URL.expects}.`
        : `environment variable "${name}" is not ${ALERT_URL.expects}.`,
    );
    return undefined;
  });
}
