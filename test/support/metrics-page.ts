/** Makes the page of metrics from what a host with one snake exports: `docs/reference/metrics.md`. */
import { createMetrics } from '../../src/metrics/metrics.js';

const HEAD = `# Metrics

The admin port serves these at \`/metrics\` in Prometheus's text format, next to Node's own metrics of the process
(\`process_*\`, \`nodejs_*\`). The label \`snake\` is a prefix, or \`journal\` in \`child_*\`. [Containers](../guides/containers.md#prometheus-and-grafana-elsewhere)
has a dashboard and alerts, [Operating](../guides/operating.md#watch) says which metrics to look at first. \`npm run generate\`
writes this page.
`;

const LOST_TURNS = `
## Lost turns

Engines do not report whether they used an answer. The host infers it from the next request of the game:

| \`used\` | meaning |
| --- | --- |
| \`yes\` | the snake moved as answered, and not straight on; or the engine's latency shows an answer in time |
| \`no\` | lost: the snake moved elsewhere |
| \`probably-lost\` | it moved straight on, as without an answer, and the engine reports a timeout; counted as \`unlikely\`, too, until 3.0 |
| \`unknown\` | it moved straight on, and the engine reports no latency that tells |

If the next request goes to another host, the journal decides when the game ends. The host that writes the end counts the
turn, logs it and alerts. Hosts without a shared journal do not count it.
A turn that no host answered, because its host was stopped or killed, has no answer to count.
`;

/** Labels whose values are names or versions of yours. */
const FREE = new Set(['snake', 'experiment', 'version', 'node', 'le']);

export async function createMetricsPage(): Promise<string> {
  const { body } = await exported();
  const rows = body.split(/^(?=# HELP serpentarium_)/m).map((block) => {
    const [, name, help] = /^# HELP (\w+) (.*)$/m.exec(block) ?? [];
    if (name === undefined) return '';
    const [, type] = /^# TYPE \w+ (\w+)$/m.exec(block)!;
    return `| \`${name}\` | ${type!} | ${labelsOf(block, name)} | ${help!} |`;
  });
  return `${HEAD}\n| name | type | labels | meaning |\n| --- | --- | --- | --- |\n${rows.filter(Boolean).join('\n')}\n${LOST_TURNS}`;
}

/** The labels of a metric and their values, as far as the host chooses them. */
function labelsOf(block: string, name: string): string {
  const values = new Map<string, Set<string>>();
  for (const [, labels] of block.matchAll(new RegExp(`^${name}(?:_bucket)?\\{(.*)\\} `, 'gm')))
    for (const [, label, value] of labels!.matchAll(/(\w+)="([^"]*)"/g))
      values.set(label!, (values.get(label!) ?? new Set()).add(value!));
  return [...values]
    .filter(([label]) => label !== 'le')
    .map(([label, all]) => {
      const shown = FREE.has(label) ? '' : `: ${[...all].map((value) => `\`${value}\``).join(', ')}`;
      return `\`${label}\`${shown}`;
    })
    .join('; ');
}

/** What a host exports whose one snake has all that a metric can tell of a snake. */
function exported() {
  const metrics = createMetrics('', { takeDelays: () => ({ p50: 0, p99: 0, max: 0 }) });
  const upstream = { isReachable: true, since: 0, failures: 0, latency: 0 };
  metrics.add('/snake');
  metrics.addShadow('/snake');
  metrics.answered('/snake', 'moved', 0, 0);
  metrics.watchJournal(() => ({ entries: 0, bytes: 0 }));
  metrics.watchShares(() => [
    {
      snake: '/snake',
      live: 0,
      cpuBound: 0,
      waiting: 0,
      shares: [0],
      children: [{ memoryMb: 0 }],
      upstreams: [upstream],
    },
  ]);
  const [difference, low, high, games] = [0, 0, 0, 0];
  const states = ['undecided', 'candidate is better', 'base is better', 'stopped', 'promoted'] as const;
  metrics.watchExperiments(() => states.map((state) => ({ experiment: 'x', state, difference, low, high, games })));
  return metrics.text();
}
