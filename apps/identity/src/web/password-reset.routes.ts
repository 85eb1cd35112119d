import { Injectable } from '@nestjs/common';
import { encodeId } from '@parley/contracts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { OpenedResetRow } from '../sign-in/password-resets.queries.ts';
import { PASSWORD_RESETS_PATH } from '../sign-in/password-links.ts';
import {
  PasswordResets,
  type ChosenReset,
  type ResetResult,
  type SeveralResets,
} from '../sign-in/password-resets.ts';
import { parseWorkspaceId } from '../sign-in/sign-in.ts';
import { BrowserSession, fieldsOf, formOf } from './browser-session.ts';
import { workspaceOf } from './home.routes.ts';
import { linkRefusal, OUT_OF_DATE, tokenOf } from './link-pages.ts';
import { PageError, PageResponder, UNREADABLE } from './page-responder.ts';
import { html } from '@parley/runtime/http/html';
import { NIL_UUID } from '@parley/runtime/records';
import type { View } from './layout.ts';
import { newPasswordFields } from './password-fields.ts';
import { errorAlert, fieldFocus } from './sign-in.view.ts';

interface PasswordResetInput {
  /** Path of the page itself, to which it sends its form. */
  path: string;
  csrf: string;
  reset: OpenedResetRow;
  error?: string;
}

/** The page of a link for a password: of a reset, or of an invitation. The user signs in with it afterwards. */
@Injectable()
export class PasswordResetRoutes {
  constructor(
    private readonly resets: PasswordResets,
    private readonly browser: BrowserSession,
    private readonly pages: PageResponder,
  ) {}

  install(instance: FastifyInstance): void {
    const route = `${PASSWORD_RESETS_PATH}/:token`;
    instance.get(route, (_request, reply) => this.#show(reply));
    instance.post(route, (_request, reply) => this.#submit(reply));
  }

  async #show(reply: FastifyReply, error?: string): Promise<FastifyReply> {
    const opened = await this.resets.open(linkOf(reply), reply.request.ip);
    if (opened.kind === 'choose') return this.#choose(reply, opened);
    if (opened.kind !== 'open') throw linkRefusal(reply, opened, this.browser.prefix);
    return this.#send(reply, opened.reset, error === undefined ? 200 : 403, error);
  }

  async #submit(reply: FastifyReply): Promise<FastifyReply> {
    const { request } = reply;
    const form = formOf(request);
    if (!form) throw new PageError(400, UNREADABLE, 'Go back and send the form again.');
    if (!this.browser.isValidCsrf(request, form, 'visitor')) return this.#show(reply, OUT_OF_DATE);
    const chosen = fieldsOf(form, 'password', 'repeated');
    const ctx = this.browser.context(request);
    const result = await this.resets.use(ctx, linkOf(reply), chosen, request.ip);
    switch (result.kind) {
      case 'choose':
        return this.#choose(reply, result);
      case 'changed':
        return this.pages.send(reply, doneView(this.browser.prefix, result));
      case 'unacceptable':
        return this.#send(reply, result.reset, 422, result.message);
      default:
        throw linkRefusal(reply, result, this.browser.prefix);
    }
  }

  #send(reply: FastifyReply, reset: OpenedResetRow, status: number, error?: string): FastifyReply {
    const path = this.#pathOf(reply, linkOf(reply).workspaceId);
    const csrf = this.browser.visitorCsrfToken(reply);
    const view = passwordResetView({ path, csrf, reset, ...(error === undefined ? {} : { error }) });
    return this.pages.send(reply, view, status);
  }

  /** The workspaces as links: nothing happens before a form is sent. */
  #choose(reply: FastifyReply, { resets }: SeveralResets): FastifyReply {
    const options = resets.map(({ workspace_id: id, workspace_name: name }) => ({
      name,
      id: encodeId('workspace', id),
      path: this.#pathOf(reply, id),
    }));
    return this.pages.send(reply, chooseResetView(resets[0]?.email ?? '', options));
  }

  #pathOf(reply: FastifyReply, workspaceId: string | null): string {
    const query = workspaceId === null ? '' : `?workspace=${encodeId('workspace', workspaceId)}`;
    return `${this.browser.prefix}${PASSWORD_RESETS_PATH}/${tokenOf(reply)}${query}`;
  }
}

/** The link, and the workspace that was chosen on its page. */
function linkOf(reply: FastifyReply): ChosenReset {
  const { workspace = '' } = workspaceOf(reply.request.query);
  // An invalid id is that of no account.
  const workspaceId = parseWorkspaceId(workspace);
  return { token: tokenOf(reply), workspaceId: workspaceId === undefined ? NIL_UUID : workspaceId };
}

interface ResetOption {
  name: string;
  id: string;
  path: string;
}

function chooseResetView(email: string, options: readonly ResetOption[]): View {
  const isUnique = (name: string) => options.filter((option) => option.name === name).length === 1;
  return {
    title: 'Choose a workspace',
    content: html`<h1>Choose a workspace</h1>
      <p class="soft">
        ${email} has an account in each of these workspaces, with a password of its own. Whose do you want to
        change?
      </p>
      <ul>
        ${options.map(
          ({ name, id, path }) =>
            html`<li>
              <a href="${path}">${name}</a> ${isUnique(name) ? null : html`<small>${id}</small>`}
            </li>`,
        )}
      </ul>`,
  };
}

function passwordResetView({ path, csrf, reset, error }: PasswordResetInput): View {
  const isInvited = reset.status === 'invited';
  const title = isInvited ? 'Choose a password' : 'Choose a new password';
  return {
    title: error === undefined ? title : `Error: ${title}`,
    content: html`<h1>${title}</h1>
      <p class="soft">
        ${
          isInvited
            ? `You are invited to the workspace ${reset.workspace_name}, and sign in as ${reset.email}.`
            : `For ${reset.email} in the workspace ${reset.workspace_name}. You will be signed out everywhere.`
        }
      </p>
      ${error === undefined ? null : errorAlert(error)}
      <form method="post" action="${path}">
        <input type="hidden" name="csrf" value="${csrf}" />
        <input type="hidden" name="username" autocomplete="username" value="${reset.email}" />
        ${newPasswordFields(isInvited ? 'Password' : 'New password', fieldFocus(error))}
        <button class="main full">${isInvited ? 'Join the workspace' : 'Change password'}</button>
      </form>`,
  };
}

type Changed = Extract<ResetResult, { kind: 'changed' }>;

function doneView(prefix: string, { isInvited, workspaceId }: Changed): View {
  // Of accounts with the same address, a sign-in without a workspace tries the five oldest alone.
  const home = `${prefix}/?workspace=${encodeId('workspace', workspaceId)}`;
  const title = isInvited ? 'You have joined' : 'Password changed';
  const text = isInvited
    ? 'Your password is set.'
    : 'Your password has been changed, and you have been signed out everywhere.';
  return {
    title,
    content: html`<h1>${title}</h1>
      <p>${text}</p>
      <p><a href="${home}">Sign in with ${isInvited ? 'your' : 'the new'} password</a></p>`,
  };
}
