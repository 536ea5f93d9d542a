/** What a snake of this host is called, everywhere on the page: its name, with its prefix in grey. */
import { useEffect, useState } from 'preact/hooks';
import { fetchJson } from '../shell/fetch-json.js';
import { PAGE_INFO } from '../shell/page-info.js';

type MountedNames = ReadonlyMap<string, { readonly name: string; readonly color?: string }>;

let known: MountedNames = new Map();
let asking: Promise<void> | undefined;

/** The mounted snakes by prefix. Asked for once while the page is open; without an answer, prefixes are the names. */
export function useMountedNames(): MountedNames {
  const [names, setNames] = useState(known);
  useEffect(() => {
    // The page of one command, or of one game, has no mounts.
    if (PAGE_INFO.page !== 'admin') return;
    asking ??= fetchJson<{ prefix: string; name: string; color?: string }[]>('/snakes').then(
      (all) => void (known = new Map(all.map(({ prefix, ...one }) => [prefix, one]))),
      () => void (asking = undefined),
    );
    void asking.then(() => setNames(known));
  }, []);
  return names;
}

interface SnakeNameProps {
  readonly prefix: string;
  /** Its name; without one, the name under which it is mounted. */
  readonly name?: string | undefined;
}

/** A prefix that the name ends with is shown once. */
export function SnakeName({ prefix, name }: SnakeNameProps) {
  const mounted = useMountedNames().get(prefix)?.name;
  const called = name ?? mounted ?? prefix.replace(/^\/(?=.)/, '');
  const isOne = prefix === `/${called}`;
  return (
    <span class="snake-name" title={prefix}>
      {isOne && <span class="soft">/</span>}
      <bdi>{called}</bdi>
      {!isOne && !called.endsWith(prefix) && <span class="soft">{` ${prefix}`}</span>}
    </span>
  );
}

/** A name after its colour. */
export function ColoredName({ color, ...name }: SnakeNameProps & { readonly color?: string | undefined }) {
  return (
    <span class="named">
      <Swatch color={color} />
      <SnakeName {...name} />
    </span>
  );
}

/** An attribute, not a style: strangers' colours never become CSS. */
export function Swatch({ color = '#888888' }: { color?: string | undefined }) {
  return (
    <svg class="swatch" viewBox="0 0 10 10" aria-hidden="true">
      <circle cx="5" cy="5" r="5" fill={color} />
    </svg>
  );
}
