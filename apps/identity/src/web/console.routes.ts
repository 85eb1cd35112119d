import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import helmet from 'helmet';
import { IdentityConfig } from '../identity.config.ts';
import { BrowserSession } from './browser-session.ts';
import { ConsoleFiles, type ConsolePage } from './console-files.ts';
import { workspaceOf } from './home.routes.ts';
import { PageError } from './page-responder.ts';
import { SignInForm } from './sign-in.form.ts';
import { CONSOLE_PATH } from '../console-path.ts';

/** Names of files contain a hash of their content. */
const FOR_GOOD = 'public, max-age=31536000, immutable';

/** The account console: a page with scripts, whose files Vite builds (apps/console). */
@Injectable()
export class ConsoleRoutes {
  readonly #isSecure: boolean;
  readonly #apis: string[];
  readonly #files: string;

  constructor(
    private readonly signIn: SignInForm,
    private readonly browser: BrowserSession,
    config: IdentityConfig,
  ) {
    this.#isSecure = new URL(config.AUTH_URL).protocol === 'https:';
    this.#files = new URL(config.FILES_URL).origin;
    this.#apis = [new URL(config.BASE_URL).origin, this.#files];
  }

  async install(instance: FastifyInstance): Promise<void> {
    const files = await ConsoleFiles.read();
    const home = this.browser.prefix + CONSOLE_PATH;
    instance.get(CONSOLE_PATH.slice(0, -1), (_request, reply) => reply.redirect(home, 302));
    instance.get(`${CONSOLE_PATH}assets/:name`, (_request, reply) => sendAsset(reply, files));
    instance.get(`${CONSOLE_PATH}playground`, (_request, reply) => this.#show(reply, files, 'playground'));
    instance.get(`${CONSOLE_PATH}*`, (_request, reply) => this.#show(reply, files, 'console'));
    // The sign-in form of a page of the console, to which the user then returns.
    instance.post(`${CONSOLE_PATH}*`, (request, reply) =>
      this.signIn.submit(reply, { path: this.#pathOf(request), app: null }),
    );
  }

  #pathOf({ url }: FastifyRequest): string {
    return this.browser.prefix + url;
  }

  async #show(reply: FastifyReply, files: ConsoleFiles, page: ConsolePage): Promise<FastifyReply> {
    const { request } = reply;
    if ((await this.browser.find(request)) === null) {
      const path = this.#pathOf(request);
      return this.signIn.show(reply, { path, app: null, ...workspaceOf(request.query) });
    }
    const nonce = randomBytes(16).toString('base64');
    this.#setSecurityHeaders(reply, page, nonce);
    return reply
      .headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
      .send(files.html(page, this.browser.prefix + CONSOLE_PATH, nonce));
  }

  #setSecurityHeaders(reply: FastifyReply, page: ConsolePage, nonce: string): void {
    const set = helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          scriptSrc: ["'self'"],
          // The components add style elements at run time.
          styleSrc: ["'self'", `'nonce-${nonce}'`],
          // Attributes alone: the renderer of the playground writes some as HTML.
          ...(page === 'playground' && { styleSrcAttr: ["'unsafe-inline'"] }),
          // Pictures of files are shown from their bytes.
          imgSrc: ["'self'", 'data:', 'blob:'],
          fontSrc: ["'self'"],
          connectSrc: ["'self'", ...this.#apis],
          // The HTML of mails, which is served without scripts and an origin.
          ...(page === 'console' && { frameSrc: [this.#files] }),
          formAction: ["'self'"],
          frameAncestors: ["'none'"],
          baseUri: ["'none'"],
        },
      },
      xFrameOptions: { action: 'deny' },
      strictTransportSecurity: this.#isSecure ? { includeSubDomains: false } : false,
    });
    set(reply.request.raw, reply.raw, () => undefined);
  }
}

function sendAsset(reply: FastifyReply, files: ConsoleFiles): FastifyReply {
  const { params, headers } = reply.request;
  const { name } = params as { name: string };
  const file = files.asset(name, headers['accept-encoding'] ?? '');
  // A page of the release before may ask for a file that is gone.
  if (file === undefined)
    throw new PageError(404, 'File not found', 'The console has been updated. Load its page again.');
  if (file.encoding !== undefined) void reply.header('content-encoding', file.encoding);
  return reply
    .headers({
      'content-type': file.type,
      'cache-control': FOR_GOOD,
      vary: 'accept-encoding',
      'cross-origin-resource-policy': 'same-origin',
    })
    .send(file.content);
}
