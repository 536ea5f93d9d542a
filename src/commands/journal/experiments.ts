/** `serpentarium experiments`: lists the experiments, shows one, or changes one on a running host. */
import { formatPermanent } from '../../config/permanent-entry.js';
import { readConfig } from '../../config/read-config.js';
import type { HostConfig } from '../../config/types.js';
import { usageFault } from '../../errors/errors.js';
import { askJson, ASK_LIMITS } from '../../exchange/ask-json.js';
import { findUnknownNames } from '../../journal/filter-words.js';
import { adminPortQuery, experimentsQuery, type JournalReader } from '../../journal/journal.js';
import { openJournal, withJournal } from '../../journal/open-journal.js';
import { commandFor, describeHeld, formatForecast, METHOD } from '../../journal/report/format-experiments.js';
import { foresee } from '../../journal/report/verdicts.js';
import { createComparison, createMeetings } from '../../stats/confidence-sequence.js';
import { formatTable, terminalWidth, wrapText } from '../../terminal/format-table.js';
import { print, printJson } from '../../terminal/print.js';
import { documentUrl } from '../../version.js';
import { formatPercent } from '../../views/numbers.js';
import type { ExperimentsView } from '../../views/plots.js';
import { EXPERIMENT_ACTIONS, type ExperimentChange, type HeldSplit } from '../../views/report-lines.js';
import { defineCommand } from '../define-command.js';
import { argument, configFlag, JSON_FLAG } from '../flags.js';
import { linksOf } from '../game-links.js';

const ACTIONS = EXPERIMENT_ACTIONS.join(', ').replace(/, (\w+)$/, ' or $1');

export default defineCommand({
  arguments: [
    argument('[ACTION]', `${ACTIONS}: change a split on the running host; or the name of an experiment to show`),
    argument('[NAME]', 'the name of the split to change'),
  ],
  flags: [configFlag('the configuration of the host and its journal'), JSON_FLAG],
  exits: { 0: 'done', 1: 'no host has answered', 2: 'wrong usage, or no such experiment' },
  examples: ['experiments', 'experiments hunger-60', 'experiments promote hunger-60'],
  async run({ words: [word, name], flags: { config, json } }) {
    const [result, text] = name === undefined ? await show(config, word) : await change(config, word!, name);
    if (json) printJson(result, 2);
    else print(text);
  },
});

type Shown = readonly [result: object, text: string];

async function show(file: string, name: string | undefined): Promise<Shown> {
  const { config } = readConfig(file, process.env);
  return withJournal(openJournal, file, async (journal) => {
    const [unknown] = findUnknownNames({ experiment: name }, await journal.listNames(), config);
    if (unknown !== undefined) throw usageFault('experiments', unknown.message);
    const view = await journal.ask(experimentsQuery, { experiment: name });
    if (name === undefined) return [view, formatList(view, config)];
    const isNew = view.live.length + view.shadows.length === 0;
    return [view, isNew ? await foreseeNew(journal, config, name, view) : formatOne(view, file, name)];
  });
}

/** A line for each experiment of the journal, and of the configuration. */
function formatList({ live, shadows, held }: ExperimentsView, { experiments, sideBySide }: HostConfig): string {
  const rows = live.map((one) => {
    const gets = one.design === 'split' ? formatHeld(one) || `gets ${formatPercent(one.share)}` : '';
    return [one.experiment, one.design, String(one.games), gets, one.decision];
  });
  for (const { experiment, games } of shadows) rows.push([experiment, 'shadow', String(games), '', '']);
  for (const { name } of [...experiments, ...sideBySide])
    if (!rows.some(([known]) => known === name)) rows.push([name, '', '0', formatHeld(findHeld(held, name)), '']);
  if (rows.length === 0) return `No experiments. How to configure one: ${documentUrl('guides/experiments')}`;
  return formatTable(['experiment', 'design', 'games', 'candidate', 'verdict'], rows, { width: terminalWidth() });
}

const findHeld = (held: ExperimentsView['held'], name: string) => held.find(({ experiment }) => experiment === name);

