import { encodeId } from '@parley/contracts';
import type { AppRow } from '../oauth/apps.queries.ts';
import type { Session } from '../sign-in/sessions.ts';
import type { WorkspaceName } from '../sign-in/sign-in.ts';
import { html, type Html } from '@parley/runtime/http/html';
import type { View } from './layout.ts';

export interface SignInInput {
  /** Path and query of the page itself, to which it sends its form. */
  path: string;
  csrf: string;
  /** The app that requests access; `null` outside OAuth. */
  app: Pick<AppRow, 'name' | 'workspace_id' | 'workspace_name'> | null;
  email?: string;
  /** Id of the workspace that the link to the page named. */
  workspace?: string;
  error?: string;
  /** Path of the page for a forgotten password; `null` where no links are mailed. */
  forgottenPath?: string | null;
  /** The current session when it belongs to another workspace. */
  session?: Session | null;
}

/** The sign-in form. The focus is on the field to fill in next: after an error, on the password. */
export function signInView(input: SignInInput): View {
  const { app, email = '', workspace = '', error, forgottenPath = null, session = null } = input;
  const title = app === null ? 'Sign in' : `Sign in to ${app.workspace_name}`;
  const isAgain = error !== undefined && email !== '';
  return {
    title: error === undefined ? title : `Error: ${title}`,
    content: html`<h1>${title}</h1>
      ${app === null ? html`<p class="soft">Manage API keys, webhooks and your account, and work on tickets.</p>` : html`<p class="soft">to continue to <strong>${app.name}</strong></p>`}
      ${session === null ? null : html`<p>You are currently signed in as ${session.email} to another workspace, ${session.workspace_name}.</p>`}
      ${error === undefined ? null : errorAlert(error)}
      <form method="post" action="${input.path}">
        <input type="hidden" name="csrf" value="${input.csrf}" />
        ${workspace === '' ? null : html`<input type="hidden" name="workspace" value="${workspace}" />`}
        <label for="email">E-mail address</label>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="username"
          maxlength="320"
          required
          value="${email}"
          ${isAgain ? null : fieldFocus(error)}
        />
        <label for="password">Password</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="current-password"
          maxlength="128"
          required
          ${isAgain ? fieldFocus(error) : null}
        />
        <button class="main full" name="action" value="sign-in">Sign in</button>
      </form>
      ${
        forgottenPath === null
          ? html`<p class="soft after">
              Forgot your password? An admin of your workspace can give you a link to choose a new one.
            </p>`
          : html`<p class="after"><a href="${forgottenPath}">Forgot your password?</a></p>`
      }`,
  };
}

/** The error of a form. The field that {@link fieldFocus} marks refers to it. */
export function errorAlert(error: string): Html {
  return html`<p class="alert" id="error" role="alert">${error}</p>`;
}

/** The attributes of the field that gets the focus; with an error, also those that connect it with the message. */
export function fieldFocus(error: string | undefined): Html {
  return error === undefined ? html`autofocus` : html`autofocus aria-invalid="true" aria-describedby="error"`;
}

interface WorkspaceChoiceInput {
  path: string;
  csrf: string;
  email: string;
  workspaces: readonly WorkspaceName[];
  choice: string;
}

export function chooseWorkspaceView(input: WorkspaceChoiceInput): View {
  const { path, csrf, email, workspaces, choice } = input;
  const isUnique = (name: string) => workspaces.filter((workspace) => workspace.name === name).length === 1;
  return {
    title: 'Choose a workspace',
    content: html`<h1>Choose a workspace</h1>
      <p class="soft">${email} has an account in each of these workspaces.</p>
      <form method="post" action="${path}">
        <input type="hidden" name="csrf" value="${csrf}" />
        <input type="hidden" name="choice" value="${choice}" />
        ${workspaces.map(({ id, name }, index) => workspaceButton(encodeId('workspace', id), name, { first: index === 0, unique: isUnique(name) }))}
      </form>
      <p class="after"><a href="${path}">Sign in as somebody else</a></p>`,
  };
}

function workspaceButton(id: string, name: string, is: { first: boolean; unique: boolean }): Html {
  return html`<button class="option" name="workspace" value="${id}" ${is.first ? html`autofocus` : null}>
    ${name} ${is.unique ? null : html`<small>${id}</small>`}
  </button>`;
}
