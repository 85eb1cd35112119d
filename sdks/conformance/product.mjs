// What the suite itself does with the product, without any of the libraries: records that scenarios need, commands of the operator,
// and a browser that signs in.
import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { compare } from './match.mjs';

export const REDIRECT_URI = 'http://127.0.0.1:4999/callback';
const TIME_LIMIT = 15_000;

/** Commands of the operator of a running standalone, by the control socket in its data folder. */
export function operatorOf(dataDir) {
  return async (command, input) => {
    const { port, secret } = JSON.parse(await readFile(join(dataDir, 'control.json'), 'utf8'));
    const response = await fetch(`http://127.0.0.1:${port}/${command}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}` },
      body: JSON.stringify(input),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${command}: ${JSON.stringify(answer)}`);
    return answer;
  };
}

export class Product {
  /** @param {Record<string, string>} credentials of a workspace that nobody else uses */
  constructor(credentials, operate) {
    this.credentials = credentials;
    this.operate = operate;
  }

  /** One request, repeated while the answer is not as `until` says. */
  async request({ method, path, body, headers = {}, key = this.credentials.live_key, until }) {
    const end = Date.now() + TIME_LIMIT;
    for (;;) {
      const { status, json } = await this.#send(method, path, { body, headers, key });
      const problems = until === undefined ? [] : compare(json, until);
      if (status < 300 && problems.length === 0) return json?.data ?? json;
      if (status >= 300 || Date.now() > end)
        throw new Error(`${method} ${path}: ${status} ${JSON.stringify(json)} ${problems.join('; ')}`);
      await pause(100);
    }
  }

  async #send(method, path, { body, headers, key }) {
    const isForm = body instanceof FormData;
    const response = await fetch(this.credentials.base_url + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: isForm ? body : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, json: text === '' ? undefined : JSON.parse(text) };
  }

  async upload({ name, bytes }) {
    const body = new FormData();
    body.set('file', new File([bytes], name));
    return this.request({ method: 'POST', path: '/v1/files', body });
  }

  /** Opens the authorization URL in a browser, signs in and approves. @returns {Promise<string>} where the browser is sent */
  async authorize(url) {
    const { email, password } = this.credentials;
    const browser = new Browser(this.credentials.auth_url);
    const signIn = await browser.open(url);
    const consent = await browser.submit(signIn, 'name="password"', { email, password, action: 'sign-in' });
    const answer = await browser.submit(consent, 'value="approve"', { decision: 'approve' });
    if (answer.location === null)
      throw new Error(`no answer of the consent page: ${answer.status} ${answer.text}`);
    return answer.location;
  }

  /** Tokens for an app, as its user grants them. */
  async grant({ client_id, client_secret }, scope) {
    const verifier = randomBytes(32).toString('base64url');
    const query = new URLSearchParams({
      ...{
        client_id,
        scope,
        redirect_uri: REDIRECT_URI,
        response_type: 'code',
        state: 'any',
        prompt: 'consent',
      },
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    const callback = await this.authorize(`${this.credentials.auth_url}/oauth/authorize?${query}`);
    const body = {
      ...{ grant_type: 'authorization_code', client_id, client_secret, redirect_uri: REDIRECT_URI },
      ...{ code: new URL(callback).searchParams.get('code'), code_verifier: verifier },
    };
    return this.request({ method: 'POST', path: '/oauth/token', body });
  }
}

const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const attribute = (tag, name) =>
  new RegExp(`\\s${name}="([^"]*)"`)
    .exec(tag)?.[1]
    .replaceAll(/&(#?\w+);/g, (_, entity) => ENTITIES[entity]) ?? '';

/** A browser with cookies and without JavaScript, that follows redirects within one origin. */
class Browser {
  #cookies = new Map();

  constructor(origin) {
    this.origin = origin;
  }

  async open(url, init = {}) {
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(url, { ...init, headers: { ...init.headers, cookie }, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
      this.#cookies.set(name, value);
    }
    const text = await response.text();
    const header = response.headers.get('location');
    const location = header === null ? null : new URL(header, url).href;
    if (location?.startsWith(`${this.origin}/`) === true) return this.open(location);
    return { status: response.status, url, text, location };
  }

  /** Sends the form that contains a text, with some fields filled in. */
  submit(page, contained, filled) {
    const form = [...page.text.matchAll(/<form\b[^>]*>[^]*?<\/form>/g)]
      .map(([one]) => one)
      .find((one) => one.includes(contained));
    if (form === undefined)
      throw new Error(`no form with ${contained} at ${page.url}: ${page.status} ${page.text}`);
    const inputs = [...form.matchAll(/<input\b[^>]*>/g)].map(([tag]) => [
      attribute(tag, 'name'),
      attribute(tag, 'value'),
    ]);
    const body = new URLSearchParams({ ...Object.fromEntries(inputs), ...filled });
    return this.open(new URL(attribute(form, 'action'), page.url).href, { method: 'POST', body });
  }
}
