/** Posts a test alert to every webhook of a configuration. */
import { hostname } from 'node:os';
import { formatAlert } from '../../alerts/alert-route.js';
import { hostOf, send } from '../../alerts/webhook.js';
import { readConfig } from '../../config/read-config.js';
import { formatMs } from '../../views/numbers.js';
import { bad, good, type Finding, type Diagnosis } from './finding.js';

const TEST_ALERT = {
  kind: 'test',
  summary: 'this is a test alert.',
  advice: 'There is nothing to do.',
  counts: {},
  heldBack: 0,
} as const;

export async function inspectWebhooks(file: string): Promise<Diagnosis> {
  const { alerts } = readConfig(file, process.env).config;
  const body = formatAlert(TEST_ALERT, hostname(), new Date());
  const posted = alerts.map(async ({ url, on }): Promise<Finding> => {
    const began = performance.now();
    const sent = await send(url, body);
    const took = formatMs(performance.now() - began);
    const kinds = on.join(', ');
    if (sent.isDelivered) return good(hostOf(url), `${kinds}: delivered with status ${sent.status} in ${took}`);
    return bad(hostOf(url), `${kinds}: not delivered, ${sent.reason}`, 'Correct its "url" under "alerts".');
  });
  const none = bad('webhooks', `${file} has no webhook under "alerts"`, 'Add one, or leave out --alerts.');
  return { subject: 'webhooks', findings: alerts.length === 0 ? [none] : await Promise.all(posted) };
}
