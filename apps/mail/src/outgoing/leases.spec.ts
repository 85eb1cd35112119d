import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database, Statement } from '@parley/persistence';
import { createLogger } from '@parley/runtime/logging';
import { eventually } from '@parley/testing';
import { MailConfig } from '../mail.config.ts';
import { Leases } from './leases.ts';
import { claimMails, findLost, renewDispatcher, type ClaimedMail } from './outgoing-mails.queries.ts';
import { openQueue } from './queue.fixture.ts';

const { store, mailbox, mail, clear } = await openQueue();
afterAll(() => store.close());

type AnyStatement = Statement<unknown, 'system'>;
/** A statement that has an effect, and whose answer is lost. */
const answers: { lost?: AnyStatement | undefined; onRenewed?: (() => void) | undefined } = {};
const lossy: Pick<Database, 'system'> = {
  system: async <Row>(statement: Statement<Row, 'system'>, values?: readonly unknown[]) => {
    const rows = await store.db.system(statement, values);
    if ((statement as AnyStatement) === answers.lost) throw new Error('the connection was lost');
    if ((statement as AnyStatement) === renewDispatcher) answers.onRenewed?.();
    return rows;
  },
};
const config = new MailConfig({ MAIL_HEARTBEAT_TIMEOUT: '1s' });
let leases: Leases;

beforeEach(async () => {
  await clear();
  leases = new Leases(lossy, config, createLogger('mail', 'silent'));
  leases.start();
});
afterEach(async () => {
  answers.lost = undefined;
  answers.onRenewed = undefined;
  await leases.stop();
});

const claim = () => leases.claim(10, 0);
const idsOf = (mails: readonly Pick<ClaimedMail, 'id'>[]) => mails.map(({ id }) => id);
/** What a process would recover that may take others for dead. */
const found = async () => idsOf(await store.db.system(findLost, [true]));

/** How many registrations of processes last. */
const alive = async () =>
  (await store.database.query('select from mail.dispatcher where expires_at > now()')).length;

async function claimLost(): Promise<void> {
  answers.lost = claimMails;
  await expect(claim()).rejects.toThrow('the connection was lost');
  answers.lost = undefined;
}

describe('a mail that is leased and that nobody sends', () => {
  it('is recovered long before its lease ends if the answer to its claim was lost', async () => {
    const id = await mail(await mailbox());
    await claimLost();
    await eventually(async () => expect(await found()).toEqual([id]));
  });

  it('is recovered long before its lease ends if its attempt ended without a result', async () => {
    const box = await mailbox();
    const ids = [await mail(box), await mail(box)];
    const claimed = await claim();
    expect(idsOf(claimed).toSorted()).toEqual(ids.toSorted());
    const [failed, sent] = claimed as [ClaimedMail, ClaimedMail];
    leases.ended(sent, true);
    leases.ended(failed, false);
    await eventually(async () => expect(await found()).toEqual([failed.id]));
  });

  it('does not end the leases of others of its process', async () => {
    const box = await mailbox();
    const sent = await mail(box);
    const [known] = (await claim()) as [ClaimedMail];
    const lostId = await mail(box);
    await claimLost();
    const other = await mail(box);
    expect([known.id, ...idsOf(await claim())]).toEqual([sent, other]);
    await eventually(async () => (await alive()) === 2);
    expect(await found()).toEqual([]);
    leases.ended(known, true);
    await eventually(async () => expect((await found()).toSorted()).toEqual([sent, lostId].toSorted()));
  });
});

it('a process takes no others for dead before its own signs of life are in time again after an outage', async () => {
  expect(leases.mayRecoverOthers).toBe(false);
  await eventually(() => leases.mayRecoverOthers);
  answers.lost = renewDispatcher;
  await eventually(() => !leases.mayRecoverOthers);
  const allowed: boolean[] = [];
  answers.onRenewed = () => allowed.push(leases.mayRecoverOthers);
  answers.lost = undefined;
  await eventually(() => allowed.length >= 2);
  // The first one was late, and the others have had no time for theirs.
  expect(allowed.slice(0, 2)).toEqual([false, false]);
  await eventually(() => leases.mayRecoverOthers);
});
