/** Which component shows which page. Pages with plots are loaded when they are first shown. */
import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Empty, Failed, Loading } from '../kit/states.js';
import { GamePage } from '../pages/game.js';
import { GamesPage } from '../pages/games.js';
import { HostFiguresPage } from '../pages/host.js';
import { NowPage } from '../pages/now.js';
import type * as LazyPages from '../pages/studies.js';
import type { PageRoute } from './routes.js';
import { linkTo } from './page-info.js';

const SnakesPage = lazyPage((pages) => pages.SnakesPage);
const SnakePage = lazyPage((pages) => pages.SnakePage);
const ExperimentsPage = lazyPage((pages) => pages.ExperimentsPage);
const OneContestPage = lazyPage((pages) => pages.OneContestPage);

/** The contents of a page. `undefined` is a path without one. */
export function contentsOf(route: PageRoute | undefined): JSX.Element {
  switch (route?.page) {
    case 'now':
      return <NowPage />;
    case 'games':
      return <GamesPage />;
    case 'game':
      return <GamePage key={route.id} id={route.id} />;
    case 'snakes':
      return <SnakesPage />;
    case 'snake':
      return <SnakePage key={route.prefix} prefix={route.prefix} />;
    case 'experiments':
      return <ExperimentsPage />;
    case 'host':
      return <HostFiguresPage />;
    case 'contest':
      return <OneContestPage />;
    case undefined:
      return (
        <Empty title="There is no such page.">
          <a href={linkTo({ page: 'now' })} target="_self">
            To the start
          </a>
        </Empty>
      );
  }
}

export function titleOf(route: PageRoute | undefined): string {
  if (route === undefined) return 'No such page';
  if (route.page === 'snake') return route.prefix;
  return route.page[0]!.toUpperCase() + route.page.slice(1);
}

/** A host that was updated no longer has the files that an open page asks for. */
const OUTDATED = 'This part of the page cannot be loaded. The host may have been updated since the page was opened.';

/** A component of the file that is loaded later. Shows that it loads, or why it cannot. */
function lazyPage<Props extends object>(
  choose: (pages: typeof LazyPages) => ComponentType<Props>,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined;
  return function LazyPage(props: Props) {
    const [error, setError] = useState<Error>();
    const [, setLoaded] = useState(Loaded !== undefined);
    useEffect(() => {
      if (Loaded !== undefined) return;
      import('../pages/studies.js').then((pages) => {
        Loaded = choose(pages);
        return setLoaded(true);
      }, setError);
    }, []);
    if (error) return <Failed error={new Error(OUTDATED)} onRetry={() => location.reload()} />;
    return Loaded ? <Loaded {...props} /> : <Loading />;
  };
}
