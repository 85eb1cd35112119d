import { describe, expect, it } from '@jest/globals';
import { newId, newUuid } from '@parley/kernel';
import { encodeId, Webhook } from '@parley/contracts';
import { toWebhook } from './webhook.serializer.ts';

const user = newUuid();

/** A webhook that was made by this. */
const madeBy = (creator: { kind: 'session' | 'api_key'; id: string; user: string | null } | null) =>
  toWebhook({
    workspace_id: newUuid(),
    mode: 'live',
    id: newUuid(),
    version: 1,
    url: 'https://example.com/hook',
    description: null,
    events: ['*'],
    status: 'enabled',
    disabled_reason: null,
    rate_limit: null,
    created_by_kind: creator?.kind ?? null,
    created_by_id: creator?.id ?? null,
    created_by_user: creator?.user ?? null,
    encrypted_secret: Buffer.from('encrypted'),
    secret_last4: 'last',
    previous_secrets: [],
    previous_secrets_until: [],
    last_delivery_at: null,
    enabled_at: new Date(0),
    created_at: new Date(0),
    updated_at: new Date(0),
  });

describe('the creator of a webhook', () => {
  it('is the user where the session of one was stored', () => {
    const webhook = madeBy({ kind: 'session', id: newId('session'), user });
    expect(webhook.created_by).toEqual({ kind: 'user', id: encodeId('user', user) });
    expect(Webhook.safeParse(webhook).error).toBeUndefined();
  });

  it('is the credential, or nobody, as it was stored', () => {
    const id = newId('key');
    expect(madeBy({ kind: 'api_key', id, user }).created_by).toEqual({ kind: 'api_key', id });
    expect(madeBy(null).created_by).toBeNull();
  });
});
