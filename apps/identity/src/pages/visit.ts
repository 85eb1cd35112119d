import { Inject, Injectable } from '@nestjs/common';
import { systemContext, type Context } from '@parley/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { IdentityConfig } from '../identity.config.ts';
import { isSessionId, newSessionId, Sessions, type Session } from '../sign-in/sessions.ts';
import { CookieJar, readCookies } from './cookies.ts';
import { csrfTokenOf, isCsrfToken, isFromOurPage } from './forgery.ts';
import { document, messagePage, pageHeaders, type Page } from './layout.ts';

/** The fields of a form, each once; `null` when one came twice or the body was no form. */
export type Form = ReadonlyMap<string, string> | null;

/** What all pages do: know who visits, refuse what no page of ours has sent, answer. */
@Injectable()
export class Visits {
  readonly #secure: boolean;
  readonly #jar: CookieJar;
  readonly #origin: string;
  /** Path of {auth_url}, without a slash at its end: what a proxy in front of us has taken away. */
  readonly prefix: string;

  constructor(
    @Inject(Sessions) private readonly sessions: Sessions,
    @Inject(IdentityConfig) config: IdentityConfig,
  ) {
    const { protocol, origin, pathname } = new URL(config.AUTH_URL);
    this.#secure = protocol === 'https:';
    this.#jar = new CookieJar(this.#secure);
    this.#origin = origin;
    this.prefix = pathname.replace(/\/+$/, '');
  }

  session(request: FastifyRequest): Promise<Session | null> {
    return this.sessions.find(this.#sessionId(request));
  }

  context(request: FastifyRequest): Context {
    return systemContext({ requestId: request.id });
  }

  /** The token for forms of a signed-in user. */
  csrf(request: FastifyRequest): string {
    return csrfTokenOf(this.#sessionId(request) ?? '');
  }

  /** The token for a form of somebody who is not signed in, and the cookie that goes with it. */
  visitorCsrf(request: FastifyRequest, reply: FastifyReply): string {
    const known = this.#cookie(request, this.#jar.visitor);
    const id = known !== undefined && isSessionId(known) ? known : newSessionId();
    if (id !== known) void reply.header('set-cookie', this.#jar.write(this.#jar.visitor, id));
    return csrfTokenOf(id);
  }

  /** Whether a form was sent by a page of ours to this browser: `user` to a signed-in one, `visitor` to any. */
  isGenuine(request: FastifyRequest, form: ReadonlyMap<string, string>, of: 'user' | 'visitor'): boolean {
    const cookie = of === 'user' ? this.#sessionId(request) : this.#cookie(request, this.#jar.visitor);
    return isFromOurPage(request.headers, this.#origin) && isCsrfToken(form.get('csrf'), cookie);
  }

  /** Lets a user in under a new id; one under which the browser was known before ends. */
  async begin(request: FastifyRequest, reply: FastifyReply, sessionId: string): Promise<void> {
    await this.sessions.end(this.#sessionId(request));
    void reply.header('set-cookie', this.#jar.write(this.#jar.session, sessionId));
  }

  async end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.sessions.end(this.#sessionId(request));
    void reply.header('set-cookie', this.#jar.clear(this.#jar.session));
  }

  show(
    reply: FastifyReply,
    page: Page,
    status = 200,
    answersTo: readonly ('https:' | 'http:')[] = [],
  ): FastifyReply {
    return reply.code(status).headers(pageHeaders(this.#secure, answersTo)).send(document(page));
  }

  message(reply: FastifyReply, status: number, title: string, message: string): FastifyReply {
    return this.show(reply, messagePage(title, message), status);
  }

  /** After a form 303, so that the browser goes on with GET and never sends the form again (RFC 9700 section 4.12). */
  goTo(reply: FastifyReply, uri: string, status: 302 | 303 = 303): FastifyReply {
    return reply
      .code(status)
      .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', location: uri })
      .send();
  }

  #sessionId(request: FastifyRequest): string | undefined {
    return this.#cookie(request, this.#jar.session);
  }

  #cookie(request: FastifyRequest, name: string): string | undefined {
    return readCookies(request.headers.cookie).get(name);
  }
}
