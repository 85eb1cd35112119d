import { afterAll, describe, expect, it } from '@jest/globals';
import { newUuid } from '@parley/runtime/records';
import { newTenant, TestStore } from '@parley/testing';
import { mailDatabase } from '../mail.database.ts';
import { SenderRuleRow } from '../sender-rules/sender-rule.entity.ts';
import type { Authentication } from './authentication.rules.ts';
import { Holding } from './holding.ts';
import type { Envelope } from './incoming-mail.entity.ts';
import { AUTHENTICATED, UNAUTHENTICATED } from './incoming.fixture.ts';
import { mailOf } from './read-mail.fixture.ts';

const store = await TestStore.open(mailDatabase);
afterAll(() => store.close());
const DANA = 'dana@customer.example';
const CLIENT: Envelope['client'] = { ip: '192.0.2.1', name: 'mail.customer.example' };

/** The reason for which spam of Dana, whom the workspace allows, is held back. */
async function reasonFor(authentication: Authentication, client = CLIENT): Promise<string | null> {
  const ctx = newTenant();
  const rule = { id: newUuid(), sender: DANA, sender_key: DANA, action: 'allow', origin: 'manual' } as const;
  await store.db.transaction(ctx, (tx) => tx.insert(SenderRuleRow, rule));
  const spam = mailOf({ From: DANA, 'X-Spam-Flag': 'YES' });
  const row = { sender_key: DANA, envelope: { from: DANA, to: [], client } };
  const held = await new Holding(store.db).of(ctx, row, spam, authentication, null);
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

  it('is for proven mails alone where nobody knows the client, since the domain was not asked', async () => {
    expect(await reasonFor(AUTHENTICATED, null)).toBeNull();
    expect(await reasonFor({ ...UNAUTHENTICATED, policy: null }, null)).toBe('spam');
  });
});
