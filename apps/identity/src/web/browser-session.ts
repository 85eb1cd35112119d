import type { CookieSerializeOptions } from '@fastify/cookie';
import { Injectable } from '@nestjs/common';
import { CSRF_HEADER } from '@parley/contracts/console';
import { basePathOf } from '@parley/runtime/config';
import { systemContext, type Context } from '@parley/runtime/context';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { IdentityConfig } from '../identity.config.ts';
import { SessionEnds } from '../sign-in/session-ends.ts';
import {
  isSessionId,
  newSessionId,
  Sessions,
  type Session,
  type SessionOrigin,
} from '../sign-in/sessions.ts';
import { TRUST_MS } from '../sign-in/trusted-browsers.ts';
import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { sha256 } from '../sha256.ts';

export type Form = ReadonlyMap<string, string>;

/** The fields of the submitted form; `null` without a form, or when a field occurs twice. */
export function formOf({ body }: FastifyRequest): Form | null {
  if (body === undefined) return null;
  const fields = Object.entries(body as Record<string, string | string[]>);
  const single = fields.filter((field): field is [string, string] => typeof field[1] === 'string');
  return single.length === fields.length ? new Map(single) : null;
}

export function fieldsOf<Name extends string>(form: Form, ...names: Name[]): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, form.get(name) ?? ''])) as Record<Name, string>;
}

export function originOf(request: FastifyRequest): SessionOrigin {
  return { address: request.ip, userAgent: request.headers['user-agent'] };
}

/** The session of a browser, kept in a cookie, and the CSRF protection of its forms. */
@Injectable()
export class BrowserSession {
  readonly #origin: string;
  readonly #sessionCookie: string;
  readonly #visitorCookie: string;
  readonly #trustCookie: string;
  readonly #cookieOptions: CookieSerializeOptions;
  /** Path of {auth_url} without a slash at its end, which a proxy in front of us removes. */
  readonly prefix: string;

  constructor(
    private readonly sessions: Sessions,
    private readonly ends: SessionEnds,
    config: IdentityConfig,
  ) {
    const { protocol, origin } = new URL(config.AUTH_URL);
    this.#origin = origin;
    this.prefix = basePathOf(config.AUTH_URL);
    const secure = protocol === 'https:';
    // With the prefix `__Host-`, which needs TLS, no other site of the domain can set the cookies.
    const namePrefix = secure ? '__Host-' : '';
    this.#sessionCookie = `${namePrefix}sid`;
    this.#visitorCookie = `${namePrefix}visitor`;
    this.#trustCookie = `${namePrefix}trusted`;
    // Not Strict: users arrive at the authorization endpoint from other sites.
    this.#cookieOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure };
  }

  find(request: FastifyRequest): Promise<Session | null> {
    return this.sessions.find(request.cookies[this.#sessionCookie]);
  }

  trustCookie(request: FastifyRequest): string | undefined {
    return request.cookies[this.#trustCookie];
  }

  /** The visitor cookie, which the browser has had since it saw a sign-in form. */
  visitorId(request: FastifyRequest): string | undefined {
    return request.cookies[this.#visitorCookie];
  }

  context(request: FastifyRequest): Context {
    return systemContext({ requestId: request.id });
  }

  csrfToken(request: FastifyRequest): string {
    return csrfTokenOf(request.cookies[this.#sessionCookie] ?? '');
  }

  /** The CSRF token for the sign-in form, with the visitor cookie from which it is derived. */
  visitorCsrfToken(reply: FastifyReply): string {
    const known = reply.request.cookies[this.#visitorCookie];
    const id = known !== undefined && isSessionId(known) ? known : newSessionId();
    if (id !== known) void reply.setCookie(this.#visitorCookie, id, this.#cookieOptions);
    return csrfTokenOf(id);
  }

  /** Whether one of our pages sent the form from this browser; the `user` kind needs a session, `visitor` does not. */
  isValidCsrf(request: FastifyRequest, form: Form, kind: 'user' | 'visitor'): boolean {
    const cookie = request.cookies[kind === 'user' ? this.#sessionCookie : this.#visitorCookie];
    return isSameOrigin(request.headers, this.#origin) && isValidCsrfToken(form.get('csrf'), cookie);
  }

  /** Whether a script of one of our pages sent the request, by the CSRF token in a header that no form can set. */
  isValidCsrfHeader({ headers, cookies }: FastifyRequest): boolean {
    const token = headers[CSRF_HEADER];
    return (
      isSameOrigin(headers, this.#origin) &&
      isValidCsrfToken(typeof token === 'string' ? token : undefined, cookies[this.#sessionCookie])
    );
  }

  /** Starts a session under a new id and ends the session that the browser had before. */
  async start(reply: FastifyReply, { sessionId, trustCookie }: { sessionId: string; trustCookie: string }) {
    const { request } = reply;
    await this.ends.replace(this.context(request), request.cookies[this.#sessionCookie]);
    void reply.setCookie(this.#sessionCookie, sessionId, this.#cookieOptions);
    // It outlives the session: its owner can sign in while others at the address guess passwords.
    const forGood = { ...this.#cookieOptions, maxAge: TRUST_MS / 1000 };
    void reply.setCookie(this.#trustCookie, trustCookie, forGood);
  }

  /** Continues under a new session, the former having ended with all others of the user. Returns its CSRF token. */
  renew(reply: FastifyReply, sessionId: string): string {
    void reply.setCookie(this.#sessionCookie, sessionId, this.#cookieOptions);
    return csrfTokenOf(sessionId);
  }

  async signOut(reply: FastifyReply): Promise<void> {
    const { request } = reply;
    const id = request.cookies[this.#sessionCookie];
    await this.ends.signOut(this.context(request), id, request.ip);
    void reply.setCookie(this.#sessionCookie, '', { ...this.#cookieOptions, maxAge: 0 });
  }
}

/** The CSRF token of forms, derived from the cookie that the browser sends with them: no other site can read it. */
export function csrfTokenOf(cookie: string): string {
  return sha256(`csrf ${cookie}`).toString('base64url');
}

export function isValidCsrfToken(token: string | undefined, cookie: string | undefined): boolean {
  if (token === undefined || cookie === undefined) return false;
  return timingSafeEqual(sha256(token), sha256(csrfTokenOf(cookie)));
}

/**
 * Whether the headers allow that a form came from a page of {auth_url}. `Origin` is `null` on pages with `Referrer-Policy:
 * no-referrer`, as ours; then `Sec-Fetch-Site` decides, and without it the token alone.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const { origin: from } = headers;
  if (from === undefined || from === 'null' || from === origin) return true;
  // The server may be reached by another name than that of {auth_url}, such as 127.0.0.1.
  return URL.canParse(from) && new URL(from).host === headers.host;
}
