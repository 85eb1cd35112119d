import { SCOPE_DESCRIPTIONS, scopesOfRole, type Scope } from '@parley/contracts';
import type { Session } from '../sign-in/sessions.ts';
import { html, type Html } from './html.ts';
import type { Page } from './layout.ts';

export interface SignInForm {
  /** Path and query to which the form is sent: that of the page itself. */
  action: string;
  csrf: string;
  /** The app that asks and its workspace; `null` at the start page, where the user may name the workspace. */
  app: { name: string; workspaceName: string } | null;
  email?: string;
  workspace?: string;
  fault?: string;
  /** Whoever is signed in, but in another workspace. */
  signedIn?: Session | null;
}

export function signInPage(form: SignInForm): Page {
  const { app, fault, signedIn = null } = form;
  const title = app === null ? 'Sign in' : `Sign in to ${app.workspaceName}`;
  return {
    title,
    content: html`<h1>${title}</h1>
      ${app === null ? html`<p class="soft">See and end the access that apps have to your account.</p>` : html`<p class="soft">to continue to <strong>${app.name}</strong></p>`}
      ${signedIn === null ? null : html`<p>You are signed in as ${signedIn.email} of ${signedIn.workspaceName}, which is another workspace.</p>`}
      ${fault === undefined ? null : html`<p class="alert" role="alert">${fault}</p>`}
      <form method="post" action="${form.action}">
        <input type="hidden" name="csrf" value="${form.csrf}" />
        <label for="email">E-mail address</label>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="username"
          maxlength="320"
          required
          value="${form.email ?? ''}"
        />
        <label for="password">Password</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="current-password"
          maxlength="128"
          required
        />
        ${app === null ? workspaceField(form.workspace ?? '') : null}
        <button class="main full" name="action" value="sign-in">Sign in</button>
      </form>`,
  };
}

function workspaceField(value: string): Html {
  return html`<label for="workspace">Workspace ID</label>
    <input
      id="workspace"
      name="workspace"
      autocomplete="off"
      maxlength="64"
      spellcheck="false"
      value="${value}"
      aria-describedby="workspace-hint"
    />
    <small id="workspace-hint">Only if you have an account in several: ws_…</small>`;
}

export interface Consent {
  action: string;
  signOutAction: string;
  startUrl: string;
  csrf: string;
  requestId: string;
  app: { name: string; workspaceName: string };
  redirectHost: string;
  scopes: readonly Scope[];
  session: Session;
}

export function consentPage(consent: Consent): Page {
  const { app, session } = consent;
  const allowed = scopesOfRole(session.role);
  return {
    title: `Connect ${app.name}`,
    content: html`<h1>${app.name} wants to act for you</h1>
      <p class="soft">An app of the workspace ${app.workspaceName}.</p>
      <h2>It could, as you:</h2>
      <ul class="scopes">
        ${consent.scopes.map((scope) => scopeItem(scope, allowed.includes(scope)))}
      </ul>
      <p class="soft">
        You will be sent to <strong>${consent.redirectHost}</strong>. You can end this at any time under
        <a href="${consent.startUrl}">Connected apps</a>.
      </p>
      <form method="post" action="${consent.action}">
        <input type="hidden" name="csrf" value="${consent.csrf}" />
        <input type="hidden" name="request" value="${consent.requestId}" />
        <div class="choice">
          <button name="decision" value="deny">Deny</button>
          <button class="main" name="decision" value="approve">Approve</button>
        </div>
      </form>
      ${whoPanel(session, consent.signOutAction, consent.csrf, 'Not you?')}`,
  };
}

function scopeItem(scope: Scope, allowed: boolean): Html {
  if (allowed) return html`<li>${SCOPE_DESCRIPTIONS[scope]} <small>${scope}</small></li>`;
  return html`<li class="off">
    ${SCOPE_DESCRIPTIONS[scope]} <small>${scope}: your role does not allow it now</small>
  </li>`;
}

function whoPanel(session: Session, action: string, csrf: string, ask: string): Html {
  return html`<form class="who" method="post" action="${action}">
    <input type="hidden" name="csrf" value="${csrf}" />
    <p>
      Signed in as <strong>${session.name}</strong><br /><small
        >${session.email} · ${session.workspaceName}</small
      >
    </p>
    <button class="link" name="action" value="sign-out">${ask} Sign out</button>
  </form>`;
}

export interface ConnectedApp {
  id: string;
  name: string;
  scopes: readonly Scope[];
  since: Date;
  lastUsed: Date;
}

export interface Start {
  prefix: string;
  csrf: string;
  session: Session;
  apps: readonly ConnectedApp[];
}

export function startPage({ prefix, csrf, session, apps }: Start): Page {
  return {
    title: 'Connected apps',
    wide: true,
    content: html`<h1>Connected apps</h1>
      <p class="soft">
        ${apps.length === 0 ? 'No app acts for you.' : 'These apps act for you until you disconnect them.'}
      </p>
      ${apps.map((app) => appItem(app, prefix, csrf))} ${whoPanel(session, `${prefix}/`, csrf, '')}`,
  };
}

const day = (date: Date): string => date.toISOString().slice(0, 10);

function appItem(app: ConnectedApp, prefix: string, csrf: string): Html {
  return html`<form class="app" method="post" action="${prefix}/apps/disconnect">
    <input type="hidden" name="csrf" value="${csrf}" />
    <input type="hidden" name="app" value="${app.id}" />
    <div>
      <h2 class="name">${app.name}</h2>
      <p>${app.scopes.map((scope) => SCOPE_DESCRIPTIONS[scope]).join(' · ')}</p>
      <p><small>Connected on ${day(app.since)}, last active on ${day(app.lastUsed)}</small></p>
    </div>
    <button aria-label="Disconnect ${app.name}">Disconnect</button>
  </form>`;
}
