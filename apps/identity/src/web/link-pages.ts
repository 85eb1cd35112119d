import { html } from '@parley/runtime/http/html';
import type { FastifyReply } from 'fastify';
import type { LinkRefusal } from '../links/one-time-links.ts';
import { PageError } from './page-responder.ts';
import { inWords } from './sign-in.form.ts';

/** The form was not sent by the page, or the browser keeps no cookies. */
export const OUT_OF_DATE = 'The form was out of date, or your browser sends no cookies. Try once more.';

/** The end of the path of a one-time link. */
export function tokenOf({ request }: FastifyReply): string {
  return (request.params as { token: string }).token;
}

export function linkRefusal(reply: FastifyReply, refusal: LinkRefusal, prefix: string): PageError {
  const next = html`<p><a href="${prefix}/">Go to sign in</a></p>`;
  if (refusal.kind === 'gone')
    return new PageError(
      404,
      'This link does not work any more',
      'It was used, revoked or replaced, or it has expired. Ask an admin of your workspace for a new one.',
      next,
    );
  void reply.header('retry-after', String(refusal.retryAfter));
  return new PageError(429, 'Too many tries', `Wait ${inWords(refusal.retryAfter)} and try again.`, next);
}
