import { CONSOLE_PATH } from '../console-path.ts';
import { SCOPE_DESCRIPTIONS, scopesOfRole, type Scope } from '@parley/contracts';
import type { AppRow } from '../oauth/apps.queries.ts';
import type { AuthorizationRequest } from '../oauth/authorize.rules.ts';
import { targetOf } from '../oauth/redirect-uri.rules.ts';
import type { Session } from '../sign-in/sessions.ts';
import { html, type Html } from '@parley/runtime/http/html';
import type { View } from './layout.ts';

export const CONSENT_PATH = '/oauth/consent';
export const PASSWORD_PATH = '/password';
export const FORGOTTEN_PASSWORD_PATH = '/forgot-password';

type App = Pick<AppRow, 'name' | 'workspace_name' | 'mode'>;

export interface UserPageInput {
  /** Path of {auth_url}. */
  prefix: string;
  csrf: string;
  session: Session;
}

interface ConsentInput extends UserPageInput {
  /** Path and query of the page itself, to which the user returns after a sign-out. */
  path: string;
  requestId: string;
  app: App;
  request: AuthorizationRequest;
}

export function consentView(input: ConsentInput): View {
  const { app, session, prefix, csrf, request } = input;
  const allowed = scopesOfRole(session.role);
  return {
    title: `Connect ${app.name}`,
    content: html`<h1>${app.name} wants to access your account</h1>
      <p class="soft">It is an app of the workspace ${app.workspace_name}.</p>
      ${app.mode === 'test' ? html`<p>It is in test mode: it has access to test data instead of live data.</p>` : null}
      ${accountPanel(session, input.path, csrf, 'Not you?')}
      <form method="post" action="${prefix + CONSENT_PATH}">
        <input type="hidden" name="csrf" value="${csrf}" />
        <input type="hidden" name="request" value="${input.requestId}" />
        <h2>If you approve, ${app.name} can:</h2>
        <ul class="scopes">
          ${request.scopes.map((scope) => scopeItem(scope, allowed.includes(scope)))}
        </ul>
        <p class="soft">
          You will go on to <strong>${targetOf(request.redirect_uri)}</strong>. You can end the access at any
          time under <a href="${prefix + CONSOLE_PATH}connected-apps">Connected apps</a>.
        </p>
        <div class="choice decision">
          <button name="decision" value="deny">Deny</button>
          <button class="main" name="decision" value="approve">Approve</button>
        </div>
      </form>`,
  };
}

function scopeItem(scope: Scope, allowed: boolean): Html {
  if (allowed) return html`<li>${SCOPE_DESCRIPTIONS[scope]} <small>${scope}</small></li>`;
  return html`<li class="off">
    ${SCOPE_DESCRIPTIONS[scope]} <small>${scope}: not allowed by your current role</small>
  </li>`;
}

function accountPanel(session: Session, action: string, csrf: string, question: string): Html {
  return html`<form class="who" method="post" action="${action}">
    <input type="hidden" name="csrf" value="${csrf}" />
    <p>
      Signed in as <strong>${session.name}</strong><br /><small
        >${session.email} · ${session.workspace_name}</small
      >
    </p>
    <button class="link" name="action" value="sign-out">${question} Sign out</button>
  </form>`;
}
