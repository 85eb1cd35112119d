import { createServer as createHttpServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Of `receiver.test`, signed by itself, valid until 2126; for tests and nothing else. */
export const TLS = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgSxM3+m35ELl/YvFc
e2s9+Opi7mTgsJApP3EEr/mBLhChRANCAAQdGgJ85AiK7hvJTCL/kHAzXbv2x+nH
QC+vjKZohOytZgZLHZx1rqF7cL79Icc5Q/sGOLmY2NiQxTFFpxazt+mw
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBoTCCAUegAwIBAgIULbjHu/9ULrDFFaIb+MPVahrE+mcwCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNcmVjZWl2ZXIudGVzdDAgFw0yNjExMjEwOTQ3NDJaGA8yMTI2
MTAyODA5NDc0MlowGDEWMBQGA1UEAwwNcmVjZWl2ZXIudGVzdDBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABB0aAnzkCIruG8lMIv+QcDNdu/bH6cdAL6+MpmiE7K1m
BksdnHWuoXtwvv0hxzlD+wY4uZjY2JDFMUWnFrO36bCjbTBrMB0GA1UdDgQWBBQt
jKxPoA7w7K2TOypgWcbBVs0YrTAfBgNVHSMEGDAWgBQtjKxPoA7w7K2TOypgWcbB
Vs0YrTAPBgNVHRMBAf8EBTADAQH/MBgGA1UdEQQRMA+CDXJlY2VpdmVyLnRlc3Qw
CgYIKoZIzj0EAwIDSAAwRQIgH7cQVYaLL+6/8lZqVNcydA6d3DfD6YAQc9+3NIwu
sgYCIQDiH+NNnXd0AtR8z+XdGjILumiJXuCmpyHgm3PaSsNvUA==
-----END CERTIFICATE-----
`,
};

export interface Received {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A server on 127.0.0.1 that counts what reaches it. */
export class Receiver {
  readonly received: Received[] = [];
  readonly sockets: Socket[] = [];
  readonly #server: Server;

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
    return receiver;
  }

  /** Speaks HTTP; `tls` makes it HTTPS. The whole request has been read when `answer` is called. */
  static async http(answer: RequestListener, { tls = false } = {}): Promise<Receiver> {
    const listener: RequestListener = (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { url = '', headers } = request;
        receiver.received.push({ url, headers, body: Buffer.concat(chunks) });
        answer(request, response);
      });
    };
    const receiver = await Receiver.#listen(tls ? createHttpsServer(TLS, listener) : createHttpServer(listener));
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

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** `http://127.0.0.1:port` */
  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Resolves when a connection has been closed from the other side, or is already. */
  async hungUp(nth = 0): Promise<void> {
    const socket = this.sockets[nth];
    if (socket === undefined) throw new Error(`there is no connection ${nth}`);
    if (socket.closed) return;
    await new Promise((resolve) => socket.on('close', resolve));
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
