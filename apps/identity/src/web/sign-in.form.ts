import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { encodeId } from '@parley/contracts';
import { NoticeState } from '../notices/notice-state.ts';
import type { AppRow } from '../oauth/apps.queries.ts';
import { SignIn, parseWorkspaceId } from '../sign-in/sign-in.ts';
import { BrowserSession, formOf, originOf } from './browser-session.ts';
import { PageError, PageResponder, UNREADABLE } from './page-responder.ts';
import { FORGOTTEN_PASSWORD_PATH } from './views.ts';
import { chooseWorkspaceView, signInView, type SignInInput } from './sign-in.view.ts';

/** The page of the form: it sends its form there, and the user returns there once signed in. */
interface SignInTarget {
  path: string;
  /** The app that requests access, to whose workspace the sign-in is limited; `null` outside of OAuth. */
  app: AppRow | null;
  /** Schemes to which the page redirects a user who has given consent before. */
  formTargets?: readonly string[];
}

const WRONG = 'The e-mail address or the password is wrong.';
const OUT_OF_DATE = 'The form was out of date, or your browser sends no cookies. Try once more.';

/** The sign-in form. It redirects to its own page only, so there is no redirect target to forge. */
@Injectable()
export class SignInForm {
  constructor(
    private readonly signIn: SignIn,
    private readonly browser: BrowserSession,
    private readonly pages: PageResponder,
    private readonly notices: NoticeState,
  ) {}

  async show(
    reply: FastifyReply,
    { formTargets = [], ...input }: Omit<SignInInput, 'csrf'> & Pick<SignInTarget, 'formTargets'>,
    status = 200,
  ): Promise<FastifyReply> {
    const csrf = this.browser.visitorCsrfToken(reply);
    const isMailed = (await this.notices.get()) === 'on';
    const forgottenPath = isMailed ? this.#forgottenPath(input) : null;
    return this.pages.send(reply, signInView({ ...input, csrf, forgottenPath }), status, formTargets);
  }

  /** Handles the submitted form, and the sign-out button of other pages. */
  async submit(reply: FastifyReply, target: SignInTarget): Promise<FastifyReply> {
    const { request } = reply;
    const { path, app } = target;
    const form = formOf(request);
    if (!form) throw new PageError(400, UNREADABLE, 'Go back and send the form again.');
    if (form.get('action') === 'sign-out') {
      if (this.browser.isValidCsrf(request, form, 'user')) await this.browser.signOut(reply);
      return this.pages.redirect(reply, path);
    }
    const email = (form.get('email') ?? '').trim();
    const workspace = form.get('workspace') ?? '';
    const showAgain = (error: string, status: number) =>
      this.show(reply, { ...target, error, email, workspace }, status);
    if (!this.browser.isValidCsrf(request, form, 'visitor')) return showAgain(OUT_OF_DATE, 403);
    const choice = form.get('choice');
    if (choice !== undefined) return this.#choose(reply, target, { choice, workspace });
    const workspaceId = app?.workspace_id ?? parseWorkspaceId(workspace);
    if (workspaceId === undefined)
      return showAgain('The link to this page is incomplete: a workspace ID begins with ws_.', 422);
    const result = await this.signIn.signIn(this.browser.context(request), {
      email,
      password: form.get('password') ?? '',
      workspaceId,
      ...this.#origin(request),
    });
    switch (result.kind) {
      case 'signed-in':
        await this.browser.start(reply, result);
        return this.pages.redirect(reply, path);
      case 'choose': {
        const csrf = this.browser.visitorCsrfToken(reply);
        return this.pages.send(reply, chooseWorkspaceView({ path, csrf, email, ...result }));
      }
      case 'wrong':
        return showAgain(WRONG, 401);
      case 'too-many': {
        void reply.header('retry-after', String(result.retryAfter));
        return showAgain(`Too many tries. Wait ${inWords(result.retryAfter)} and try again.`, 429);
      }
    }
  }

  async #choose(
    reply: FastifyReply,
    target: SignInTarget,
    { choice, workspace }: { choice: string; workspace: string },
  ): Promise<FastifyReply> {
    const { request } = reply;
    const workspaceId = parseWorkspaceId(workspace) ?? '';
    const chosen = { choice, workspaceId, ...this.#origin(request) };
    const result = await this.signIn.choose(this.browser.context(request), chosen);
    if (result === null)
      return this.show(reply, { ...target, error: 'The choice came too late. Sign in once more.' }, 403);
    await this.browser.start(reply, result);
    return this.pages.redirect(reply, target.path);
  }

  /** A user of an app has forgotten the password in its workspace. */
  #forgottenPath({ app, workspace = '' }: Pick<SignInInput, 'app' | 'workspace'>): string {
    const named = app === null ? workspace : encodeId('workspace', app.workspace_id);
    const query = named === '' ? '' : `?${new URLSearchParams({ workspace: named }).toString()}`;
    return this.browser.prefix + FORGOTTEN_PASSWORD_PATH + query;
  }

  #origin(request: FastifyRequest) {
    const browser = this.browser.visitorId(request) ?? '';
    const trustCookie = this.browser.trustCookie(request);
    return { ...originOf(request), browser, trustCookie };
  }
}

/** A time to wait, for a sentence. */
export function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}
