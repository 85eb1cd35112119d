import { MessageChannel, type Worker } from 'node:worker_threads';
import type { InlineImage } from '../display/inline-image.ts';
import type { MailToShow, ShownMail } from '../display/show-mail.ts';
import { UnreadableMailError } from '../unreadable-mail-error.ts';
import { PortMessages } from './byte-ports.ts';
import type { ShowingMessage, ShowRequest } from './messages.ts';

/** A mail that a thread shows. */
export class Showing {
  private readonly channel = new MessageChannel();
  private readonly messages = new PortMessages<ShowingMessage>(this.channel.port1);
  private reason: UnreadableMailError | null = null;

  constructor(
    private readonly mail: MailToShow,
    private readonly images: readonly InlineImage[],
    /** Why the thread has ended, when it has. */
    private readonly ended: Promise<UnreadableMailError>,
  ) {}

  /** Resolves when the thread has loaded what it needs, which is no time of the mail. */
  async start(worker: Worker): Promise<void> {
    const { text, html, subject } = this.mail;
    const request: ShowRequest = {
      ...{ kind: 'show', mail: { text, html, subject }, images: this.images },
      showing: this.channel.port2,
    };
    worker.postMessage(request, [request.showing]);
    const begun = await this.messages.next();
    if (begun?.kind !== 'begun') throw await this.failureOf(begun);
  }

  async result(): Promise<ShownMail> {
    try {
      const message = await this.messages.next();
      if (message?.kind === 'shown') return message.mail;
      throw await this.failureOf(message);
    } finally {
      this.close();
    }
  }

  /** Ends what waits for the thread, with this error. */
  breakOff(reason: UnreadableMailError): void {
    this.reason = reason;
    this.close();
  }

  private async failureOf(message: ShowingMessage | null): Promise<UnreadableMailError> {
    if (message?.kind === 'failed') return new UnreadableMailError('crashed', message.message);
    return this.reason ?? this.ended;
  }

  private close(): void {
    this.channel.port1.close();
  }
}
