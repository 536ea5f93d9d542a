/** `serpentarium alert --test`: posts a test alert to every webhook of a configuration, and prints the responses. */
import { hostname } from 'node:os';
import type { Command } from 'commander';
import { formatAlert } from '../alerts/alert-route.js';
import { hostOf, send, type Sent } from '../alerts/webhook.js';
import { readConfig } from '../config/read-config.js';
import { EXIT, formatFault } from '../errors/errors.js';
import { formatMs } from '../views/numbers.js';
import { formatTable, terminalWidth } from '../terminal/format-table.js';
import { print, printError, printJson } from '../terminal/print.js';
import { DEFAULT_CONFIG } from './arguments.js';

const TEST_ALERT = {
  kind: 'test',
  summary: 'this is a test alert.',
  advice: 'There is nothing to do.',
  counts: {},
  heldBack: 0,
} as const;

interface AlertFlags {
  readonly config: string;
  readonly json?: true;
}

export function addAlertCommand(program: Command): void {
  program
    .command('alert')
    .option('--config <FILE>', 'the configuration', DEFAULT_CONFIG)
    .requiredOption('--test', 'post a test alert to each webhook, and print the responses')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExit codes: 0 all delivered; 1 one failed, or none is configured;\n2 wrong configuration.')
    .action(testAlerts);
}

async function testAlerts({ config: file, json }: AlertFlags): Promise<void> {
  const { config, warnings } = readConfig(file, process.env);
  for (const warning of warnings) printError(`warning: ${formatFault(warning)}`);
  if (config.alerts.length === 0) {
    printError(`${file} has no webhook under "alerts".`);
    process.exitCode = EXIT.failed;
    return;
  }
  const body = formatAlert(TEST_ALERT, hostname(), new Date());
  const results = await Promise.all(
    config.alerts.map(async ({ url, on }) => {
      const began = performance.now();
      const sent = await send(url, body);
      return { url, on, sent, took: performance.now() - began };
    }),
  );
  const rows = results.map(({ url, on, sent, took }) => [hostOf(url), on.join(', '), describe(sent), formatMs(took)]);
  if (json)
    printJson(
      results.map(({ url, ...result }) => ({ host: hostOf(url), ...result })),
      2,
    );
  else print(formatTable(['host', 'on', 'result', 'took'], rows, { width: terminalWidth(), wraps: [1, 2] }));
  if (results.some(({ sent }) => !sent.isDelivered)) process.exitCode = EXIT.failed;
}

function describe(sent: Sent): string {
  return sent.isDelivered ? `delivered: status ${sent.status}` : `not delivered: ${sent.reason}`;
}
