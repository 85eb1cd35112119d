import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads';
import type { ReadMail } from '../read-mail.ts';
import type { TakePart } from '../structure/file-parts.ts';
import { UnreadableMailError } from '../unreadable-mail-error.ts';
import { PortMessages, receivedBytes, sendBytes } from './byte-ports.ts';
import type { PartAnswer, ReadingMessage, ReadRequest } from './messages.ts';

/** A mail that a thread reads. */
export class Reading {
  sourceSize = 0;
  private readonly channel = new MessageChannel();
  private readonly sourceChannel = new MessageChannel();
  private readonly messages = new PortMessages<ReadingMessage>(this.channel.port1);
  private failure: Error | null = null;
  private reason: UnreadableMailError | null = null;

  constructor(
    private readonly source: AsyncIterable<Uint8Array>,
    private readonly onPart: TakePart,
    /** Why the thread has ended, when it has. */
    private readonly ended: Promise<UnreadableMailError>,
  ) {}

  start(worker: Worker): void {
    const request: ReadRequest = {
      kind: 'read',
      source: this.sourceChannel.port2,
      reading: this.channel.port2,
    };
    worker.postMessage(request, [request.source, request.reading]);
    sendBytes(this.sourceChannel.port1, this.counted()).catch(
      (error: unknown) => (this.failure ??= errorOf(error)),
    );
  }

  async result(): Promise<ReadMail> {
    try {
      for (;;) {
        const message = await this.messages.next();
        if (message === null) throw await this.brokenOff();
        if (message.kind === 'read') return message.mail;
        if (message.kind === 'unreadable') throw new UnreadableMailError(message.code, message.message);
        if (message.kind === 'failed')
          throw this.failure ?? new UnreadableMailError('crashed', message.message);
        await this.take(message);
      }
    } finally {
      this.close();
    }
  }

  /** Ends what waits for the thread, with this error. */
  breakOff(reason: UnreadableMailError): void {
    this.reason = reason;
    this.close();
  }

  private async take({ part, bytes }: { part: Parameters<TakePart>[0]; bytes: MessagePort }): Promise<void> {
    let answer: PartAnswer = 'taken';
    const content = receivedBytes(bytes, () => this.brokenOff());
    try {
      await this.onPart(part, content);
    } catch (error) {
      this.failure = errorOf(error);
      answer = 'refused';
    }
    // Ends the transfer where the taker has left bytes.
    await content.return(undefined);
    bytes.close();
    this.channel.port1.postMessage(answer);
  }

  private async *counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of this.source) {
      this.sourceSize += piece.byteLength;
      yield piece;
    }
  }

  /** Why a port was closed from the other side: the thread tells of every other end before. */
  private async brokenOff(): Promise<UnreadableMailError> {
    return this.reason ?? this.ended;
  }

  private close(): void {
    this.channel.port1.close();
    this.sourceChannel.port1.close();
  }
}

const errorOf = (error: unknown) =>
  error instanceof Error ? error : new Error(String(error), { cause: error });
