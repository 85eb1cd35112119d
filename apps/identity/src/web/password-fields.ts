import { html, type Html } from '@parley/runtime/http/html';
import { PASSWORD_MAX, PASSWORD_MIN } from '../users/password.rules.ts';

export function passwordField(name: string, label: string, autocomplete: string, focus: Html | null = null) {
  return html`<label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="password"
      autocomplete="${autocomplete}"
      maxlength="${PASSWORD_MAX}"
      required
      ${focus}
    />`;
}

export function newPasswordFields(label: string, focus: Html | null): Html {
  return html`${passwordField('password', label, 'new-password', focus)}
    <small>At least ${PASSWORD_MIN} characters</small>
    ${passwordField('repeated', `${label} again`, 'new-password')}`;
}
