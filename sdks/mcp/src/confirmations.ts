import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const VALID_MS = 5 * 60_000;
const FORMAT = /^([0-9a-z]{8})\.([\w-]{16})\.([\w-]{22})$/;

/**
 * Confirmations of replies: a token that the preview of a reply shows, or that the host keeps while it asks a person. It holds for five
 * minutes and for these arguments alone, and needs no memory: any process that knows the secret can check it.
 */
export class Confirmations {
  readonly #secret: string;

  /** @param secret something that the host may know and the model does not: the access token, or a random text */
  constructor(secret: string) {
    this.#secret = `parley-mcp confirmation ${secret}`;
  }

  issue(args: readonly string[], now: number = Date.now()): string {
    const expires = Math.ceil((now + VALID_MS) / 1000)
      .toString(36)
      .padStart(8, '0');
    const nonce = randomBytes(12).toString('base64url');
    return `${expires}.${nonce}.${this.#signature(expires, nonce, args)}`;
  }

  /** What tells this confirmation from all others; undefined if it has expired, or is none for these arguments. */
  check(text: string, args: readonly string[], now: number = Date.now()): string | undefined {
    const [, expires = '', nonce = '', signature = ''] = FORMAT.exec(text) ?? [];
    if (nonce === '' || Number.parseInt(expires, 36) * 1000 < now) return undefined;
    const expected = Buffer.from(this.#signature(expires, nonce, args));
    return timingSafeEqual(expected, Buffer.from(signature)) ? nonce : undefined;
  }

  #signature(expires: string, nonce: string, args: readonly string[]): string {
    return createHmac('sha256', this.#secret)
      .update(JSON.stringify([expires, nonce, ...args]))
      .digest('base64url')
      .slice(0, 22);
  }
}
