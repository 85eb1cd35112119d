// Where the tokens of a grant are kept.
import { ConfigurationError } from './errors.ts';
import { redacted } from './log.ts';
import { objectOf, requiredBuiltin } from './runtime.ts';

/** The tokens of one grant, as they are stored: the same form in all libraries of Parley. */
export interface TokenData {
  access_token: string;
  refresh_token?: string | undefined;
  /** The end of the access token (RFC 3339) */
  expires_at: string;
  /** Scopes, separated by blanks */
  scope: string;
}

/** The tokens of one grant. Logs do not show them, neither by `console.log` nor as JSON; `toObject()` is what to store. */
export class Tokens implements TokenData {
  readonly expires_at: string;
  readonly scope: string;
  /** Enough of the access token to tell it from others */
  readonly token: string;
  readonly #accessToken: string;
  readonly #refreshToken: string | undefined;

  constructor({ access_token, refresh_token, expires_at, scope }: TokenData) {
    this.#accessToken = access_token;
    this.#refreshToken = refresh_token;
    this.expires_at = expires_at;
    this.scope = scope;
    this.token = redacted(access_token);
  }

  get access_token(): string {
    return this.#accessToken;
  }

  get refresh_token(): string | undefined {
    return this.#refreshToken;
  }

  toObject(): TokenData {
    return plain(this);
  }
}

/**
 * Keeps the tokens of one grant. With processes that share a grant, `withLock` must hold across them: each refresh ends the refresh
 * token before the last one.
 */
export interface TokenStore {
  load(): Promise<TokenData | undefined>;
  /** Replaces what `load` gave. Resolves to false, and changes nothing, if it is not there any more. */
  save(expected: TokenData | undefined, next: TokenData): Promise<boolean>;
  /** Runs a function while no other one runs. */
  withLock<T>(run: () => Promise<T>): Promise<T>;
}

function plain({ access_token, refresh_token, expires_at, scope }: TokenData): TokenData {
  return { access_token, refresh_token, expires_at, scope };
}

const isSame = (a: TokenData | undefined, b: TokenData | undefined): boolean =>
  a?.access_token === b?.access_token;

/** Runs functions one after the other. */
class Queue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(next: () => Promise<T>): Promise<T> {
    const result = this.#last.then(next);
    this.#last = result.catch(() => undefined);
    return result;
  }
}

/** Tokens in the memory of this process. */
export class MemoryTokenStore implements TokenStore {
  #tokens: TokenData | undefined;
  readonly #queue = new Queue();

  constructor(tokens?: TokenData) {
    this.#tokens = tokens;
  }

  load(): Promise<TokenData | undefined> {
    return Promise.resolve(this.#tokens);
  }

  save(expected: TokenData | undefined, next: TokenData): Promise<boolean> {
    const isCurrent = isSame(this.#tokens, expected);
    if (isCurrent) this.#tokens = next;
    return Promise.resolve(isCurrent);
  }

  withLock<T>(run: () => Promise<T>): Promise<T> {
    return this.#queue.run(run);
  }
}

/** A lock of a process that has ended, or is suspended, is taken over after this time: a refresh takes less. */
const LOCK_EXPIRES_MS = 120_000;
const LOCK_POLL_MS = 50;

/** Tokens in a file of mode 600, which processes on one machine may share. */
export class FileTokenStore implements TokenStore {
  readonly #path: string;
  readonly #queue = new Queue();

  constructor(path: string) {
    this.#path = path;
  }

  async load(): Promise<TokenData | undefined> {
    const text = await ifThere(requiredBuiltin('node:fs').promises.readFile(this.#path, 'utf8'));
    if (text === undefined) return undefined;
    const tokens = objectOf(text);
    // The error of the parser would show a part of the text.
    if (tokens === undefined) throw new ConfigurationError('The file of tokens is not a JSON object');
    return tokens as TokenData;
  }

  async save(expected: TokenData | undefined, next: TokenData): Promise<boolean> {
    if (!isSame(await this.load(), expected)) return false;
    const fs = requiredBuiltin('node:fs').promises;
    const part = `${this.#path}.${crypto.randomUUID()}`;
    // Other processes see the old file or the new one, never a part of it.
    await fs.writeFile(part, JSON.stringify(plain(next)), { mode: 0o600, flag: 'wx', flush: true });
    await fs.rename(part, this.#path);
    return true;
  }

  withLock<T>(run: () => Promise<T>): Promise<T> {
    return this.#queue.run(async () => {
      const fs = requiredBuiltin('node:fs').promises;
      const path = `${this.#path}.lock`;
      const owner = crypto.randomUUID();
      while (!(await created(path, owner))) await makeFree(path);
      try {
        return await run();
      } finally {
        // It is another's, if this process was suspended for long.
        if ((await ifThere(fs.readFile(path, 'utf8'))) === owner) await fs.rm(path, { force: true });
      }
    });
  }
}

/** The result of a file operation; undefined if there is no such file. */
async function ifThere<T>(result: Promise<T>): Promise<T | undefined> {
  try {
    return await result;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Creates a lock file, which only one process can. */
async function created(path: string, owner: string): Promise<boolean> {
  try {
    await requiredBuiltin('node:fs').promises.writeFile(path, owner, { mode: 0o600, flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Waits a little for the end of a lock, and removes one that has expired. */
async function makeFree(path: string): Promise<void> {
  if (!(await hasExpired(path)))
    return new Promise<void>((resolve) => void setTimeout(resolve, LOCK_POLL_MS));
  const fs = requiredBuiltin('node:fs').promises;
  const taken = `${path}.${crypto.randomUUID()}`;
  // Of those who have seen it, only one can move it.
  await ifThere(fs.rename(path, taken));
  // The one that was moved is a new one, if another process was faster: it is given back.
  if (await hasExpired(taken)) await fs.rm(taken, { force: true });
  else await ifThere(fs.rename(taken, path));
}

async function hasExpired(path: string): Promise<boolean> {
  const file = await ifThere(requiredBuiltin('node:fs').promises.stat(path));
  // A time in the future is one of before the clock was set back.
  return file !== undefined && Math.abs(Date.now() - file.mtimeMs) > LOCK_EXPIRES_MS;
}
