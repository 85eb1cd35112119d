import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { File, Id, Mode, Tenant } from '@parley/contracts';
import { basePathOf, Config, duration, filesUrl, setting } from '@parley/runtime/config';
import { KernelConfig } from '@parley/runtime/process';

export class FileLinksConfig extends Config({
  FILES_URL: filesUrl,
  FILE_URL_TTL: setting(
    'Longest lifetime of the download URL of a file; one is valid for at least nine tenths of it',
    duration.refine((ms) => ms >= 1_000, 'must be at least 1s'),
    '1h',
  ),
}) {}

/** What a valid link allows to be downloaded. */
export interface LinkedFile extends Tenant {
  id: Id<'file'>;
  /** Epoch milliseconds. */
  expiresAt: number;
}

/** `malformed`: not an address of a file. `forged`: this installation has not signed it, or not with a current key. */
type LinkError = 'malformed' | 'forged' | 'expired';
type SigningKey = ReturnType<typeof signingKeyOf>;

/** A URL of the same file stays the same for this part of its lifetime, so that browsers and caches can reuse it. */
const STEPS_PER_LIFETIME = 10;

const KEY_BYTES = 32;
const KEY_ID_BYTES = 3;
const PATH = /^\/(ws_[0-9a-z]{26})\/(live|test)\/(file_[0-9a-z]{26})\/([^?#]+)$/;
/** The query has one spelling only: a parameter that is repeated or unknown could mean something else to a cache. */
const QUERY = /^expires=([1-9]\d{0,15})&key=([\w-]{4})&signature=([\w-]{43})$/;

/**
 * Issues and verifies `{FILES_URL}/{workspace}/{mode}/{file}/{name}?expires=…&key=…&signature=…` without a look-up, in some
 * microseconds. Keys are derived from ENCRYPTION_KEYS and rotate with them: the first signs, all verify.
 */
@Injectable()
export class FileLinks {
  readonly #keys: ReadonlyMap<string, SigningKey>;
  readonly #current: SigningKey;
  readonly #base: string;
  readonly #basePath: string;
  readonly #lifetimeMs: number;

  constructor(
    { FILES_URL, FILE_URL_TTL }: FileLinksConfig,
    @Inject(KernelConfig) { ENCRYPTION_KEYS }: Pick<KernelConfig, 'ENCRYPTION_KEYS'>,
  ) {
    const keys = ENCRYPTION_KEYS.map(signingKeyOf);
    this.#keys = new Map(keys.map((key) => [key.id, key]));
    this.#current = keys[0] as SigningKey;
    this.#base = FILES_URL;
    this.#basePath = basePathOf(FILES_URL);
    this.#lifetimeMs = FILE_URL_TTL;
  }

  /** A URL that downloads the file until it expires or the file is deleted. */
  urlOf({ workspaceId, mode }: Tenant, file: Pick<File, 'id' | 'name'>, now = Date.now()): string {
    const step = Math.floor(this.#lifetimeMs / STEPS_PER_LIFETIME);
    const expiresAt = Math.floor((now + this.#lifetimeMs) / step) * step;
    const name = linkNameOf(file.name);
    const { id, secret } = this.#current;
    const signature = signatureOf(secret, { workspaceId, mode, id: file.id, expiresAt }, name);
    const path = `${workspaceId}/${mode}/${file.id}/${encodeSegment(name)}`;
    return `${this.#base}/${path}?expires=${expiresAt}&key=${id}&signature=${signature}`;
  }

  /** @param target of a request; the path of FILES_URL may precede it or have been removed by a proxy. @param now epoch ms. */
  verify(target: string, now = Date.now()): LinkedFile | LinkError {
    const [path = '', query = ''] = target.split(/\?(.*)/s, 2);
    const ownPath = path.startsWith(`${this.#basePath}/`) ? path.slice(this.#basePath.length) : path;
    const [, workspaceId, mode, id, encodedName] = PATH.exec(ownPath) ?? [];
    const name = encodedName === undefined ? null : decodeSegment(encodedName);
    if (name === null) return 'malformed';
    const [, expires, keyId, signature] = QUERY.exec(query) ?? [];
    const key = keyId === undefined ? undefined : this.#keys.get(keyId);
    if (key === undefined || signature === undefined) return 'forged';
    const file = {
      workspaceId: workspaceId as Id<'workspace'>,
      mode: mode as Mode,
      id: id as Id<'file'>,
      expiresAt: Number(expires),
    };
    // As text: several texts decode to the same bytes.
    const expected = Buffer.from(signatureOf(key.secret, file, name));
    if (!timingSafeEqual(expected, Buffer.from(signature))) return 'forged';
    return file.expiresAt > now ? file : 'expired';
  }
}

function signingKeyOf(key: Buffer) {
  const bytes = Buffer.from(hkdfSync('sha256', key, '', 'parley: file links', KEY_BYTES + KEY_ID_BYTES));
  return { secret: bytes.subarray(0, KEY_BYTES), id: bytes.subarray(KEY_BYTES).toString('base64url') };
}

/** The name comes last, because it alone may contain line breaks. */
function signatureOf(secret: Buffer, { workspaceId, mode, id, expiresAt }: LinkedFile, name: string): string {
  return createHmac('sha256', secret)
    .update(`${workspaceId}\n${mode}\n${id}\n${expiresAt}\n${name}`)
    .digest('base64url');
}

/** The name as a URL can have it: `.` and `..` would be another path, and a lone surrogate cannot be encoded. */
function linkNameOf(name: string): string {
  return /^\.{0,2}$/.test(name) ? 'file' : name.toWellFormed();
}

/** Encodes also what encodeURIComponent leaves, and what would end a link in Markdown or an attribute in HTML. */
function encodeSegment(name: string): string {
  return encodeURIComponent(name).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
