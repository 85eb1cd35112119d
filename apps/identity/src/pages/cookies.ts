/** The cookies of a request by name; of two with one name the first, which is the one of the longer path. */
export function readCookies(header: string | undefined): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of (header ?? '').split(';')) {
    const mark = pair.indexOf('=');
    const name = pair.slice(0, mark).trim();
    if (mark > 0 && !cookies.has(name)) cookies.set(name, pair.slice(mark + 1).trim());
  }
  return cookies;
}

/**
 * Names and writes our cookies. Over https they have the `__Host-` prefix: then no other site of the domain can set them.
 * Lax, because a user arrives at the authorization endpoint from another site, with what Strict would hold back.
 */
export class CookieJar {
  readonly session: string;
  readonly visitor: string;
  readonly #attributes: string;

  constructor(secure: boolean) {
    const prefix = secure ? '__Host-' : '';
    this.session = `${prefix}sid`;
    this.visitor = `${prefix}visitor`;
    this.#attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  }

  write(name: string, value: string): string {
    return `${name}=${value}; ${this.#attributes}`;
  }

  clear(name: string): string {
    return `${name}=; ${this.#attributes}; Max-Age=0`;
  }
}
