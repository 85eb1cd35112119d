import { html } from '@parley/runtime/http/html';
import type { OpenedInvitationRow } from '../invitations/invitations.queries.ts';
import type { View } from './layout.ts';
import { newPasswordFields } from './password-fields.ts';
import { errorAlert, fieldFocus } from './sign-in.view.ts';

export interface InvitationInput {
  /** Path of the page itself, to which it sends its form. */
  path: string;
  csrf: string;
  invitation: OpenedInvitationRow;
  /** What the person has entered so far. */
  name?: string;
  error?: InvitationError;
  /** E-mail address of the user who is signed in at present, whose session ends. */
  signedIn: string | null;
}

export interface InvitationError {
  message: string;
  field: 'name' | 'password';
}

export function invitationView(input: InvitationInput): View {
  const { path, csrf, invitation, name = '', error, signedIn } = input;
  const title = `Join ${invitation.workspace_name}`;
  const focus = (field: string) => (field === (error?.field ?? 'name') ? fieldFocus(error?.message) : null);
  return {
    title: error === undefined ? title : `Error: ${title}`,
    content: html`<h1>${title}</h1>
      <p class="soft">
        ${invitation.inviter_name} has invited you to the workspace ${invitation.workspace_name}, with the
        role ${invitation.role}.
      </p>
      ${signedIn === null ? null : html`<p>You are signed in as ${signedIn}. Joining signs you out there.</p>`}
      ${error === undefined ? null : errorAlert(error.message)}
      <form method="post" action="${path}">
        <input type="hidden" name="csrf" value="${csrf}" />
        <dl class="facts">
          <dt>E-mail address, with which you will sign in</dt>
          <dd>${invitation.email}</dd>
        </dl>
        <input type="hidden" name="username" autocomplete="username" value="${invitation.email}" />
        <label for="name">Your name</label>
        <input
          id="name"
          name="name"
          type="text"
          autocomplete="name"
          maxlength="255"
          required
          value="${name}"
          ${focus('name')}
        />
        ${newPasswordFields('Password', focus('password'))}
        <button class="main full">Join</button>
      </form>`,
  };
}

export function alreadyMemberView(invitation: OpenedInvitationRow, prefix: string): View {
  return {
    title: 'You are a user already',
    content: html`<h1>You are a user already</h1>
      <p>
        There is a user with the address ${invitation.email} in the workspace ${invitation.workspace_name}.
      </p>
      <p><a href="${prefix}/">Go to sign in</a></p>`,
  };
}
