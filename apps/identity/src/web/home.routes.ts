import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { BrowserSession } from './browser-session.ts';
import { PageResponder } from './page-responder.ts';
import { SignInForm } from './sign-in.form.ts';
import { CONSOLE_PATH } from '../console-path.ts';

/** {auth_url} itself: the sign-in form, which leads to the account console. */
@Injectable()
export class HomeRoutes {
  constructor(
    private readonly signIn: SignInForm,
    private readonly browser: BrowserSession,
    private readonly pages: PageResponder,
  ) {}

  install(instance: FastifyInstance): void {
    const path = `${this.browser.prefix}/`;
    instance.get('/', (_request, reply) => this.#show(reply, path));
    instance.post('/', (_request, reply) => this.signIn.submit(reply, { path, app: null }));
  }

  async #show(reply: FastifyReply, path: string): Promise<FastifyReply> {
    const { request } = reply;
    const session = await this.browser.find(request);
    if (session !== null) return this.pages.redirect(reply, this.browser.prefix + CONSOLE_PATH, 302);
    return this.signIn.show(reply, { path, app: null, ...workspaceOf(request.query) });
  }
}

/** Which of more workspaces than a sign-in considers. */
export function workspaceOf(query: unknown): { workspace?: string } {
  const { workspace } = query as Record<string, unknown>;
  return typeof workspace === 'string' ? { workspace } : {};
}
