import { request, type ClientRequest } from 'node:http';
import { text } from 'node:stream/consumers';

interface Sent {
  method: string;
  headers: Record<string, string>;
  /** JSON. */
  body: unknown;
}

/** A request whose head has been sent, with the first byte of its body. */
export class HeldRequest {
  readonly #request: ClientRequest;
  readonly #body: string;
  readonly #answer: Promise<{ status: number; body: unknown }>;

  constructor(url: string, { method, headers, body }: Sent) {
    this.#body = JSON.stringify(body);
    const length = String(Buffer.byteLength(this.#body));
    this.#request = request(url, {
      method,
      headers: { 'content-type': 'application/json', 'content-length': length, ...headers },
    });
    this.#answer = new Promise((resolve, reject) => {
      this.#request.on('error', reject).on('response', (response) => {
        text(response).then(
          (answer) =>
            resolve({
              status: response.statusCode ?? 0,
              body: answer === '' ? undefined : (JSON.parse(answer) as unknown),
            }),
          reject,
        );
      });
    });
    this.#request.write(this.#body.slice(0, 1));
  }

  /** Sends the rest of the body. */
  finish(): Promise<{ status: number; body: unknown }> {
    this.#request.end(this.#body.slice(1));
    return this.#answer;
  }
}
