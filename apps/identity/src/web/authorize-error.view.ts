import type { AppRow } from '../oauth/apps.queries.ts';
import { html, type Html } from '@parley/runtime/http/html';
import { PageError } from './page-responder.ts';

/** The longest value of a request that a page repeats. */
const SHOWN_MAX = 200;

/**
 * The page for a request that must not be redirected to its app. It tells its developer what the request names, and leads back to
 * a site that the app has registered, never to one of the request.
 */
export function authorizeError(
  query: URLSearchParams,
  app: Pick<AppRow, 'name' | 'redirect_uris'> | null,
  message: string,
  docsUrl: string,
): PageError {
  const title = app === null ? 'This app is not known here' : `${app.name} cannot be connected`;
  const facts = [
    ['App', app?.name ?? null],
    ['Client ID', query.get('client_id')],
    ['Redirect URI', query.get('redirect_uri')],
  ] as const;
  const home = app === null ? null : siteOf(app.redirect_uris);
  const next = html`<p>
      Nothing was shared. Go back to the app and try again, or tell its developer what is shown here.
    </p>
    <dl class="facts">${facts.map(([name, value]) => (value === null ? html`` : fact(name, value)))}</dl>
    <p class="soft">Developers: see <a href="${docsUrl}">the API documentation</a>.</p>
    ${app === null || home === null ? null : html`<p><a href="${home}">Back to ${app.name}</a></p>`}`;
  return new PageError(400, title, message, next);
}

function fact(name: string, value: string): Html {
  const shown = value.length > SHOWN_MAX ? `${value.slice(0, SHOWN_MAX)}…` : value;
  return html`<dt>${name}</dt>
    <dd>${shown}</dd>`;
}

/** The first site that an app returns to; an app on a device has none. */
function siteOf(redirectUris: readonly string[]): string | null {
  const sites = redirectUris.filter((uri) => /^https?:/i.test(uri)).map((uri) => new URL(uri).origin);
  return sites[0] ?? null;
}
