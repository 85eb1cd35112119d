import { createHmac } from 'node:crypto';
import { transportKey } from '../keys.rules.ts';
import { isEqual } from './basic-authentication.ts';
import { fieldText, formFields } from './form-fields.ts';
import { BODY_MAX, type Provider } from './provider.ts';
import { misconfigured, unauthenticated } from './refusal.ts';

/** How far the clock of Mailgun may be ahead of ours, in milliseconds. */
const AHEAD_MS = 300_000;
/** Age of a signature, in milliseconds: Mailgun tries again for eight hours, whether with a new signature it does not say. */
const AGE_MAX_MS = 9 * 3_600_000;

/**
 * Mailgun signs a time and a random token, not the mail: each token is taken once, which is what stops a repetition by others. It tries
 * again for eight hours unless it is answered 406.
 */
export const mailgun: Provider = {
  bodyMax: BODY_MAX,
  finalStatus: 406,

  authenticate() {
    // Its signature is in the body.
  },

  read({ headers, body }, { secret }) {
    const fields = formFields(headers['content-type'] ?? '', body);
    const token = verifiedToken(fields, secret.signing_key ?? '');
    const mail = fields.get('body-mime');
    if (mail === undefined)
      throw misconfigured('The request has no body-mime: the URL of the route must end with /mime.');
    return {
      from: fieldText(fields, 'sender'),
      to: (fieldText(fields, 'recipient') ?? '').split(',').map((one) => one.trim()),
      key: transportKey({ kind: 'provider', provider: 'mailgun', eventId: token }),
      isKeyOnce: true,
      bytes: [mail],
    };
  },
};

function verifiedToken(fields: ReadonlyMap<string, Buffer>, key: string): string {
  const [timestamp, token, signature] = ['timestamp', 'token', 'signature'].map((name) =>
    fieldText(fields, name),
  );
  if (!timestamp || !token || !signature || !/^\d{1,12}$/.test(timestamp) || token.length > 200)
    throw unauthenticated('The request is not signed by Mailgun.');
  const expected = createHmac('sha256', key)
    .update(timestamp + token)
    .digest('hex');
  if (!isEqual(signature, expected))
    throw unauthenticated('The signature is not of the HTTP webhook signing key of the mailbox.');
  const age = Date.now() - Number(timestamp) * 1_000;
  if (age > AGE_MAX_MS || age < -AHEAD_MS)
    throw unauthenticated('The time of the signature is not that of the last nine hours.');
  return token;
}
