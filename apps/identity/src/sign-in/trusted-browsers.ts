import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Encryptor } from '@parley/runtime/encryptor';
import { z } from 'zod';
import { sha256 } from '../sha256.ts';

const PURPOSE = 'trusted browser';
export const TRUST_MS = 90 * 86_400_000;
/** Accounts that one browser is trusted for; the oldest make way. */
const ACCOUNTS_MAX = 5;
const COOKIE_MAX = 4_096;

/** One account that has signed in: hash of its address, uuid of its workspace, id of the browser, time in seconds. */
const Entries = z.array(z.tuple([z.string(), z.string(), z.string(), z.number()])).max(ACCOUNTS_MAX);
type Entry = z.output<typeof Entries>[number];

/** The encrypted cookie of a browser in which accounts have signed in: keeps the failures of others from counting against them. */
@Injectable()
export class TrustedBrowsers {
  constructor(private readonly encryptor: Encryptor) {}

  /** The id of the browser if this account has signed in there, else `null`; without `workspaceId`, in any workspace. */
  find(cookie: string | undefined, emailKey: string, workspaceId: string | null): string | null {
    const name = nameOf(emailKey);
    const found = this.#entriesOf(cookie).find(
      ([account, workspace]) => account === name && (workspaceId === null || workspace === workspaceId),
    );
    return found?.[2] ?? null;
  }

  add(cookie: string | undefined, emailKey: string, workspaceId: string): string {
    const name = nameOf(emailKey);
    const added: Entry = [name, workspaceId, randomBytes(12).toString('base64url'), seconds()];
    const others = this.#entriesOf(cookie).filter(
      ([account, workspace]) => account !== name || workspace !== workspaceId,
    );
    const entries = [added, ...others].slice(0, ACCOUNTS_MAX);
    return this.encryptor.encrypt(JSON.stringify(entries), PURPOSE).toString('base64url');
  }

  #entriesOf(cookie: string | undefined): Entry[] {
    if (cookie === undefined || cookie.length > COOKIE_MAX) return [];
    try {
      const plain = this.encryptor.decrypt(Buffer.from(cookie, 'base64url'), PURPOSE).toString();
      const oldest = seconds() - TRUST_MS / 1000;
      return Entries.parse(JSON.parse(plain)).filter(([, , , at]) => at > oldest);
    } catch {
      // Not ours, altered, or of a key that is gone: browsers keep cookies for longer than a rotation takes.
      return [];
    }
  }
}

const seconds = () => Math.floor(Date.now() / 1000);

function nameOf(emailKey: string): string {
  return sha256(emailKey).subarray(0, 16).toString('base64url');
}
