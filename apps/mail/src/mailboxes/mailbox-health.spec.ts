import { afterAll, expect, it } from '@jest/globals';
import { uuidOf } from '@parley/contracts';
import { EventsModule, EventTransport, InProcessEvents } from '@parley/events';
import { newUuid } from '@parley/runtime/records';
import { TestStore } from '@parley/testing';
import { claimLeases } from '../incoming/fetching/lease.queries.ts';
import { MailConfig } from '../mail.config.ts';
import { mailDatabase } from '../mail.database.ts';
import { findActivity } from '../outgoing/outgoing-mails.queries.ts';
import { mailboxFailure } from '../transports/send-error.ts';
import { Credentials } from './credentials.ts';
import { changeMailbox, OAUTH, readMailbox, storeMailbox, type StoredMailbox } from './mailbox.fixture.ts';
import { MailboxHealth } from './mailbox-health.ts';

const store = await TestStore.open(mailDatabase, {
  imports: [EventsModule.forService('mail')],
  providers: [Credentials],
  transports: [{ provide: EventTransport, useValue: new InProcessEvents(['mail']) }],
});
afterAll(() => store.close());
const health = new MailboxHealth(store.db, store.app.get(Credentials), new MailConfig({}));

const REFUSED = mailboxFailure('authentication_failed', 'authentication', { text: 'No. 4711' });
const UNREADABLE = mailboxFailure('reading_not_allowed', 'authentication');
const ACCESS = { refresh_token: 'old', access_token: 'seen', access_expires_at: Date.now() + 3_600_000 };

/** A mailbox whose mails a process fetches. */
async function newMailbox() {
  const box = await storeMailbox(store, ACCESS, { ...OAUTH, after_receiving: 'leave' });
  await store.db.system(claimLeases, [newUuid(), 100, 3_600_000]);
  const row = async () => (await readMailbox(store, box)).row;
  const fails = async (failure = REFUSED) => health.failed(box.ctx, await row(), failure);
  const failsToReceive = async (failure = UNREADABLE) =>
    health.failedToReceive(box.ctx, await row(), failure);
  const sends = async () => {
    const before = await row();
    await store.db.transaction(box.ctx, (tx) => health.worked(tx, before, true));
  };
  const receives = () => health.receives(box.ctx, box.row);
  return { box, fails, failsToReceive, sends, receives };
}

/** What is shown, as `affects code`. */
async function shown(box: StoredMailbox): Promise<string> {
  const { status, status_reason: reason } = (await readMailbox(store, box)).row;
  return reason === null ? status : `${status} ${reason.affects} ${reason.code}`;
}
const isPaused = async ({ ctx, row }: StoredMailbox) => {
  const activity = await store.db.read(ctx).one(findActivity, [row.id]);
  return activity !== undefined && activity.paused_until > new Date();
};
const events = async ({ ctx }: StoredMailbox) => {
  const rows = await store.database.query<{ type: string }>(
    'select type from mail.outbox where workspace_id = $1 order by position',
    [uuidOf('workspace', ctx.tenant.workspaceId)],
  );
  return rows.map(({ type }) => type);
};

it('a mailbox that cannot receive goes on sending, and is connected once it receives', async () => {
  const { box, failsToReceive, sends, receives } = await newMailbox();
  await failsToReceive();
  expect(await shown(box)).toBe('disconnected receiving reading_not_allowed');
  expect(await isPaused(box)).toBe(false);
  await sends();
  expect(await shown(box)).toBe('disconnected receiving reading_not_allowed');
  await receives();
  expect(await shown(box)).toBe('connected');
});

it('a mailbox that can neither send nor receive shows why it cannot send, until it sends', async () => {
  const { box, fails, failsToReceive, sends, receives } = await newMailbox();
  await failsToReceive();
  await fails();
  expect(await shown(box)).toBe('disconnected sending authentication_failed');
  expect(await isPaused(box)).toBe(true);
  await failsToReceive(mailboxFailure('authentication_failed', 'authentication'));
  expect(await shown(box)).toBe('disconnected sending authentication_failed');
  await sends();
  expect(await shown(box)).toBe('disconnected receiving authentication_failed');
  expect(await isPaused(box)).toBe(false);
  await receives();
  expect(await shown(box)).toBe('connected');
});

it('a mailbox that receives again is paused as long as it cannot send', async () => {
  const { box, fails, failsToReceive, receives, sends } = await newMailbox();
  await fails();
  await failsToReceive();
  await receives();
  expect(await shown(box)).toBe('disconnected sending authentication_failed');
  await sends();
  expect(await shown(box)).toBe('connected');
});

it('a failure to receive is told once, whatever words its server has for it', async () => {
  const { box, failsToReceive } = await newMailbox();
  await failsToReceive(REFUSED);
  await failsToReceive(mailboxFailure('authentication_failed', 'authentication', { text: 'No. 4712' }));
  expect((await readMailbox(store, box)).row.status_reason?.message).toContain('4711');
  expect(await events(box)).toEqual(['mailbox.disconnected']);
});

it('another transport is given the chance to work in both directions', async () => {
  const { box, failsToReceive, sends } = await newMailbox();
  await failsToReceive();
  await changeMailbox(store, box, { status: 'connected' });
  expect(await shown(box)).toBe('connected');
  await sends();
  expect(await shown(box)).toBe('connected');
});
