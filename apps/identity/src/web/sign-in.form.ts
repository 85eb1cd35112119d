import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { AppRow } from '../oauth/apps.queries.ts';
import { SignIn, parseWorkspaceId } from '../sign-in/sign-in.ts';
import { BrowserSession, formOf } from './browser-session.ts';
import { PageError, PageResponder } from './page-responder.ts';
import { signInView, type SignInInput } from './views.ts';

/** The page of the form: it sends its form there, and the user returns there once signed in. */
interface SignInTarget {
  path: string;
  /** The app that requests access, to whose workspace the sign-in is limited; `null` outside of OAuth. */
  app: AppRow | null;
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

  show(reply: FastifyReply, input: Omit<SignInInput, 'csrf'>, status = 200): FastifyReply {
    const csrf = this.browser.visitorCsrfToken(reply);
    return this.pages.send(reply, signInView({ ...input, csrf }), status);
  }

  /** Handles the submitted form, and the sign-out button of other pages. */
  async submit(reply: FastifyReply, { path, app }: SignInTarget): Promise<FastifyReply> {
    const { request } = reply;
    const form = formOf(request);
    if (!form) throw new PageError(400, 'That was not understood', 'Go back and send the form again.');
    if (form.get('action') === 'sign-out') {
      if (this.browser.isValidCsrf(request, form, 'user')) await this.browser.signOut(reply);
      return this.pages.redirect(reply, path);
    }
    const email = (form.get('email') ?? '').trim();
    const workspace = form.get('workspace') ?? '';
    const showAgain = (error: string, status: number) =>
      this.show(reply, { path, app, error, email, workspace }, status);
    if (!this.browser.isValidCsrf(request, form, 'visitor'))
      return showAgain('The form was out of date, or your browser sends no cookies. Try once more.', 403);
    const workspaceId = app?.workspace_id ?? parseWorkspaceId(workspace);
    if (workspaceId === undefined)
      return showAgain('The workspace ID is not complete: it begins with ws_.', 422);
    const result = await this.signIn.signIn(this.browser.context(request), {
      email,
      password: form.get('password') ?? '',
      workspaceId,
      address: request.ip,
      trustCookie: this.browser.trustCookie(request),
    });
    switch (result.kind) {
      case 'signed-in':
        await this.browser.start(reply, result);
        return this.pages.redirect(reply, path);
      case 'wrong':
        return showAgain(app === null ? WRONG_ANYWHERE : WRONG, 401);
      case 'too-many': {
        void reply.header('retry-after', String(result.retryAfter));
        return showAgain(`Too many tries. Wait ${inWords(result.retryAfter)} and try again.`, 429);
      }
    }
  }
}

/** A time to wait, for a sentence. */
export function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}
