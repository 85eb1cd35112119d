import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { CommandFailure } from '../failure.ts';

/** Larger than any event. */
const BODY_MAX = 4 * 1024 * 1024;
const FORWARD_TIMEOUT_MS = 10_000;

/** The body of a delivery, as far as it is printed. */
export interface Delivered {
  id: string;
  event: string;
  timestamp: string;
  data: Record<string, unknown>;
}

export type Received =
  | { outcome: 'verified'; event: Delivered; forwarded: Forwarded | undefined }
  | { outcome: 'rejected'; reason: string };

/** What the endpoint behind `--forward-to` answered. */
interface Forwarded {
  /** 502 if it did not answer, so that the delivery is retried. */
  status: number;
  milliseconds: number;
  error?: string;
}

interface ReceiverOptions {
  /** Known once the webhook is created; a delivery that arrives before waits for it. */
  signingSecret: Promise<string>;
  forwardTo: string | undefined;
  onReceived: (received: Received) => void;
}

/**
 * An endpoint on loopback that verifies the signature of each delivery and passes it on, headers and bytes unchanged, so that
 * `forwardTo` can verify it too. It answers what that endpoint answers, or 204.
 */
export class Receiver {
  readonly #server: Server;

  constructor(private readonly options: ReceiverOptions) {
    this.#server = createServer((request, response) => {
      this.#receive(request).then(
        (status) => response.writeHead(status).end(),
        () => response.writeHead(500).end(),
      );
    });
  }

  /** Returns the port. Throws a CommandFailure if it is in use. */
  async listen(port: number): Promise<number> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening').catch((error: unknown) => {
      const { code } = error as { code?: string };
      const reason =
        code === 'EADDRINUSE' ? 'is in use: choose another one with --port' : `cannot be used (${code})`;
      throw new CommandFailure(`port ${port} ${reason}`, 1);
    });
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #receive(request: IncomingMessage): Promise<number> {
    const body = await readBody(request);
    let event: Delivered;
    try {
      if (body === undefined) throw new Error('the body is too large');
      const verifier = new Webhook(await this.options.signingSecret);
      event = verifier.verify(body, request.headers as Record<string, string>) as Delivered;
    } catch (error) {
      this.options.onReceived({ outcome: 'rejected', reason: (error as Error).message });
      return 400;
    }
    const forwarded = await this.#forward(request, body);
    this.options.onReceived({ outcome: 'verified', event, forwarded });
    return forwarded?.status ?? 204;
  }

  async #forward(request: IncomingMessage, body: Buffer): Promise<Forwarded | undefined> {
    const { forwardTo } = this.options;
    if (forwardTo === undefined) return undefined;
    const began = performance.now();
    const milliseconds = () => Math.round(performance.now() - began);
    try {
      const response = await fetch(forwardTo, {
        method: 'POST',
        headers: passedOn(request),
        body: new Uint8Array(body),
        redirect: 'manual',
        signal: AbortSignal.timeout(FORWARD_TIMEOUT_MS),
      });
      await response.body?.cancel();
      return { status: response.status, milliseconds: milliseconds() };
    } catch (error) {
      const { cause, message } = error as Error;
      const reason = (cause as { code?: string } | undefined)?.code ?? message;
      return { status: 502, milliseconds: milliseconds(), error: reason };
    }
  }
}

/** The headers that belong to the delivery, and not to its connection. */
function passedOn({ headers }: IncomingMessage): Record<string, string> {
  const names = Object.keys(headers).filter((name) => /^(webhook-|x-|content-type$|user-agent$)/.test(name));
  return Object.fromEntries(names.map((name) => [name, String(headers[name])]));
}

/** The bytes of a body, or nothing if it is too large. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_MAX) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
