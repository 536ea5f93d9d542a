/** A page whose code is loaded when it is first shown. */
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Failed, Loading } from '../kit/states.js';

/** Makes a component that loads another one with `load`, and shows that it loads, or why it cannot. */
export function lazyPage<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined;
  return function LazyPage(props: Props) {
    const [error, setError] = useState<Error>();
    const [, setLoaded] = useState(Loaded !== undefined);
    useEffect(() => {
      if (Loaded !== undefined) return;
      load().then((page) => {
        Loaded = page;
        return setLoaded(true);
      }, setError);
    }, []);
    if (error) return <Failed error={new Error(OUTDATED)} onRetry={() => location.reload()} />;
    return Loaded ? <Loaded {...props} /> : <Loading />;
  };
}

/** A host that was updated no longer has the files that an open page asks for. */
const OUTDATED = 'This part of the page cannot be loaded. The host may have been updated since the page was opened.';
