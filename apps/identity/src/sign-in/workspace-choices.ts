import { Injectable } from '@nestjs/common';
import { Encryptor } from '@parley/runtime/encryptor';
import { z } from 'zod';
import { sha256 } from '../sha256.ts';
import type { CandidateRow } from './sessions.queries.ts';

const CHOICE_MS = 5 * 60_000;

/** E-mail key, time in milliseconds, and the accounts: uuid of the workspace, fingerprint of the password's hash. */
const Choice = z.tuple([z.string(), z.number(), z.array(z.tuple([z.string(), z.string()]))]);

/** Keeps verified accounts in a hidden field until the user has chosen one: encrypted for one browser, and for these passwords. */
@Injectable()
export class WorkspaceChoices {
  constructor(private readonly encryptor: Encryptor) {}

  /** @param browser id of the visitor cookie. */
  issue(browser: string, emailKey: string, accounts: readonly CandidateRow[]): string {
    const choice: z.output<typeof Choice> = [
      emailKey,
      Date.now(),
      accounts.map((account) => [account.workspace_id, fingerprint(account)]),
    ];
    return this.encryptor.encrypt(JSON.stringify(choice), purpose(browser)).toString('base64url');
  }

  /** The choice of this browser; `null` if it is another's, altered or too old. */
  read(browser: string, token: string): WorkspaceChoice | null {
    try {
      const plain = this.encryptor.decrypt(Buffer.from(token, 'base64url'), purpose(browser)).toString();
      const [emailKey, at, accounts] = Choice.parse(JSON.parse(plain));
      return Date.now() - at > CHOICE_MS ? null : { emailKey, accounts: new Map(accounts) };
    } catch {
      return null;
    }
  }
}

export interface WorkspaceChoice {
  emailKey: string;
  /** {@link fingerprint} of the verified password's hash, by the uuid of the workspace. */
  accounts: ReadonlyMap<string, string>;
}

export function fingerprint({ password_hash: hash }: Pick<CandidateRow, 'password_hash'>): string {
  return sha256(hash).toString('base64url');
}

const purpose = (browser: string) => `workspace choice ${browser}`;
