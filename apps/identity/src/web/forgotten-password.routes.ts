import { Injectable } from '@nestjs/common';
import { ApiError, encodeId } from '@parley/contracts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { NoticeState } from '../notices/notice-state.ts';
import { PasswordResetRequests } from '../sign-in/password-reset-requests.ts';
import { parseWorkspaceId } from '../sign-in/sign-in.ts';
import { BrowserSession, fieldsOf, formOf } from './browser-session.ts';
import { forgottenPasswordView, linkOnItsWayView } from './forgotten-password.view.ts';
import { workspaceOf } from './home.routes.ts';
import { OUT_OF_DATE } from './link-pages.ts';
import { PageError, PageResponder, UNREADABLE } from './page-responder.ts';
import { inWords } from './sign-in.form.ts';
import { FORGOTTEN_PASSWORD_PATH } from './views.ts';

interface Entered {
  email?: string;
  workspace?: string;
}

/** The page on which users have a link for a new password mailed. There is none where the installation mails nothing. */
@Injectable()
export class ForgottenPasswordRoutes {
  constructor(
    private readonly requests: PasswordResetRequests,
    private readonly state: NoticeState,
    private readonly browser: BrowserSession,
    private readonly pages: PageResponder,
  ) {}

  install(instance: FastifyInstance): void {
    instance.get(FORGOTTEN_PASSWORD_PATH, async (request, reply) => {
      await this.#assertOn();
      return this.#show(reply, workspaceOf(request.query));
    });
    instance.post(FORGOTTEN_PASSWORD_PATH, (_request, reply) => this.#submit(reply));
  }

  async #submit(reply: FastifyReply): Promise<FastifyReply> {
    const { request } = reply;
    await this.#assertOn();
    const form = formOf(request);
    if (!form) throw new PageError(400, UNREADABLE, 'Go back and send the form again.');
    const entered = fieldsOf(form, 'email', 'workspace');
    if (!this.browser.isValidCsrf(request, form, 'visitor'))
      return this.#show(reply, entered, { status: 403, message: OUT_OF_DATE });
    const workspaceId = parseWorkspaceId(entered.workspace);
    if (workspaceId === undefined)
      return this.#show(reply, entered, {
        status: 422,
        message: 'The link to this page is incomplete: a workspace ID begins with ws_.',
      });
    const taken = await this.requests.add({ email: entered.email, workspaceId, address: request.ip });
    if (!('retryAfter' in taken)) return this.pages.send(reply, linkOnItsWayView(this.#homeOf(workspaceId)));
    void reply.header('retry-after', String(taken.retryAfter));
    const message = `Too many tries. Wait ${inWords(taken.retryAfter)} and try again.`;
    return this.#show(reply, entered, { status: 429, message });
  }

  #show(reply: FastifyReply, entered: Entered, error?: { status: number; message: string }): FastifyReply {
    const view = forgottenPasswordView({
      ...entered,
      path: this.browser.prefix + FORGOTTEN_PASSWORD_PATH,
      csrf: this.browser.visitorCsrfToken(reply),
      home: this.#homeOf(parseWorkspaceId(entered.workspace ?? '') ?? null),
      ...(error === undefined ? {} : { error: error.message }),
    });
    return this.pages.send(reply, view, error?.status ?? 200);
  }

  #homeOf(workspaceId: string | null): string {
    const query = workspaceId === null ? '' : `?workspace=${encodeId('workspace', workspaceId)}`;
    return `${this.browser.prefix}/${query}`;
  }

  /** Throws 404 where no mails are sent, and 503 while that is not known. */
  async #assertOn(): Promise<void> {
    const are = await this.state.get();
    if (are === 'unknown') throw new ApiError('service_unavailable');
    if (are === 'off')
      throw new PageError(
        404,
        'Page not found',
        'This installation mails no links. An admin of your workspace can give you one to choose a new password.',
      );
  }
}
