import { verify, type KeyObject } from 'node:crypto';
import { z } from 'zod';

/** What Amazon SNS posts, as far as it is looked at. */
export const SnsMessage = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: z.string().min(1).max(100),
  TopicArn: z.string(),
  Subject: z.string().nullish(),
  Message: z.string(),
  Timestamp: z.string(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string(),
  SigningCertURL: z.string(),
  Token: z.string().optional(),
  SubscribeURL: z.string().optional(),
});
export type SnsMessage = z.output<typeof SnsMessage>;

const NOTIFICATION = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const;
const CONFIRMATION = [
  'Message',
  'MessageId',
  'SubscribeURL',
  'Timestamp',
  'Token',
  'TopicArn',
  'Type',
] as const;

/** What a message is signed over: the names and the values of its fields, each on a line of its own. */
export function signedText(message: SnsMessage): string {
  const names = message.Type === 'Notification' ? NOTIFICATION : CONFIRMATION;
  return names
    .filter((name) => message[name] !== undefined && message[name] !== null)
    .map((name) => `${name}\n${message[name]}\n`)
    .join('');
}

/** Whether the signature of a message is of a key: RSA with SHA-1 in version 1, with SHA-256 in version 2. */
export function isSignedBy(key: KeyObject, message: SnsMessage): boolean {
  const algorithm = message.SignatureVersion === '1' ? 'sha1' : 'sha256';
  return verify(algorithm, Buffer.from(signedText(message)), key, Buffer.from(message.Signature, 'base64'));
}

/** The host of SNS in the region of a topic. */
export function hostOf(topicArn: string): string {
  const [, partition, , region] = topicArn.split(':');
  return `sns.${region}.amazonaws.com${partition === 'aws-cn' ? '.cn' : ''}`;
}

/**
 * The path of a certificate of SNS; null for a URL of another host than that of the topic, or of anything else than a certificate: a forged
 * message must not choose what is requested, nor whose key it is checked with.
 */
export function certificatePath(url: string, topicArn: string): string | null {
  const [, host, path = null] =
    /^https:\/\/([^/]+)(\/SimpleNotificationService-[0-9a-f]{8,64}\.pem)$/.exec(url) ?? [];
  return host === hostOf(topicArn) ? path : null;
}
