import { createHmac, timingSafeEqual } from 'node:crypto';

const VALID_MS = 5 * 60_000;
const FORMAT = /^([0-9a-z]{8})\.([\w-]{22})$/;

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
    return `${expires}.${this.#signature(expires, args)}`;
  }

  /** Whether a text is a confirmation of these arguments that has not expired. */
  check(text: string, args: readonly string[], now: number = Date.now()): boolean {
    const [, expires = '', signature = ''] = FORMAT.exec(text) ?? [];
    if (signature === '' || Number.parseInt(expires, 36) * 1000 < now) return false;
    return timingSafeEqual(Buffer.from(this.#signature(expires, args)), Buffer.from(signature));
  }

  #signature(expires: string, args: readonly string[]): string {
    return createHmac('sha256', this.#secret)
      .update(JSON.stringify([expires, ...args]))
      .digest('base64url')
      .slice(0, 22);
  }
}
