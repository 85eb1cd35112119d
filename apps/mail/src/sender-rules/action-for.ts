import type { TenantDatabase } from '@parley/persistence';
import type { TenantContext } from '@parley/runtime/context';
import type { SenderRuleRow } from './sender-rule.entity.ts';
import { sendersOf } from './sender-rule.rules.ts';
import { findRuleOfSender } from './sender-rules.queries.ts';

/** What the closest rule of the workspace about an address says; undefined without one. */
export const actionFor = async (
  db: Pick<TenantDatabase<TenantContext>, 'one'>,
  address: string,
): Promise<SenderRuleRow['action'] | undefined> =>
  (await db.one(findRuleOfSender, [sendersOf(address)]))?.action;
