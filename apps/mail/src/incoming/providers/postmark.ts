import { transportKey } from '../keys.rules.ts';
import { checkPassword } from './basic-authentication.ts';
import { JsonMembers } from './json-members.ts';
import { BODY_MAX, type Provider } from './provider.ts';
import { malformed, misconfigured } from './refusal.ts';

/** Postmark posts JSON without a signature, ten times within 10.5 hours unless it is answered 403. */
export const postmark: Provider = {
  bodyMax: BODY_MAX,
  finalStatus: 403,

  authenticate(headers, { secret }) {
    checkPassword(headers, secret.password ?? '');
  },

  read({ body }) {
    const members = JsonMembers.of(body);
    const bytes = members.content('RawEmail');
    if (bytes === null)
      throw misconfigured('The request has no RawEmail: choose "Include raw email content in JSON payload".');
    const id = members.text('MessageID');
    if (id === null || id === '') throw malformed('The request has no MessageID.');
    const recipient = members.text('OriginalRecipient');
    return {
      from: null,
      to: recipient === null ? [] : [recipient],
      key: transportKey({ kind: 'provider', provider: 'postmark', eventId: id }),
      bytes,
    };
  },
};
