/** What a browser without JavaScript shows: a page, or where it is being sent. */
export interface Shown {
  status: number;
  headers: Headers;
  /** Where the page is from. */
  url: string;
  text: string;
  /** Where the answer leads, if it does. */
  location: string | null;
}

export interface PageForm {
  action: string;
  fields: Record<string, string>;
  /** Values of the buttons by which it can be sent, as `name=value`. */
  buttons: string[];
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const unescaped = (text: string) => text.replaceAll(/&(#?\w+);/g, (_, name: string) => ENTITIES[name] ?? '?');
const attribute = (tag: string, name: string) => {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return found === undefined ? undefined : unescaped(found);
};

/** The forms of a page, read as a browser does. */
export function formsOf(page: Shown): PageForm[] {
  return [...page.text.matchAll(/<form\b[^>]*>[^]*?<\/form>/g)].map(([form]) => {
    const [head = ''] = /<form\b[^>]*>/.exec(form) ?? [];
    const inputs = [...form.matchAll(/<input\b[^>]*>/g)].map(([tag]) => tag);
    const buttons = [...form.matchAll(/<button\b[^>]*>/g)].map(([tag]) => tag);
    return {
      action: new URL(attribute(head, 'action') ?? '', page.url).toString(),
      fields: Object.fromEntries(
        inputs.map((tag) => [attribute(tag, 'name') ?? '', attribute(tag, 'value') ?? '']),
      ),
      buttons: buttons.map((tag) => `${attribute(tag, 'name') ?? ''}=${attribute(tag, 'value') ?? ''}`),
    };
  });
}

export interface User {
  email: string;
  password: string;
}

/** The authorization code in an answer that leads to an app. */
export const codeOf = ({ location }: Shown) => new URL(location ?? '').searchParams.get('code') ?? '';
export const hasPassword = ({ fields }: PageForm) => 'password' in fields;
export const isConsent = ({ buttons }: PageForm) => buttons.includes('decision=approve');

/** A browser with cookies, without JavaScript, that follows redirects within one site only. */
export class Browser {
  readonly cookies = new Map<string, string>();

  constructor(readonly authUrl: string) {}

  async request(url: string, init: RequestInit = {}): Promise<Shown> {
    const headers = new Headers(init.headers);
    if (this.cookies.size > 0)
      headers.set('cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const mark = pair.indexOf('=');
      if (/Max-Age=0/.test(line)) this.cookies.delete(pair.slice(0, mark));
      else this.cookies.set(pair.slice(0, mark), pair.slice(mark + 1));
    }
    const location = response.headers.get('location');
    return {
      status: response.status,
      headers: response.headers,
      url,
      text: await response.text(),
      location: location === null ? null : new URL(location, url).toString(),
    };
  }

  async open(url: string): Promise<Shown> {
    return this.#follow(await this.request(url));
  }

  /** Sends the form that has this property, filled in, by this button. */
  async submit(
    page: Shown,
    which: (form: PageForm) => boolean,
    filled: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Shown> {
    const form = formsOf(page).find(which);
    if (form === undefined) throw new Error(`no such form at ${page.url}: ${page.status} ${page.text}`);
    return this.#follow(await this.post(form.action, { ...form.fields, ...filled }, headers));
  }

  /** Sends a form as it is given, also one that the page did not contain. */
  post(url: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Shown> {
    return this.request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields).toString(),
    });
  }

  signIn(page: Shown, user: User): Promise<Shown> {
    return this.submit(page, hasPassword, { email: user.email, password: user.password, action: 'sign-in' });
  }

  decide(page: Shown, decision: 'approve' | 'deny'): Promise<Shown> {
    return this.submit(page, isConsent, { decision });
  }

  async #follow(shown: Shown): Promise<Shown> {
    if (shown.location === null || !shown.location.startsWith(`${this.authUrl}/`)) return shown;
    return this.#follow(await this.request(shown.location));
  }
}
