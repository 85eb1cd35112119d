import { html } from '@parley/runtime/http/html';
import type { View } from './layout.ts';
import { errorAlert, fieldFocus } from './sign-in.view.ts';

interface ForgottenPasswordInput {
  /** Path of the page itself, to which it sends its form. */
  path: string;
  csrf: string;
  /** Path of the page of the sign-in. */
  home: string;
  email?: string;
  /** Id of the workspace that the link to the page named. */
  workspace?: string;
  error?: string;
}

export function forgottenPasswordView(input: ForgottenPasswordInput): View {
  const { path, csrf, home, email = '', workspace = '', error } = input;
  const title = 'Forgot your password?';
  return {
    title: error === undefined ? title : `Error: ${title}`,
    content: html`<h1>${title}</h1>
      <p class="soft">
        Enter the address with which you sign in. We mail you a link to choose a new password.
      </p>
      ${error === undefined ? null : errorAlert(error)}
      <form method="post" action="${path}">
        <input type="hidden" name="csrf" value="${csrf}" />
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
          ${fieldFocus(error)}
        />
        <button class="main full">Send the link</button>
      </form>
      <p class="after"><a href="${home}">Go to sign in</a></p>`,
  };
}

/** The same for each address: it tells nobody whether there is an account. */
export function linkOnItsWayView(home: string): View {
  return {
    title: 'Look into your mailbox',
    content: html`<h1>Look into your mailbox</h1>
      <p>If the address has an account here, a mail with a link is on its way. The link works for an hour.</p>
      <p class="soft">
        If none arrives, look into the folder for spam, or ask an admin of your workspace for a link. An
        address gets three mails in an hour.
      </p>
      <p><a href="${home}">Go to sign in</a></p>`,
  };
}
