import { z } from 'zod';
import type { Logger } from '@parley/runtime/logging';
import { transportKey } from '../keys.rules.ts';
import type { HandedMail, Provider } from './provider.ts';
import type { Receiver } from './receivers.ts';
import { malformed, misconfigured, Refusal, unauthenticated } from './refusal.ts';
import type { SnsEndpoint } from './sns/sns-endpoint.ts';
import { certificatePath, hostOf, isSignedBy, SnsMessage } from './sns/sns-message.rules.ts';

/** A message of SNS has 256 KiB at most, and JSON within JSON makes it longer. */
const BODY_MAX = 1024 * 1024;
/** What SES publishes when a rule is made with the topic. */
const SETUP = /^Successfully validated SNS topic\b/;

const SesNotification = z.object({
  notificationType: z.literal('Received'),
  mail: z.object({ messageId: z.string().min(1).max(200), source: z.string().nullish() }),
  receipt: z.object({
    recipients: z.array(z.string()).default([]),
    action: z.object({ type: z.string(), encoding: z.string().nullish() }),
  }),
  content: z.string().optional(),
});

/** Amazon SES hands a mail over through a topic of Amazon SNS, which signs it, and tries again after 5xx alone. */
export class Ses implements Provider {
  readonly bodyMax = BODY_MAX;
  readonly finalStatus = null;

  constructor(
    private readonly endpoint: Pick<SnsEndpoint, 'keyOf' | 'confirm'>,
    private readonly logger: Logger,
  ) {}

  authenticate(): void {
    // Its signature is in the body.
  }

  async read({ body }: { body: Buffer }, receiver: Receiver): Promise<HandedMail | null> {
    const message = snsMessageOf(body);
    await this.#verify(message, receiver.topicArn ?? '');
    if (message.Type === 'Notification') return mailOf(message.Message);
    if (message.Type === 'SubscriptionConfirmation') await this.#confirm(message);
    else
      this.logger.warn(
        { event: 'ses.unsubscribed', topic: message.TopicArn },
        'A topic has ended its subscription: no mails come from it any more',
      );
    return null;
  }

  async #verify(message: SnsMessage, topicArn: string): Promise<void> {
    if (message.TopicArn !== topicArn)
      throw new Refusal('authentication', 'The message is of another topic than that of the mailbox.');
    const path = certificatePath(message.SigningCertURL, topicArn);
    if (path === null)
      throw unauthenticated('SigningCertURL is no certificate of SNS in the region of the topic.');
    const key = await this.#available(this.endpoint.keyOf(hostOf(topicArn), path));
    if (!isSignedBy(key, message)) throw unauthenticated('The signature of the message is wrong.');
  }

  /** The address comes from the topic that the mailbox names, and not from SubscribeURL. */
  async #confirm({ TopicArn: topic, Token: token }: SnsMessage): Promise<void> {
    if (token === undefined) throw malformed('The message has no Token.');
    await this.#available(this.endpoint.confirm(hostOf(topic), topic, token));
    this.logger.info({ event: 'ses.subscribed', topic }, 'Confirmed the subscription of a topic');
  }

  async #available<T>(answer: Promise<T>): Promise<T> {
    return answer.catch((error: unknown) => {
      this.logger.warn({ event: 'ses.sns.failed', err: error }, 'Cannot ask Amazon SNS');
      throw new Refusal('unavailable', 'Amazon SNS cannot be asked for its certificate or a confirmation.');
    });
  }
}

function snsMessageOf(body: Buffer): SnsMessage {
  const parsed = SnsMessage.safeParse(jsonOf(body.toString('utf8')));
  if (parsed.success) return parsed.data;
  throw malformed('The request is no message of Amazon SNS: raw message delivery has to be off.');
}

function mailOf(text: string): HandedMail | null {
  if (SETUP.test(text)) return null;
  const parsed = SesNotification.safeParse(jsonOf(text));
  if (!parsed.success) throw malformed('The message is no notification of Amazon SES about a mail.');
  const { mail, receipt, content } = parsed.data;
  if (receipt.action.type === 'S3')
    throw misconfigured(
      'The action S3 is not supported: choose the action SNS, which has the mail itself, up to 150 KB.',
    );
  if (content === undefined) throw misconfigured('The notification has no content: choose the action SNS.');
  return {
    from: mail.source ?? null,
    to: receipt.recipients,
    key: transportKey({ kind: 'provider', provider: 'ses', eventId: mail.messageId }),
    bytes: [Buffer.from(content, receipt.action.encoding?.toUpperCase() === 'BASE64' ? 'base64' : 'utf8')],
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