function formatHeld({ stopped, promoted }: Partial<HeldSplit> = {}): string {
  return stopped ? `stopped: ${stopped.guard}` : promoted ? 'promoted' : '';
}

/** Forecasts how many games a verdict takes, from the games that its URL, or both sides together, had so far. */
async function foreseeNew(
  journal: JournalReader,
  { experiments, sideBySide }: HostConfig,
  name: string,
  { held }: ExperimentsView,
): Promise<string> {
  const none = `${name}: no game so far. ${describeHeld(findHeld(held, name) ?? { experiment: name })}`.trimEnd();
  const pair = sideBySide.find((one) => one.name === name);
  const split = experiments.find((one) => one.name === name && one.split !== 'shadow');
  const snakes = pair ? [pair.base, pair.candidate] : split ? [split.prefix] : [];
  const lists = await Promise.all(snakes.map((snake) => journal.listGames({ snakes: [snake], limit: 200 })));
  const [first, ...others] = lists.map(({ games }) => games.toReversed());
  if (first === undefined) return none;
  const met = first.filter(({ game }) => others.every((list) => list.some((one) => one.game === game)));
  const starts = met.map(({ startedAt }) => ({ started_at: startedAt }));
  const forecast = foresee(pair ? createMeetings() : createComparison(), starts);
  return wrapText(`${none} ${formatForecast(forecast)}`, terminalWidth()).join('\n');
}

/** The verdict with its evidence, what the guards have counted, and the YAML that keeps a better candidate. */
function formatOne({ live, shadows }: ExperimentsView, file: string, name: string): string {
  const parts = [...live, ...shadows].flatMap(({ sentence }) => sentence.split('\n'));
  for (const { outlook, decision } of live) if (decision === 'undecided') parts.push(outlook);
  const split = live.find((one) => one.design === 'split');
  for (const { guard, base: a, candidate: b } of split?.guards ?? [])
    parts.push(`Games with ${guard}: ${b.bad} of ${b.games} of the candidate, ${a.bad} of ${a.games} of the base.`);
  const lines = [...parts, METHOD].flatMap((part) => wrapText(part, Math.min(terminalWidth(), 100)));
  const isKept = split?.promoted !== undefined || split?.decision === 'candidate is better';
  const permanent = isKept ? formatPermanent(file, name) : undefined;
  return [...lines, ...(permanent === undefined ? [] : ['', permanent])].join('\n');
}

/** Asks the running host. Throws a `UsageError` that may pass if none answers. */
async function change(file: string, action: string, name: string): Promise<Shown> {
  if (!EXPERIMENT_ACTIONS.some((one) => one === action))
    throw usageFault('experiments', `"${action}" is not ${ACTIONS}.`);
  const { config } = readConfig(file, process.env);
  // Without a journal, or its host in it, the host is at its configured port.
  const running = await withJournal(openJournal, file, (journal) => journal.ask(adminPortQuery, undefined)).catch(
    () => undefined,
  );
  const { admin } = config.server;
  const links = linksOf(config, running);
  if (admin === 'off' || links === undefined) throw usageFault(file, '"server.admin" is "off": no host can be asked.');
  const url = new URL(`${links.base}/experiments/${encodeURIComponent(name)}/${action}`);
  const answer = await askJson(url, { method: 'POST', token: admin.token, limits: { ...ASK_LIMITS, timeout: 5000 } });
  if ('problem' in answer) {
    if (answer.status === 404) throw usageFault('experiments', `the host at ${url.host} has no split "${name}".`);
    throw usageFault(url.host, `${answer.problem}. "serpentarium serve" starts a host.`, { mayPass: true });
  }
  const result = answer.value as ExperimentChange;
  const { changed, share, permanent } = result;
  const lines = [`${name}: the candidate ${changed ? 'now' : 'already'} gets ${formatPercent(share)} of new games.`];
  if (share === 1) lines.push(`Back to the split: ${commandFor('resume', name)}.`);
  if (permanent !== undefined) lines.push('', permanent);
  return [result, lines.join('\n')];
}
