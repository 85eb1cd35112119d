import { afterAll, describe, expect, it } from '@jest/globals';
import { newUuid } from '@parley/runtime/records';
import { newTenant, TestStore } from '@parley/testing';
import { mailDatabase } from '../mail.database.ts';
import { SenderRuleRow } from '../sender-rules/sender-rule.entity.ts';
import type { Authentication } from './authentication.rules.ts';
import { Holding } from './holding.ts';
import { AUTHENTICATED, UNAUTHENTICATED } from './incoming.fixture.ts';
import { mailOf } from './read-mail.fixture.ts';

const store = await TestStore.open(mailDatabase);
afterAll(() => store.close());
const DANA = 'dana@customer.example';

/** The reason for which spam of Dana, whom the workspace allows, is held back. */
async function reasonFor(authentication: Authentication): Promise<string | null> {
  const ctx = newTenant();
  const rule = { id: newUuid(), sender: DANA, sender_key: DANA, action: 'allow', origin: 'manual' } as const;
  await store.db.transaction(ctx, (tx) => tx.insert(SenderRuleRow, rule));
  const spam = mailOf({ From: DANA, 'X-Spam-Flag': 'YES' });
  const held = await new Holding(store.db).of(ctx, DANA, spam, authentication, null);
  return held?.reason?.code ?? null;
}

describe('a rule that allows a sender', () => {
  it('is for mails that are proven, and for those of domains that ask for no proof', async () => {
    expect(await reasonFor(AUTHENTICATED)).toBeNull();
    expect(await reasonFor({ ...UNAUTHENTICATED, policy: 'none' })).toBeNull();
    expect(await reasonFor({ ...UNAUTHENTICATED, policy: null })).toBeNull();
  });

  it('lets no forged mail pass', async () => {
    expect(await reasonFor({ ...UNAUTHENTICATED, policy: 'reject' })).toBe('spam');
    expect(await reasonFor({ ...UNAUTHENTICATED, policy: 'quarantine' })).toBe('spam');
  });
});
