import { verifyPassword } from '../users/password.ts';
import type { CandidateRow } from './sessions.queries.ts';

export type Account = CandidateRow & { workspace_name?: string };

/**
 * The accounts that have this password. If none has, `max` passwords are verified in any case: the time does not tell how
 * many accounts there are.
 * @param max the most accounts that there can be.
 */
export async function matchingAccounts(
  accounts: readonly Account[],
  password: string,
  max: number,
  verify = verifyPassword,
): Promise<Account[]> {
  const matching: Account[] = [];
  for (const account of accounts) if (await verify(account.password_hash, password)) matching.push(account);
  if (matching.length === 0)
    for (let count = accounts.length; count < max; count += 1) await verify(undefined, password);
  return matching;
}
