/** The tables of the documentation say what the code does: layers, keys, defaults, variables, metrics, log messages. */
import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { FileKeys, listKeys } from '../../src/config/schema.js';
import { COLUMNS } from '../../src/exporting/columns.js';
import { PLANES } from '../../src/exporting/samples.js';
import { createMetrics } from '../../src/metrics/metrics.js';
import { EventLoopMonitor } from '../../src/processes/event-loop-monitor.js';
import type { TSchema } from '../../src/wire/type.js';
import { inRepository } from '../support/fixtures.js';
import { LAYERS } from '../support/layers.js';
import { codeSpans, tableBelow } from '../support/markdown.js';
import { readSourceFiles } from '../support/source-files.js';

const source = readSourceFiles('src')
  .map(({ text }) => text)
  .join('');

describe('docs/internals/architecture.md', () => {
  const page = readPage('internals/architecture');

  it('shows the layers that the source is held to', () => {
    const layers = tableBelow(page, 'Layers').map(([, names]) => codeSpans(names!));
    const shown = layers.map((names) => names.map((name) => name.replaceAll(/^src\/|\/$/g, '')));
    expect(shown).to.deep.equal(LAYERS.toReversed());
  });
});

describe('docs/guides/exporting.md', () => {
  const page = readPage('guides/exporting');

  it('lists the columns of an export', () => {
    const columns = COLUMNS.map(({ name, type, isOptional, about }) => [
      `\`${name}\``,
      isOptional ? `${type}?` : type,
      about,
    ]);
    expect(tableBelow(page, 'Columns')).to.deep.equal(columns);
  });

  it('lists the planes', () => {
    expect(tableBelow(page, 'Planes')).to.deep.equal(PLANES.map((plane, index) => [String(index), plane]));
  });
});

describe('docs/guides/operating.md', () => {
  const page = readPage('guides/operating');

  it('explains every metric of ours', async () => {
    const eventLoop = new EventLoopMonitor();
    const created = createMetrics('', eventLoop);
    created.watchJournal(() => ({ entries: 0, bytes: 0 }));
    const { body } = await created.text();
    eventLoop.close();
    const metrics = [...body.matchAll(/^# TYPE (serpentarium_\w+)/gm)].map(([, name]) => name);
    expect(firstColumn(page, 'Metrics')).to.have.members(metrics);
  });

  it('lists log messages that are written', () => {
    const messages = tableBelow(page, 'Logs').flatMap(([names]) => codeSpans(names!));
    expect(messages.filter((message) => !isWritten(message))).to.deep.equal([]);
  });
});

describe('docs/reference/configuration.md', () => {
  const page = readPage('reference/configuration');
  const sections = ['Top level', '`server`', '`snakes`', '`experiments`', '`journal`', '`alerts`'];

  it('explains every key of the configuration file', () => {
    expect(sections.flatMap((heading) => firstColumn(page, heading))).to.have.members(listKeys());
  });

  it('shows the defaults', () => {
    for (const [key, shown] of sections.flatMap((heading) => tableBelow(page, heading))) {
      const [name] = codeSpans(key!);
      const value: unknown = findKey(name!).default;
      if (typeof value === 'string') expect(codeSpans(shown!), name).to.deep.equal([value]);
      if (typeof value === 'number' || typeof value === 'boolean')
        expect(codeSpans(shown!), name).to.deep.equal([`${value}`]);
    }
  });

  it('explains every environment variable that is read', () => {
    const read = [...source.matchAll(/\benv\['([A-Z_]+)'\]/g)].map(([, name]) => name);
    expect(firstColumn(page, 'Environment')).to.include.members(read);
  });
});

function readPage(name: string): string {
  return readFileSync(inRepository(`docs/${name}.md`), 'utf8');
}

/** The first code span of each row. */
function firstColumn(page: string, heading: string): (string | undefined)[] {
  return tableBelow(page, heading).map(([cell]) => codeSpans(cell!)[0]);
}

/** Whether the source has a log message. Some end in a kind: of an answer, or of how a child ended. */
function isWritten(message: string): boolean {
  return source.includes(`'${message}'`) || source.includes(`\`${message.replace(/ \w+$/, '')} \${kind}\``);
}

/** The schema of a key, such as `snakes[].prefix`. */
function findKey(key: string): TSchema & { readonly default?: unknown } {
  return key.split('.').reduce<TSchema>((schema, name) => {
    const { properties } = schema as { properties: Record<string, TSchema & { items?: TSchema }> };
    return name.endsWith('[]') ? properties[name.slice(0, -2)]!.items! : properties[name]!;
  }, FileKeys);
}
