import { createHash, createPublicKey, verify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { transportKey } from '../keys.rules.ts';
import { checkPassword } from './basic-authentication.ts';
import { fieldText, formFields } from './form-fields.ts';
import { BODY_MAX, type Provider } from './provider.ts';
import { malformed, misconfigured, unauthenticated } from './refusal.ts';

const Envelope = z.object({ to: z.array(z.string()), from: z.string().nullish() });

/**
 * SendGrid posts a form, with an ECDSA signature where a security policy asks for it, and tries again for three days after 5xx alone. It
 * gives a mail no id, and nothing says whether a repetition has a new time in its signature: the bytes of the mail, whose trace fields no
 * other one has, tell what was repeated.
 */
export const sendgrid: Provider = {
  bodyMax: BODY_MAX,
  finalStatus: null,

  authenticate(headers, { secret }) {
    if (secret.password !== undefined) checkPassword(headers, secret.password);
    else signatureOf(headers);
  },

  read({ headers, body }, { secret }) {
    if (secret.password === undefined) checkSignature(headers, body, secret.signing_key ?? '');
    const fields = formFields(headers['content-type'] ?? '', body);
    const mail = fields.get('email');
    if (mail === undefined)
      throw misconfigured('The request has no email: choose "POST the raw, full MIME message".');
    const { to, from } = envelopeOf(fieldText(fields, 'envelope'));
    const eventId = createHash('sha256').update(mail).digest('hex');
    const key = transportKey({ kind: 'provider', provider: 'sendgrid', eventId });
    return { from: from ?? null, to, key, bytes: [mail] };
  },
};

function signatureOf(headers: IncomingHttpHeaders): { signature: string; timestamp: string } {
  const signature = headers['x-twilio-email-event-webhook-signature'];
  const timestamp = headers['x-twilio-email-event-webhook-timestamp'];
  if (typeof signature === 'string' && typeof timestamp === 'string') return { signature, timestamp };
  throw unauthenticated(
    'The request has no signature: attach a security policy with a signature to the host.',
  );
}

function checkSignature(headers: IncomingHttpHeaders, body: Buffer, key: string): void {
  const { signature, timestamp } = signatureOf(headers);
  const signed = Buffer.concat([Buffer.from(timestamp), body]);
  const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
  if (!verify('sha256', signed, publicKey, Buffer.from(signature, 'base64')))
    throw unauthenticated('The signature is not of the security policy whose key the mailbox has.');
}

function envelopeOf(text: string | null): z.output<typeof Envelope> {
  if (text === null) return { to: [], from: null };
  try {
    return Envelope.parse(JSON.parse(text));
  } catch {
    throw malformed('The envelope of the request is not that of SendGrid.');
  }
}
