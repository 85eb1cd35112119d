import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, afterEach, beforeEach, expect, it } from '@jest/globals';
import { newUuid } from '@parley/runtime/records';
import { eventually } from '@parley/testing';
import { startMail } from '../notices/notices.fixture.ts';
import { renewDispatcher } from './outgoing-mails.queries.ts';
import { openQueue } from './queue.fixture.ts';
import { Recovery } from './recovery.ts';

const { store, mailbox, mail, clear } = await openQueue();
afterAll(() => store.close());

let process: INestApplicationContext | undefined;
beforeEach(clear);
afterEach(async () => {
  await process?.close();
});

/** The service as a process that has just started. */
async function start(heartbeatTimeout: string): Promise<Recovery> {
  const { app } = await startMail(store.database.url, { MAIL_HEARTBEAT_TIMEOUT: heartbeatTimeout });
  process = app;
  return app.get(Recovery);
}

/** A mail that another process has handed over, and has no answer to yet. */
async function handedOver(dispatcher: string): Promise<string> {
  const id = await mail(await mailbox(), { status: 'sending', due: 600 });
  const recipients = JSON.stringify([{ address: 'dana@example.com', status: 'queued', error: null }]);
  await store.database.query(
    `update mail.outgoing_mail set dispatcher_id = $2, lease_token = $2, handed_over_at = now(), recipients = $3 where id = $1`,
    [id, dispatcher, recipients],
  );
  return id;
}

async function statusOf(id: string): Promise<string | undefined> {
  const sql = 'select status from mail.outgoing_mail where id = $1';
  const [row] = await store.database.query<{ status: string }>(sql, [id]);
  return row?.status;
}

it('after an outage of the database a process waits for the signs of life of the others', async () => {
  const other = newUuid();
  await store.db.system(renewDispatcher, [other, 0]);
  const id = await handedOver(other);
  const recovery = await start('1m');
  await recovery.recover(new AbortController().signal);
  expect(await statusOf(id)).toBe('sending');
});

it('the outcome of what a dead process has handed over is unknown, and of a live one it is not', async () => {
  const [dead, alive] = [newUuid(), newUuid()];
  const ids = [await handedOver(dead), await handedOver(alive)] as const;
  await store.db.system(renewDispatcher, [alive, 3_600_000]);
  await start('1s');
  await eventually(async () => expect(await statusOf(ids[0])).toBe('unknown'));
  expect(await statusOf(ids[1])).toBe('sending');
});
