import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
} from '@tanstack/react-router';
import type { FunctionComponent } from 'react';
import { consolePath } from './document.ts';
import { PageFailure, PageForOthers, PageLoading, PageNotFound } from './page-states.tsx';
import { isAllowed, PAGES, type PageDefinition } from './pages.ts';
import { useSession } from './session.tsx';
import { Shell } from './shell.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: PageNotFound });

function HomePage() {
  const { user } = useSession();
  const first = PAGES.find((page) => page.icon !== undefined && isAllowed(page, user.role));
  return first === undefined ? null : <Navigate to={first.path} replace />;
}

const home = createRoute({ getParentRoute: () => root, path: '/', component: HomePage });

const views = import.meta.glob<{ default: FunctionComponent }>('../pages/*/*-page.tsx');

/** Loads the code of a page when it is first opened; its default export is the page. */
function viewOf({ path }: PageDefinition) {
  const [, folder = '', parameter] = path.split('/');
  const name = parameter === undefined ? folder : parameter.slice('$'.length, -'Id'.length);
  const file = `../pages/${folder}/${name}-page.tsx`;
  const load = views[file];
  if (load === undefined) throw new Error(`There is no ${file} for the page ${path}`);
  return lazyRouteComponent(load);
}

function routeOf(page: PageDefinition) {
  const View = viewOf(page);
  // Shown only to those whose role sees it: the API refuses the others whatever the page shows.
  function Page() {
    const { user } = useSession();
    return isAllowed(page, user.role) ? <View /> : <PageForOthers title={page.title} />;
  }
  // The router loads the code of a page before it shows it, and when a link to it is hovered.
  Page.preload = View.preload;
  return createRoute({ getParentRoute: () => root, path: page.path, component: Page });
}

/** The values of a query are text: without this, the router would read and write them as JSON. */
function stringifySearch(values: Record<string, unknown>): string {
  const entries = Object.entries(values).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  );
  const text = new URLSearchParams(entries).toString();
  return text === '' ? '' : `?${text}`;
}

export const router = createRouter({
  routeTree: root.addChildren([home, ...PAGES.map(routeOf)]),
  basepath: consolePath.replace(/\/$/, ''),
  defaultPreload: 'intent',
  defaultPendingComponent: PageLoading,
  defaultErrorComponent: ({ error, reset }) => <PageFailure error={error} onRetry={reset} />,
  scrollRestoration: true,
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch,
});
