import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@parley/testing';
import { freePorts } from '../setup/services-process.mjs';
import { ARRIVAL_BOUNDARIES } from './mail/arrival-boundaries.ts';
import { ArrivalRounds } from './mail/arrival-rounds.ts';
import { Mailing } from './mail/mailing.ts';

/** One at each boundary; `MAIL_ROUNDS=1000 MAIL_SEED=7` makes more and other ones. */
const ROUNDS = Number(process.env['MAIL_ROUNDS'] ?? ARRIVAL_BOUNDARIES.length);
const SEED = Number(process.env['MAIL_SEED'] ?? 1);
const EACH = Math.ceil(ROUNDS / ARRIVAL_BOUNDARIES.length);
const LONG_MS = EACH * 600_000;

let mailing: Mailing;
let rounds: ArrivalRounds;
const table: string[] = [];

beforeAll(async () => {
  const [port = 0] = await freePorts(1);
  mailing = await Mailing.start({}, { MAIL_LISTEN_PORT: String(port), MAIL_LISTEN_HOST: '127.0.0.1' });
  rounds = await ArrivalRounds.open(mailing, port, SEED);
});
afterAll(async () => {
  await mailing.close();
  process.stdout.write(
    `mail-arrivals, seed ${SEED}: boundary, rounds, mails, lost, doubled, seconds\n${table.join('\n')}\n`,
  );
});

/** The mails from one on that are no message, and those that are several. */
async function tallyFrom(first: number) {
  const names = rounds.accepted.slice(first);
  const messages = await mailing.sql<{ body: string; count: number }>(
    'select body, count(*)::int as count from conversation.message where body = any($1) group by body',
    [names],
  );
  const counts = new Map(messages.map(({ body, count }) => [body, count]));
  const lost = names.filter((name) => !counts.has(name));
  const doubled = names.filter((name) => (counts.get(name) ?? 0) > 1);
  return { mails: names.length, lost, doubled };
}

describe('kill -9 loses no mail that was answered 250, and makes no message twice', () => {
  it.each(ARRIVAL_BOUNDARIES)(
    '$name',
    async (boundary) => {
      const first = rounds.accepted.length;
      const began = performance.now();
      for (let nth = 0; nth < EACH; nth += 1) await rounds.run(boundary);
      const seconds = Math.round((performance.now() - began) / 1000);
      const { mails, lost, doubled } = await tallyFrom(first);
      table.push([boundary.name, EACH, mails, lost.length, doubled.length, seconds].join(', '));
      expect({ lost, doubled }).toEqual({ lost: [], doubled: [] });
    },
    LONG_MS,
  );

  it('and tells of each message by one event', async () => {
    const logged = () =>
      mailing.sql<{ subject: string; count: number }>(
        `select subject, count(*)::int as count from webhook.event_log where type = 'message.created' group by subject`,
      );
    await eventually(async () => expect(await logged()).toHaveLength(rounds.accepted.length));
    expect((await logged()).filter(({ count }) => count !== 1)).toEqual([]);
  });
});
