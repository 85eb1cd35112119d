// The steps that the suite does by itself.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { compare, resolve } from './match.mjs';

/** An outcome is not as expected. */
export class Failure extends Error {}

/** Steps that resolve their variables by themselves: later, or several times. */
export const LATE = new Set(['faults', 'api', 'seen']);

async function fileWith(path) {
  const bytes = await readFile(path);
  return { path, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** What the suite does by itself; called with the session as `this`, and with the resolved step. */
export const OWN_STEPS = {
  /** `times`: so many requests, `at_once` of them at the same time. */
  async api({ times, at_once: atOnce = 1, ...request }) {
    const send = (index) => this.suite.product.request(resolve(request, { ...this.variables, index }));
    if (times === undefined) return send(0);
    const results = [];
    while (results.length < times) {
      const length = Math.min(atOnce, times - results.length);
      results.push(
        ...(await Promise.all(Array.from({ length }, (_, index) => send(results.length + index)))),
      );
    }
    return results;
  },
  operator({ command, input }) {
    return this.suite.product.operate(command, input);
  },
  faults({ rules }) {
    this.suite.proxy.recording.setRules(rules);
  },
  /** Forgets the requests so far. */
  forget() {
    this.suite.proxy.recording.requests.length = 0;
  },
  seen({ do: _, ...expected }) {
    return this.seen(expected);
  },
  async file({ name, bytes = 0, text }) {
    const path = join(this.suite.folder, name);
    // No two blocks are equal, so that none can be exchanged unseen.
    const content =
      text ?? Buffer.from(Array.from({ length: bytes }, (_, index) => (index * 31 + (index >> 8)) & 0xff));
    await writeFile(path, content);
    return fileWith(path);
  },
  stat({ path }) {
    return fileWith(path);
  },
  upload({ name, path }) {
    return readFile(path).then((bytes) => this.suite.product.upload({ name, bytes }));
  },
  /** The browser is sent to the product, and the app to the proxy. */
  async authorize({ url }) {
    const { urls } = this.suite.proxy;
    const { auth_url: issuer } = this.suite.product.credentials;
    const callback = new URL(await this.suite.product.authorize(url.replace(urls.auth, issuer)));
    callback.searchParams.set('iss', urls.auth);
    return callback.href;
  },
  grant({ app, scope }) {
    return this.suite.product.grant(app, scope);
  },
  check({ value, expect, name = 'value' }) {
    const problems = compare(value, expect, name);
    if (problems.length > 0) throw new Failure(problems.join('; '));
  },
  pause: ({ ms }) => pause(ms),
  set: ({ to }) => to,
};
