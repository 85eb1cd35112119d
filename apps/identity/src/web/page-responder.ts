import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import helmet from 'helmet';
import { IdentityConfig } from '../identity.config.ts';
import { basePathOf } from '@parley/runtime/config';
import { html, type Html } from '@parley/runtime/http/html';
import { document, messageView, STYLE_HASH, type View } from './layout.ts';

export const UNREADABLE = 'The request could not be read';

export class PageError extends Error {
  constructor(
    readonly statusCode: number,
    readonly title: string,
    message: string,
    /** How to go on; by default a link to the start page. */
    readonly next?: Html,
  ) {
    super(message);
  }
}

/** Responds with HTML pages and redirects, each with its security headers. */
@Injectable()
export class PageResponder {
  readonly #isSecure: boolean;
  readonly #home: Html;

  constructor(config: IdentityConfig) {
    this.#isSecure = new URL(config.AUTH_URL).protocol === 'https:';
    this.#home = html`<p><a href="${basePathOf(config.AUTH_URL)}/">Go to your account</a></p>`;
  }

  /**
   * Sends a page that loads only its own style and may be neither framed nor cached. `formTargets`: schemes that the response to its
   * form may redirect to, since browsers apply `form-action` to every redirect after it.
   */
  send(reply: FastifyReply, view: View, status = 200, formTargets: readonly string[] = []): FastifyReply {
    const setSecurityHeaders = helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          // The icon is a part of the page.
          imgSrc: ['data:'],
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

  sendMessage(reply: FastifyReply, status: number, title: string, message: string, next = this.#home) {
    return this.send(reply, messageView(title, message, next), status);
  }

  /** An error that passes: the user may load the same page again. */
  sendTemporary(reply: FastifyReply, status: number, title: string, message: string): FastifyReply {
    // What a form was sent to need not be a page.
    const isPage = reply.request.method === 'GET';
    const again = html`<p><a href="">Load the page again</a></p>`;
    return this.sendMessage(reply, status, title, message, isPage ? again : this.#home);
  }

  /** After a form with 303: the browser continues with GET and does not resend the form (RFC 9700 section 4.12). */
  redirect(reply: FastifyReply, uri: string, status: 302 | 303 = 303): FastifyReply {
    return reply
      .code(status)
      .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', location: uri })
      .send();
  }
}
