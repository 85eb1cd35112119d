import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import helmet from 'helmet';
import { IdentityConfig } from '../identity.config.ts';
import { document, messageView, STYLE_HASH, type View } from './layout.ts';

/** An error that the user is told about by a page. */
export class PageError extends Error {
  constructor(
    readonly statusCode: number,
    readonly title: string,
    message: string,
  ) {
    super(message);
  }
}

/** Responds with HTML pages and redirects, each with its security headers. */
@Injectable()
export class PageResponder {
  readonly #isSecure: boolean;

  constructor(@Inject(IdentityConfig) config: IdentityConfig) {
    this.#isSecure = config.AUTH_URL.startsWith('https:');
  }

  /**
   * Sends a page that loads only its own style and may be neither framed nor cached.
   * @param formTargets schemes that the response to a form of the page may redirect to: browsers apply `form-action` to
   *   every redirect after a form, and an app may redirect further to any host.
   */
  send(
    reply: FastifyReply,
    view: View,
    status = 200,
    formTargets: readonly ('https:' | 'http:')[] = [],
  ): FastifyReply {
    const setSecurityHeaders = helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          styleSrc: [`'sha256-${STYLE_HASH}'`],
          formAction: ["'self'", ...formTargets],
          frameAncestors: ["'none'"],
          baseUri: ["'none'"],
        },
      },
      // An app may open the pages in a popup and watch it.
      crossOriginOpenerPolicy: false,
      xFrameOptions: { action: 'deny' },
      strictTransportSecurity: this.#isSecure ? { includeSubDomains: false } : false,
    });
    setSecurityHeaders(reply.request.raw, reply.raw, () => undefined);
    return reply
      .code(status)
      .headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
      .send(document(view));
  }

  sendMessage(reply: FastifyReply, status: number, title: string, message: string): FastifyReply {
    return this.send(reply, messageView(title, message), status);
  }

  /** After a form with 303: the browser continues with GET and does not resend the form (RFC 9700 section 4.12). */
  redirect(reply: FastifyReply, uri: string, status: 302 | 303 = 303): FastifyReply {
    return reply
      .code(status)
      .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', location: uri })
      .send();
  }
}
