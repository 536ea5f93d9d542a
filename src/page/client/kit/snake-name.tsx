/** What a snake of this host is called, everywhere on the page: its name, with its prefix in grey. */
import { useEffect, useState } from 'preact/hooks';
import { fetchJson } from '../shell/fetch-json.js';

type MountedNames = ReadonlyMap<string, { readonly name: string; readonly color?: string }>;

let known: MountedNames = new Map();
let asking: Promise<void> | undefined;

/** The mounted snakes by prefix. Asked for once while the page is open; without an answer, prefixes are the names. */
export function useMountedNames(): MountedNames {
  const [names, setNames] = useState(known);
  useEffect(() => {
    asking ??= fetchJson<{ prefix: string; name: string; color?: string }[]>('/snakes').then(
      (all) => void (known = new Map(all.map(({ prefix, ...one }) => [prefix, one]))),
      () => void (asking = undefined),
    );
    void asking.then(() => setNames(known));
  }, []);
  return names;
}

/** A prefix that is the name with a slash is shown once. */
export function SnakeName({ prefix, name }: { prefix: string; name?: string | undefined }) {
  const mounted = useMountedNames().get(prefix)?.name;
  const called = name ?? mounted ?? prefix.replace(/^\/(?=.)/, '');
  return (
    <span class="snake-name" title={prefix}>
      {prefix === `/${called}` ? (
        <>
          <span class="soft">/</span>
          {called}
        </>
      ) : (
        <>
          <bdi>{called}</bdi>
          {called !== prefix && <span class="soft">{` ${prefix}`}</span>}
        </>
      )}
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
