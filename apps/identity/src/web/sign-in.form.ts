import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SignIn, parseWorkspaceId } from '../sign-in/sign-in.ts';
import { BrowserSession, formOf, type Form } from './browser-session.ts';
import { PageResponder } from './page-responder.ts';
import { signInView, type SignInInput } from './views.ts';

export interface SignInTarget {
  /** Path and query of the page: it sends its form there, and the user returns there once signed in. */
  path: string;
  /** `null` outside of OAuth. */
  app: { name: string; workspaceName: string } | null;
}

const WRONG = 'The e-mail address or the password is wrong.';
const WRONG_ANYWHERE = `${WRONG} If you have an account in several workspaces, say which one.`;

/** The sign-in form. It redirects to its own page only, so there is no redirect target to forge. */
@Injectable()
export class SignInForm {
  constructor(
    @Inject(SignIn) private readonly signIn: SignIn,
    @Inject(BrowserSession) private readonly browser: BrowserSession,
    @Inject(PageResponder) private readonly pages: PageResponder,
  ) {}

  show(
    request: FastifyRequest,
    reply: FastifyReply,
    target: SignInTarget & Pick<SignInInput, 'session' | 'error' | 'email' | 'workspace'>,
    status = 200,
  ): FastifyReply {
    const { path: action, ...input } = target;
    const csrf = this.browser.visitorCsrfToken(request, reply);
    return this.pages.send(reply, signInView({ ...input, action, csrf }), status);
  }

  /** Handles the submitted form, and the sign-out button of other pages. */
  async submit(
    request: FastifyRequest,
    reply: FastifyReply,
    target: SignInTarget & { workspaceId?: string },
  ): Promise<FastifyReply> {
    const form = formOf(request);
    if (!form)
      return this.pages.sendMessage(
        reply,
        400,
        'That was not understood',
        'Go back and send the form again.',
      );
    if (form.get('action') === 'sign-out') return this.#signOut(request, reply, form, target.path);
    const email = (form.get('email') ?? '').trim();
    const workspace = form.get('workspace') ?? '';
    const showAgain = (error: string, status: number) =>
      this.show(request, reply, { path: target.path, app: target.app, error, email, workspace }, status);
    if (!this.browser.isValidCsrf(request, form, 'visitor'))
      return showAgain('The form was out of date, or your browser sends no cookies. Try once more.', 403);
    const workspaceId = target.workspaceId ?? parseWorkspaceId(workspace);
    if (workspaceId === undefined)
      return showAgain('The workspace ID is not complete: it begins with ws_.', 422);
    const result = await this.signIn.signIn(this.browser.context(request), {
      email,
      password: form.get('password') ?? '',
      workspaceId,
      address: request.ip,
    });
    switch (result.kind) {
      case 'signed-in':
        await this.browser.start(request, reply, result.sessionId);
        return this.pages.redirect(reply, target.path);
      case 'wrong':
        return showAgain(target.app === null ? WRONG_ANYWHERE : WRONG, 401);
      case 'too-many': {
        void reply.header('retry-after', String(result.retryAfter));
        return showAgain(`Too many tries. Wait ${inWords(result.retryAfter)} and try again.`, 429);
      }
    }
  }

  async #signOut(
    request: FastifyRequest,
    reply: FastifyReply,
    form: Form,
    path: string,
  ): Promise<FastifyReply> {
    if (this.browser.isValidCsrf(request, form, 'user')) await this.browser.end(request, reply);
    return this.pages.redirect(reply, path);
  }
}

function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes > 90) return `${Math.ceil(minutes / 60)} hours`;
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}
