import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Acceptances } from '../invitations/acceptances.ts';
import { INVITATIONS_PATH } from '../invitations/invitations.ts';
import { BrowserSession, fieldsOf, formOf, originOf } from './browser-session.ts';
import { alreadyMemberView, invitationView, type InvitationInput } from './invitation.view.ts';
import { linkRefusal, OUT_OF_DATE, tokenOf } from './link-pages.ts';
import { PageError, PageResponder, UNREADABLE } from './page-responder.ts';

type Shown = Pick<InvitationInput, 'invitation' | 'name' | 'error'>;

/** The page of an invitation, for a person who is no user yet. To open it uses nothing up: mail programs do. */
@Injectable()
export class InvitationRoutes {
  constructor(
    private readonly acceptances: Acceptances,
    private readonly browser: BrowserSession,
    private readonly pages: PageResponder,
  ) {}

  install(instance: FastifyInstance): void {
    const route = `${INVITATIONS_PATH}/:token`;
    instance.get(route, (_request, reply) => this.#show(reply));
    instance.post(route, (_request, reply) => this.#submit(reply));
  }

  /** @param message an error that no field has caused. */
  async #show(reply: FastifyReply, message?: string): Promise<FastifyReply> {
    const opened = await this.acceptances.open(tokenOf(reply), reply.request.ip);
    if (opened.kind !== 'open') throw linkRefusal(reply, opened, this.browser.prefix);
    const error = message === undefined ? {} : { error: { message, field: 'name' as const } };
    return this.#send(reply, { invitation: opened.invitation, ...error }, message === undefined ? 200 : 403);
  }

  async #submit(reply: FastifyReply): Promise<FastifyReply> {
    const { request } = reply;
    const form = formOf(request);
    if (!form) throw new PageError(400, UNREADABLE, 'Go back and send the form again.');
    if (!this.browser.isValidCsrf(request, form, 'visitor')) return this.#show(reply, OUT_OF_DATE);
    const entered = fieldsOf(form, 'name', 'password', 'repeated');
    const origin = { ...originOf(request), trustCookie: this.browser.trustCookie(request) };
    const ctx = this.browser.context(request);
    const result = await this.acceptances.accept(ctx, tokenOf(reply), entered, origin);
    switch (result.kind) {
      case 'accepted':
        await this.browser.start(reply, result);
        return this.pages.redirect(reply, `${this.browser.prefix}/`);
      case 'unacceptable':
        return this.#send(reply, { invitation: result.invitation, name: entered.name, error: result }, 422);
      case 'taken':
        return this.pages.send(reply, alreadyMemberView(result.invitation, this.browser.prefix), 409);
      default:
        throw linkRefusal(reply, result, this.browser.prefix);
    }
  }

  async #send(reply: FastifyReply, shown: Shown, status: number): Promise<FastifyReply> {
    const session = await this.browser.find(reply.request);
    const path = `${this.browser.prefix}${INVITATIONS_PATH}/${tokenOf(reply)}`;
    const csrf = this.browser.visitorCsrfToken(reply);
    return this.pages.send(
      reply,
      invitationView({ ...shown, path, csrf, signedIn: session?.email ?? null }),
      status,
    );
  }
}
