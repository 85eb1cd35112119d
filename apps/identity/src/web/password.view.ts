import { html } from '@parley/runtime/http/html';
import type { View } from './layout.ts';
import { newPasswordFields, passwordField } from './password-fields.ts';
import { errorAlert, fieldFocus } from './sign-in.view.ts';
import { PASSWORD_PATH, type UserPageInput } from './views.ts';

export interface PasswordError {
  message: string;
  /** The field to correct. */
  field: 'current' | 'password';
}

/** The form by which users change their password. */
export function passwordView(input: UserPageInput & { error?: PasswordError }): View {
  const { prefix, csrf, session, error } = input;
  const focus = (name: string) => (name === (error?.field ?? 'current') ? fieldFocus(error?.message) : null);
  return {
    title: error === undefined ? 'Change password' : 'Error: Change password',
    content: html`<h1>Change password</h1>
      <p class="soft">You will stay signed in here and be signed out everywhere else.</p>
      ${error === undefined ? null : errorAlert(error.message)}
      <form method="post" action="${prefix + PASSWORD_PATH}">
        <input type="hidden" name="csrf" value="${csrf}" />
        <input type="hidden" name="username" autocomplete="username" value="${session.email}" />
        ${passwordField('current', 'Current password', 'current-password', focus('current'))}
        ${newPasswordFields('New password', focus('password'))}
        <button class="main full" name="action" value="change-password">Change password</button>
      </form>
      <p class="after"><a href="${prefix}/">Go to your account</a></p>`,
  };
}

export function passwordChangedView(prefix: string): View {
  return {
    title: 'Password changed',
    content: html`<h1>Password changed</h1>
      <p>Your password has been changed, and you have been signed out everywhere else.</p>
      <p><a href="${prefix}/">Go to your account</a></p>`,
  };
}
