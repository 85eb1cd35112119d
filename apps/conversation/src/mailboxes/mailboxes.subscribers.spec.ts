import { afterAll, describe, expect, it } from '@jest/globals';
import { encodeId, type EventOf, type mailboxDeleted, type mailboxUpdated } from '@parley/contracts';
import { inTenant, type TenantContext } from '@parley/runtime/context';
import { newUuid } from '@parley/runtime/records';
import { eventually, gate, newTenant } from '@parley/testing';
import { holdChannels } from '../conversations/channels.ts';
import { ConversationRow } from '../conversations/conversation.entity.ts';
import { conversationRow, eventsOf, insertConversation } from '../records.fixture.ts';
import { openStore } from '../store.fixture.ts';
import { findMailbox, findOwnAddresses, holdMailboxOfInbox } from './mailboxes.queries.ts';
import { MailboxSubscribers } from './mailboxes.subscribers.ts';

const store = await openStore();
afterAll(() => store.close());

const addressesOf = async (ctx: TenantContext) =>
  (await store.db.read(ctx).query(findOwnAddresses)).map(({ address }) => address).toSorted();
const ofInbox = (ctx: TenantContext, inbox: string) =>
  store.db.transaction(ctx, async (tx) => (await tx.one(holdMailboxOfInbox, [inbox]))?.id);

interface Said {
  address?: string;
  inbox?: string;
  created?: string;
  sequence?: string;
}

function change(ctx: TenantContext, id: string, { address, inbox, created, sequence = '1' }: Said = {}) {
  const data = {
    id: encodeId('mailbox', id),
    address: address ?? 'support@acme.example',
    aliases: ['help@acme.example'],
    inbox_id: inbox === undefined ? null : encodeId('inbox', inbox),
    created_at: created ?? '2026-11-21T06:30:00.000Z',
  };
  const event = { data, sequence } as unknown as EventOf<typeof mailboxUpdated>;
  return store.db.transaction(ctx, (tx) =>
    store.app.get(MailboxSubscribers).projectMailboxWhenChanged(event, tx),
  );
}

function remove(ctx: TenantContext, id: string, sequence = '9') {
  const event = { data: { id: encodeId('mailbox', id) }, sequence } as EventOf<typeof mailboxDeleted>;
  return store.db.transaction(ctx, (tx) =>
    store.app.get(MailboxSubscribers).removeMailboxFromConversationsWhenDeleted(event, tx),
  );
}

describe('the projection of mailboxes', () => {
  it('has the addresses by the newest event, whichever comes first', async () => {
    const ctx = newTenant();
    const id = newUuid();
    await change(ctx, id, { address: 'new@acme.example', sequence: '2' });
    await change(ctx, id, { address: 'old@acme.example', sequence: '1' });
    expect(await addressesOf(ctx)).toEqual(['help@acme.example', 'new@acme.example']);
    expect(await addressesOf(inTenant(ctx, ctx.tenant.workspaceId, 'test'))).toEqual([]);
  });

  it('finds the oldest mailbox of an inbox', async () => {
    const ctx = newTenant();
    const [inbox, old, young] = [newUuid(), newUuid(), newUuid()];
    await change(ctx, young, { inbox, created: '2026-11-22T00:00:00.000Z' });
    await change(ctx, old, { inbox });
    expect(await ofInbox(ctx, inbox)).toBe(old);
    await remove(ctx, old);
    expect(await ofInbox(ctx, inbox)).toBe(young);
    await change(ctx, young, { sequence: '2' });
    expect(await ofInbox(ctx, inbox)).toBeUndefined();
  });

  it('brings no deleted mailbox back by a late event', async () => {
    const ctx = newTenant();
    const [known, unknown] = [newUuid(), newUuid()];
    await change(ctx, known);
    for (const id of [known, unknown]) {
      await remove(ctx, id);
      await change(ctx, id, { sequence: '2' });
      expect(await store.db.read(ctx).one(findMailbox, [id])).toEqual({ deleted: true });
    }
    expect(await addressesOf(ctx)).toEqual([]);
  });
});

describe('conversations whose mailbox is deleted', () => {
  /** More than one batch changes. */
  const CONVERSATIONS = 130;

  it('have none any more, with an event for each, and those of others stay', async () => {
    const ctx = newTenant();
    const [mailbox, another] = [newUuid(), newUuid()];
    const other = await insertConversation(store, ctx, { mailbox_id: another });
    const rows = [];
    for (let n = 0; n < CONVERSATIONS; n += 1)
      rows.push(await insertConversation(store, ctx, { mailbox_id: mailbox }));
    await remove(ctx, mailbox);
    await remove(ctx, mailbox);
    const left = await store.database.query<{ id: string; mailbox_id: string | null }>(
      'select id, mailbox_id from conversation.conversation where workspace_id = $1 and mailbox_id is not null',
      [other.workspace_id],
    );
    expect(left).toEqual([{ id: other.id, mailbox_id: another }]);
    for (const row of [rows[0], rows.at(-1)]) {
      const [event, ...more] = await eventsOf(store, encodeId('conversation', row?.id ?? ''));
      expect(more).toEqual([]);
      expect(event).toMatchObject({ type: 'conversation.updated', data: { mailbox_id: null } });
      expect(JSON.parse(event?.['previous'] as string)).toEqual({ mailbox_id: encodeId('mailbox', mailbox) });
    }
  });

  it('have none either if they got it at the moment at which it was deleted', async () => {
    const ctx = newTenant();
    const mailbox = newUuid();
    await change(ctx, mailbox);
    const [held, release] = gate();
    const [begun, begin] = gate();
    const adding = store.db.transaction(ctx, async (tx) => {
      await holdChannels(tx, { mailbox_id: mailbox });
      begin();
      await held;
      return tx.insert(ConversationRow, conversationRow({ mailbox_id: mailbox }));
    });
    await begun;
    const removing = remove(ctx, mailbox);
    await eventually(async () => {
      const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%mailbox_projection%'`;
      expect(await store.database.query(waiting)).toHaveLength(1);
    });
    release();
    const [{ id }] = await Promise.all([adding, removing]);
    const [row] = await store.database.query<ConversationRow>(
      'select mailbox_id from conversation.conversation where id = $1',
      [id],
    );
    expect(row).toEqual({ mailbox_id: null });
    const late = store.db.transaction(ctx, (tx) => holdChannels(tx, { mailbox_id: mailbox }));
    await expect(late).rejects.toThrow('is not a mailbox');
  });
});
