import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { consolePath } from './document.ts';
import { HomePage } from './home.tsx';
import type { PageDefinition } from './page.ts';
import { PageFailure, PageLoading, PageNotFound } from './page-states.tsx';
import { pages } from './pages.ts';
import { RoleGuard } from './role-guard.tsx';
import { Shell } from './shell.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: PageNotFound });

const home = createRoute({ getParentRoute: () => root, path: '/', component: HomePage });

function routeOf(page: PageDefinition) {
  const View = lazyRouteComponent(page.view);
  function Page() {
    return (
      <RoleGuard page={page}>
        <View />
      </RoleGuard>
    );
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
  routeTree: root.addChildren([home, ...pages.map(routeOf)]),
  basepath: consolePath.replace(/\/$/, ''),
  defaultPreload: 'intent',
  defaultPendingComponent: PageLoading,
  defaultErrorComponent: ({ error, reset }) => <PageFailure error={error} onRetry={reset} />,
  scrollRestoration: true,
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch,
});
