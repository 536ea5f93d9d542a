/** Sizes as people write them. Called by the check of the schema and by what fills a configuration. */

const UNITS: readonly (readonly [name: string, bytes: number])[] = [
  ['gb', 1024 ** 3],
  ['mb', 1024 ** 2],
  ['kb', 1024],
  ['b', 1],
];

/** Bytes of `6291456`, `'512kb'` or `'6mb'`; 1 kb is 1024 bytes. `undefined` for what is no size. */
export function parseSize(written: number | string): number | undefined {
  const [, amount, name = 'b'] = /^(\d+(?:\.\d+)?) ?([kmg]?b)?$/i.exec(String(written)) ?? [];
  const unit = UNITS.find(([known]) => known === name.toLowerCase());
  return amount === undefined || unit === undefined ? undefined : Math.floor(Number(amount) * unit[1]);
}

/** `6mb` for 6291456: the largest unit that keeps the number whole. */
export function formatSize(bytes: number): string {
  const [name, size] = UNITS.find(([, unit]) => bytes >= unit && bytes % unit === 0) ?? ['b', 1];
  return `${bytes / size}${name}`;
}
