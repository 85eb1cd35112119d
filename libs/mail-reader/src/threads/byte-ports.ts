import type { MessagePort } from 'node:worker_threads';

/** What the reader of bytes says to the one who has them. */
type Pull = 'pull';
type Answer = { readonly bytes: Uint8Array<ArrayBuffer> } | 'end' | 'failed';

/**
 * Sends bytes over a port, a piece for each that is asked for, until they end or nobody asks any more. Each piece is copied once, and its
 * copy transferred, since the memory of a source may be shared. An error of the source is told to the other side, and thrown.
 */
export async function sendBytes(port: MessagePort, source: AsyncIterable<Uint8Array>): Promise<void> {
  const pulls = new PortMessages<Pull>(port);
  const iterator = source[Symbol.asyncIterator]();
  try {
    while ((await pulls.next()) !== null) {
      const result = await iterator.next();
      if (result.done === true) {
        port.postMessage('end' satisfies Answer);
        return;
      }
      const bytes = Uint8Array.from(result.value);
      port.postMessage({ bytes } satisfies Answer, [bytes.buffer]);
    }
    await iterator.return?.();
  } catch (error) {
    port.postMessage('failed' satisfies Answer);
    throw error;
  }
}

/**
 * The bytes that come over a port, one piece at a time. They end with an error where the other side has one, and with that of `brokenOff`
 * where the other side has closed the port.
 */
export async function* receivedBytes(
  port: MessagePort,
  brokenOff: () => Promise<Error>,
): AsyncGenerator<Uint8Array> {
  const answers = new PortMessages<Answer>(port);
  try {
    for (;;) {
      port.postMessage('pull' satisfies Pull);
      const answer = await answers.next();
      if (answer === 'end') return;
      if (answer === null) throw await brokenOff();
      if (answer === 'failed') throw new Error('The bytes have ended before their end');
      yield answer.bytes;
    }
  } finally {
    port.close();
  }
}

/** The messages of a port one after another. */
export class PortMessages<Message> {
  private readonly messages: Message[] = [];
  private waiting: ((message: Message | null) => void) | null = null;
  private isClosed = false;

  constructor(port: MessagePort) {
    port.on('message', (message: Message) => {
      if (this.waiting === null) this.messages.push(message);
      else this.resolve(message);
    });
    port.on('close', () => {
      this.isClosed = true;
      this.resolve(null);
    });
  }

  /** The next message; `null` after the port was closed, on either side. */
  async next(): Promise<Message | null> {
    const message = this.messages.shift();
    if (message !== undefined) return message;
    return this.isClosed ? null : new Promise((resolve) => (this.waiting = resolve));
  }

  private resolve(message: Message | null): void {
    const { waiting } = this;
    this.waiting = null;
    waiting?.(message);
  }
}
