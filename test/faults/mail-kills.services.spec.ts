import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ScriptedSmtpServer } from '../../apps/mail/src/transports/smtp/scripted-smtp-server.fixture.ts';
import { BOUNDARIES } from './mail/kill-boundaries.ts';
import { KillRounds } from './mail/kill-rounds.ts';
import { Mailing } from './mail/mailing.ts';
import { ReceivedMails } from './mail/received-mails.ts';
import { statesOf, tallyOf, type Tally } from './mail/sending-history.ts';

/** One at each boundary; `MAIL_ROUNDS=1000 MAIL_SEED=7` makes more and other ones. */
const ROUNDS = Number(process.env['MAIL_ROUNDS'] ?? BOUNDARIES.length);
const SEED = Number(process.env['MAIL_SEED'] ?? 1);
const EACH = Math.ceil(ROUNDS / BOUNDARIES.length);
const LONG_MS = EACH * 600_000;

let server: ScriptedSmtpServer;
let mailing: Mailing;
let rounds: KillRounds;
const received = new ReceivedMails();
const table: Record<string, string | number>[] = [];

beforeAll(async () => {
  server = await ScriptedSmtpServer.start();
  mailing = await Mailing.start();
  rounds = await KillRounds.open(mailing, server, received, SEED);
});
afterAll(async () => {
  await mailing.close();
  await server.close();
  const figures = table.map((row) => Object.values(row).join(', '));
  process.stdout.write(
    `mail-kills, seed ${SEED}: ${Object.keys(table[0] ?? {}).join(', ')}\n${figures.join('\n')}\n`,
  );
});

/** What became of the replies from one on. */
async function tallyFrom(first: number): Promise<Tally> {
  const replies = rounds.replies.slice(first);
  return tallyOf(replies, received, await statesOf(mailing, replies));
}

describe('kill -9 loses no reply, and repeats none whose outcome was not unknown', () => {
  it.each(BOUNDARIES)(
    '$name',
    async (boundary) => {
      const first = rounds.replies.length;
      const began = performance.now();
      for (let nth = 0; nth < EACH; nth += 1) await rounds.run(boundary);
      const seconds = Math.round((performance.now() - began) / 1000);
      const { violations, ...tally } = await tallyFrom(first);
      table.push({ boundary: boundary.name, rounds: EACH, ...tally, violations: violations.length, seconds });
      expect(violations).toEqual([]);
    },
    LONG_MS,
  );

  it('and sends nothing that nobody has written', () => {
    expect(received.names.toSorted()).toEqual(
      rounds.replies
        .filter(({ name }) => received.of(name).length > 0)
        .map(({ name }) => name)
        .toSorted(),
    );
  });
});
