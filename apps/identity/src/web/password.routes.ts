import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Session } from '../sign-in/sessions.ts';
import { Passwords } from '../sign-in/passwords.handlers.ts';
import { BrowserSession, fieldsOf, formOf, originOf } from './browser-session.ts';
import { PageError, PageResponder } from './page-responder.ts';
import { inWords, SignInForm } from './sign-in.form.ts';
import { PASSWORD_PATH, type UserPageInput } from './views.ts';
import { html } from '@parley/runtime/http/html';
import type { View } from './layout.ts';
import { newPasswordFields, passwordField } from './password-fields.ts';
import { errorAlert, fieldFocus } from './sign-in.view.ts';

interface PasswordError {
  message: string;
  field: 'current' | 'password';
}

@Injectable()
export class PasswordRoutes {
  constructor(
    private readonly passwords: Passwords,
    private readonly signIn: SignInForm,
    private readonly browser: BrowserSession,
    private readonly pages: PageResponder,
  ) {}

  install(instance: FastifyInstance): void {
    instance.get(PASSWORD_PATH, (_request, reply) => this.#show(reply));
    instance.post(PASSWORD_PATH, (_request, reply) => this.#submit(reply));
  }

  async #show(reply: FastifyReply): Promise<FastifyReply> {
    const session = await this.browser.find(reply.request);
    if (session === null) return this.signIn.show(reply, { path: this.#path, app: null });
    return this.#showForm(reply, session);
  }

  async #submit(reply: FastifyReply): Promise<FastifyReply> {
    const { request } = reply;
    const form = formOf(request);
    // The page is that of the sign-in form too, for those who are not signed in.
    if (form?.get('action') !== 'change-password')
      return this.signIn.submit(reply, { path: this.#path, app: null });
    const session = await this.browser.find(request);
    if (session === null || !this.browser.isValidCsrf(request, form, 'user'))
      throw new PageError(403, 'This page is out of date', 'Go back, load it again and try once more.');
    const change = fieldsOf(form, 'current', 'password', 'repeated');
    const ctx = this.browser.context(request);
    const result = await this.passwords.change(ctx, session, change, originOf(request));
    switch (result.kind) {
      case 'changed':
        this.browser.renew(reply, result.sessionId);
        return this.pages.send(reply, passwordChangedView(this.browser.prefix));
      case 'wrong':
        return this.#showForm(
          reply,
          session,
          { field: 'current', message: 'The current password is wrong.' },
          401,
        );
      case 'unacceptable':
        return this.#showForm(reply, session, { field: 'password', message: result.message }, 422);
      case 'too-many': {
        void reply.header('retry-after', String(result.retryAfter));
        const message = `Too many tries. Wait ${inWords(result.retryAfter)} and try again.`;
        return this.#showForm(reply, session, { field: 'current', message }, 429);
      }
    }
  }

  get #path(): string {
    return this.browser.prefix + PASSWORD_PATH;
  }

  #showForm(reply: FastifyReply, session: Session, error?: PasswordError, status = 200): FastifyReply {
    const csrf = this.browser.csrfToken(reply.request);
    const view = passwordView({
      prefix: this.browser.prefix,
      csrf,
      session,
      ...(error === undefined ? {} : { error }),
    });
    return this.pages.send(reply, view, status);
  }
}

function passwordView(input: UserPageInput & { error?: PasswordError }): View {
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

function passwordChangedView(prefix: string): View {
  return {
    title: 'Password changed',
    content: html`<h1>Password changed</h1>
      <p>Your password has been changed, and you have been signed out everywhere else.</p>
      <p><a href="${prefix}/">Go to your account</a></p>`,
  };
}
