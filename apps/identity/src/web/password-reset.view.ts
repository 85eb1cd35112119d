import { html } from '@parley/runtime/http/html';
import type { OpenedResetRow } from '../sign-in/password-resets.queries.ts';
import type { View } from './layout.ts';
import { newPasswordFields } from './password-fields.ts';
import { errorAlert, fieldFocus } from './sign-in.view.ts';

export interface PasswordResetInput {
  /** Path of the page itself, to which it sends its form. */
  path: string;
  csrf: string;
  reset: OpenedResetRow;
  error?: string;
}

/** The form by which a user who cannot sign in chooses a new password. */
export function passwordResetView({ path, csrf, reset, error }: PasswordResetInput): View {
  const title = 'Choose a new password';
  return {
    title: error === undefined ? title : `Error: ${title}`,
    content: html`<h1>${title}</h1>
      <p class="soft">
        For ${reset.email} in the workspace ${reset.workspace_name}. You will be signed out everywhere.
      </p>
      ${error === undefined ? null : errorAlert(error)}
      <form method="post" action="${path}">
        <input type="hidden" name="csrf" value="${csrf}" />
        <input type="hidden" name="username" autocomplete="username" value="${reset.email}" />
        ${newPasswordFields('New password', fieldFocus(error))}
        <button class="main full">Change password</button>
      </form>`,
  };
}

/** @param prefix path of {auth_url}. */
export function passwordResetDoneView(prefix: string): View {
  return {
    title: 'Password changed',
    content: html`<h1>Password changed</h1>
      <p>Your password has been changed, and you have been signed out everywhere.</p>
      <p><a href="${prefix}/">Sign in with the new password</a></p>`,
  };
}
