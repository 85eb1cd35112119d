import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/** Certificate of `receiver.test`, signed by itself, valid from 2020 to 2124; for tests and nothing else. */
export const TLS = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgSxM3+m35ELl/YvFc
e2s9+Opi7mTgsJApP3EEr/mBLhChRANCAAQdGgJ85AiK7hvJTCL/kHAzXbv2x+nH
QC+vjKZohOytZgZLHZx1rqF7cL79Icc5Q/sGOLmY2NiQxTFFpxazt+mw
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBbTCCAROgAwIBAgIBATAKBggqhkjOPQQDAjAYMRYwFAYDVQQDDA1yZWNlaXZl
ci50ZXN0MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjUwMTAxMDAwMDAwWjAYMRYwFAYD
VQQDDA1yZWNlaXZlci50ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEHRoC
fOQIiu4byUwi/5BwM1279sfpx0Avr4ymaITsrWYGSx2cda6he3C+/SHHOUP7Bji5
mNjYkMUxRacWs7fpsKNMMEowGAYDVR0RBBEwD4INcmVjZWl2ZXIudGVzdDAPBgNV
HRMBAf8EBTADAQH/MB0GA1UdDgQWBBQtjKxPoA7w7K2TOypgWcbBVs0YrTAKBggq
hkjOPQQDAgNIADBFAiA1iFgiJfKkawTqQ0PmeGpGq01skmznocIuAOQaMQ1JjgIh
AOtH/XCfpw0OiMrZ8lOKKDyiK48ZLO/Nc1Fol6YXdJDh
-----END CERTIFICATE-----
`,
};

/** The same, but valid in 2020 only. */
export const EXPIRED_TLS = {
  key: TLS.key,
  cert: `-----BEGIN CERTIFICATE-----
MIIBajCCARGgAwIBAgIBAjAKBggqhkjOPQQDAjAYMRYwFAYDVQQDDA1yZWNlaXZl
ci50ZXN0MB4XDTIwMDEwMTAwMDAwMFoXDTIxMDEwMTAwMDAwMFowGDEWMBQGA1UE
AwwNcmVjZWl2ZXIudGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABB0aAnzk
CIruG8lMIv+QcDNdu/bH6cdAL6+MpmiE7K1mBksdnHWuoXtwvv0hxzlD+wY4uZjY
2JDFMUWnFrO36bCjTDBKMBgGA1UdEQQRMA+CDXJlY2VpdmVyLnRlc3QwDwYDVR0T
AQH/BAUwAwEB/zAdBgNVHQ4EFgQULYysT6AO8OytkzsqYFnGwVbNGK0wCgYIKoZI
zj0EAwIDRwAwRAIgfOJKwJwY2Mt66a8Nt9C1S9Z9+jWjK5iPnykl28hU+ooCIHrF
RUdffkj2pxn7IRE2n1mia83uWi3xh61zomNKwCSl
-----END CERTIFICATE-----
`,
};

export interface Received {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Whether its TLS handshake was a resumed one. */
  readonly resumed: boolean;
}

/** A server on 127.0.0.1 that counts what reaches it. */
export class Receiver {
  readonly received: Received[] = [];
  readonly sockets: Socket[] = [];
  readonly #server: Server;
  port = 0;

  private constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket: Socket) => {
      socket.on('error', () => undefined);
      this.sockets.push(socket);
    });
  }

  static async #listen(server: Server): Promise<Receiver> {
    const receiver = new Receiver(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    receiver.port = (server.address() as AddressInfo).port;
    return receiver;
  }

  /** Speaks HTTP; `tls` makes it HTTPS. The whole request has been read when `answer` is called. */
  static async http(
    answer: RequestListener,
    { tls = false }: { tls?: boolean | typeof TLS } = {},
  ): Promise<Receiver> {
    const listener: RequestListener = (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { url = '', headers, socket } = request;
        const resumed = socket instanceof TLSSocket && socket.isSessionReused();
        receiver.received.push({ url, headers, body: Buffer.concat(chunks), resumed });
        answer(request, response);
      });
    };
    const receiver = await Receiver.#listen(
      tls === false ? createHttpServer(listener) : createHttpsServer(tls === true ? TLS : tls, listener),
    );
    return receiver;
  }

  /** Speaks whatever `answer` writes; it is called when a request of ours (they end with `}`) has arrived. */
  static async raw(answer: (socket: Socket, nth: number) => void): Promise<Receiver> {
    let count = 0;
    const server = createServer((socket) => {
      socket.on('data', (data: Buffer) => {
        if (data.at(-1) === 0x7d) answer(socket, (count += 1));
      });
    });
    return Receiver.#listen(server);
  }

  get connections(): number {
    return this.sockets.length;
  }

  /** `http://127.0.0.1:port` */
  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Resolves when a connection has been made and closed again. */
  async hungUp(nth = 0): Promise<void> {
    while (this.connections <= nth) await once(this.#server, 'connection');
    const socket = this.sockets[nth];
    // Not `once`, which rejects when a reset comes as an error first.
    if (socket?.closed === false) await new Promise((resolve) => socket.on('close', resolve));
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
