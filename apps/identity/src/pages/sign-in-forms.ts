import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SignIn, workspaceNamed } from '../sign-in/sign-in.ts';
import type { Session } from '../sign-in/sessions.ts';
import { signInPage, type SignInForm } from './pages.ts';
import { Visits, type Form } from './visit.ts';

/** Where a sign-in form stands. */
export interface FormPlace {
  /** Path and query of its page: where it is sent to, and where the user is once signed in. */
  here: string;
  /** `null` at the start page. */
  app: { name: string; workspaceName: string } | null;
}

const WRONG = 'The e-mail address or the password is wrong.';
const WRONG_ANYWHERE = `${WRONG} If you have an account in several workspaces, say which one.`;

/** Shows the sign-in form and answers it. It leads back to its own page and nowhere else: there is no address to forge. */
@Injectable()
export class SignInForms {
  constructor(
    @Inject(SignIn) private readonly signIn: SignIn,
    @Inject(Visits) private readonly visits: Visits,
  ) {}

  show(
    request: FastifyRequest,
    reply: FastifyReply,
    place: FormPlace & { signedIn?: Session | null } & Pick<SignInForm, 'fault' | 'email' | 'workspace'>,
    status = 200,
  ): FastifyReply {
    const { here: action, ...rest } = place;
    const csrf = this.visits.visitorCsrf(request, reply);
    return this.visits.show(reply, signInPage({ ...rest, action, csrf }), status);
  }

  /** Answers the form, and the button that signs out. */
  async answer(
    request: FastifyRequest,
    reply: FastifyReply,
    place: FormPlace & { workspaceId?: string },
  ): Promise<FastifyReply> {
    const form = request.body as Form | undefined;
    if (!form)
      return this.visits.message(reply, 400, 'That was not understood', 'Go back and send the form again.');
    if (form.get('action') === 'sign-out') return this.#signOut(request, reply, form, place.here);
    const email = (form.get('email') ?? '').trim();
    const workspace = form.get('workspace') ?? '';
    const again = (fault: string, status: number) =>
      this.show(request, reply, { here: place.here, app: place.app, fault, email, workspace }, status);
    if (!this.visits.isGenuine(request, form, 'visitor'))
      return again('The form was out of date, or your browser sends no cookies. Try once more.', 403);
    const workspaceId = place.workspaceId ?? workspaceNamed(workspace);
    if (workspaceId === undefined) return again('The workspace ID is not complete: it begins with ws_.', 422);
    const result = await this.signIn.signIn(this.visits.context(request), {
      email,
      password: form.get('password') ?? '',
      workspaceId,
      address: request.ip,
    });
    switch (result.kind) {
      case 'signed-in':
        await this.visits.begin(request, reply, result.sessionId);
        return this.visits.goTo(reply, place.here);
      case 'wrong':
        return again(place.app === null ? WRONG_ANYWHERE : WRONG, 401);
      case 'too-many': {
        void reply.header('retry-after', String(result.retryAfter));
        return again(`Too many tries. Wait ${inWords(result.retryAfter)} and try again.`, 429);
      }
    }
  }

  async #signOut(
    request: FastifyRequest,
    reply: FastifyReply,
    form: ReadonlyMap<string, string>,
    here: string,
  ): Promise<FastifyReply> {
    if (this.visits.isGenuine(request, form, 'user')) await this.visits.end(request, reply);
    return this.visits.goTo(reply, here);
  }
}

function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes > 90) return `${Math.ceil(minutes / 60)} hours`;
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}
