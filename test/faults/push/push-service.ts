import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
  type ECDH,
} from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PushedMessage {
  /** The payload as the browser decrypts it. */
  readonly payload: Record<string, unknown>;
  readonly topic: string | undefined;
}

type Respond = (message: PushedMessage, response: ServerResponse) => void;

const answerWith =
  (status: number): Respond =>
  (_message, response) => {
    response.writeHead(status).end();
  };

/** A browser and its push service: it checks the signature of a message (RFC 8292), and decrypts it with its own keys (RFC 8291). */
export class PushService {
  readonly messages: PushedMessage[] = [];
  readonly #pair: ECDH = createECDH('prime256v1');
  readonly #auth = randomBytes(16);
  readonly #server: Server;
  #respond: Respond = answerWith(201);

  private constructor() {
    this.#pair.generateKeys();
    this.#server = createServer((request, response) => void this.#receive(request, response));
  }

  static async start(): Promise<PushService> {
    const service = new PushService();
    service.#server.listen(0, '127.0.0.1');
    await once(service.#server, 'listening');
    return service;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get subscription() {
    return this.subscriptionOf('device');
  }

  subscriptionOf(device: string) {
    const keys = { p256dh: this.#pair.getPublicKey('base64url'), auth: this.#auth.toString('base64url') };
    return { endpoint: `${this.origin}/${device}`, keys };
  }

  /** The ids of what has arrived, without those that follow each other. */
  get ids(): string[] {
    const ids = this.messages.map(({ payload }) => String(payload['id']));
    return ids.filter((id, at) => id !== ids[at - 1]);
  }

  answer(status: number): void {
    this.#respond = answerWith(status);
  }

  /** Answers nothing more; what it returns counts the requests that were open at the same time. */
  hold(): { most: number } {
    const held = { most: 0 };
    let open = 0;
    this.#respond = (_message, response) => {
      open += 1;
      held.most = Math.max(held.most, open);
      response.once('close', () => (open -= 1));
    };
    return held;
  }

  /** Decides about the next message, which it leaves unanswered until the function does. */
  next(respond: Respond): void {
    const later = this.#respond;
    this.#respond = (message, response) => {
      this.#respond = later;
      respond(message, response);
    };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (!isSigned(String(request.headers.authorization), this.origin)) {
      response.writeHead(403).end();
      return;
    }
    const payload = JSON.parse(this.#decrypt(Buffer.concat(chunks))) as Record<string, unknown>;
    const message = { payload, topic: request.headers['topic'] as string | undefined };
    this.messages.push(message);
    this.#respond(message, response);
  }

  #decrypt(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const sender = body.subarray(21, 21 + body.readUInt8(20));
    const encrypted = body.subarray(21 + sender.length);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#pair.getPublicKey(), sender]);
    const secret = Buffer.from(hkdfSync('sha256', this.#pair.computeSecret(sender), this.#auth, info, 32));
    const derive = (label: string, bytes: number) =>
      Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${label}\0`, bytes));
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    decipher.setAuthTag(encrypted.subarray(-16));
    const plain = Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()]);
    // Behind the delimiter of the last record there is only padding.
    return plain.subarray(0, plain.lastIndexOf(2)).toString();
  }
}

/** Whether a request has a token of the key that it names, for this push service. */
function isSigned(authorization: string, origin: string): boolean {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const { aud } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string };
  const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  const proof = Buffer.from(signature, 'base64url');
  return aud === origin && verify('sha256', Buffer.from(`${head}.${claims}`), signed, proof);
}
