import { createPublicKey } from 'node:crypto';
import { ApiError, invalidParameter, type Receiving, type ReceivingInput } from '@parley/contracts';

/** How a provider hands over the mails of a mailbox, as it is stored. */
export interface StoredReceiving extends Pick<Receiving, 'type' | 'authentication' | 'topic_arn'> {
  /** The last part of the URL. */
  readonly token: string;
}

/** What proves that a request is of the provider; nothing for SNS, whose certificates are public. */
export type ReceivingSecret = Pick<ReceivingInput, 'password' | 'signing_key'>;

interface Receiver {
  readonly receiving: StoredReceiving;
  readonly secret: ReceivingSecret;
}

/**
 * What an input sets, with the secret that it leaves out and a token of its own while the type stays the same. Throws 422 for one that is
 * incomplete or not allowed.
 */
export function receiverOf(
  input: ReceivingInput,
  before: Receiver | null,
  { isTest, newToken }: { readonly isTest: boolean; readonly newToken: () => string },
): Receiver {
  if (isTest) throw invalidParameter('receiving', 'must be null in test mode, in which no mail arrives');
  const kept = before !== null && before.receiving.type === input.type ? before : null;
  const secret = secretOf(input, kept?.secret ?? {});
  return {
    receiving: {
      type: input.type,
      token: kept?.receiving.token ?? newToken(),
      authentication: secret.password === undefined ? 'signature' : 'password',
      topic_arn:
        input.type === 'ses' ? (input.topic_arn ?? kept?.receiving.topic_arn ?? missing('topic_arn')) : null,
    },
    secret,
  };
}

function secretOf(
  { type, password, signing_key: key }: ReceivingInput,
  kept: ReceivingSecret,
): ReceivingSecret {
  switch (type) {
    case 'ses':
      return {};
    case 'postmark':
      return { password: password ?? kept.password ?? missing('password') };
    case 'mailgun':
      return { signing_key: key ?? kept.signing_key ?? missing('signing_key') };
    case 'sendgrid':
      if (key !== undefined) return { signing_key: publicKey(key) };
      if (password !== undefined) return { password };
      return Object.keys(kept).length === 0 ? missing('signing_key') : kept;
  }
}

/** The key of a security policy as its provider shows it: an ECDSA key in DER, encoded with base64. */
function publicKey(text: string): string {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    if (key.asymmetricKeyType === 'ec') return text;
  } catch {
    // It is none.
  }
  throw invalidParameter('receiving.signing_key', 'must be the public key of the security policy');
}

function missing(name: string): never {
  const param = `receiving.${name}`;
  const message = 'is required for this provider';
  throw new ApiError('missing_parameter', {
    param,
    message: `${param}: ${message}`,
    details: [{ code: 'missing_parameter', param, message }],
  });
}
