import { afterAll, expect, it } from '@jest/globals';
import { Readable } from 'node:stream';
import type { OutgoingMail, SendResult } from '../transport.ts';
import { EXTENSIONS, ScriptedSmtpServer, type Act, type Script } from './scripted-smtp-server.fixture.ts';
import { guard, LONG, newMail } from './smtp.fixture.ts';
import type { SmtpTimeouts } from './smtp-options.ts';
import { SmtpTransport } from './smtp-transport.ts';
import { TLS } from './tls.fixture.ts';

// Every stage of a session × what goes wrong there × a new or a kept connection × the recipients, each with and without
// PIPELINING. What is expected is written from the rules below, and `npm test -- <this file>` prints all of it as a table.

const SETUP = ['greeting', 'ehlo', 'starttls', 'auth'] as const;
const STAGES = [...SETUP, 'mail', 'rcpt', 'data', 'body', 'end'] as const;
type Stage = (typeof STAGES)[number];
const FAULTS = { '4xx': '451 4.3.0 Later', '5xx': '554 5.0.0 No', '421': '421 4.3.0 Bye', drop: 'drop', silence: 'silence' } as const satisfies Record<string, Act>; // oxfmt-ignore
type Fault = keyof typeof FAULTS;
const ALL_FAULTS: readonly Fault[] = ['4xx', '5xx', '421', 'drop', 'silence'];
/** What the server does with RCPT of a recipient. */
type Taken = Fault | 'ok';
type Outcome = 'sent' | 'deferred' | 'failed' | 'unknown' | 'mailbox' | 'failed or deferred';

interface Case {
  readonly stage: Stage;
  readonly fault: Taken;
  readonly recipients: readonly Taken[];
}
interface Expected {
  readonly outcomes: readonly Outcome[];
  /** Complete bodies that the server has received. */
  readonly bodies: number;
}

/** The answer to a command: 4xx, 421 and a lost connection may pass, 5xx does not (RFC 5321 section 4.2.1). */
const refused = (fault: Fault): Outcome => (fault === '5xx' ? 'failed' : 'deferred');

/** The rules of an outcome, in their order. */
function expectedOf({ stage, fault, recipients }: Case, isPipelined: boolean): Expected {
  // Nothing was said about a mail yet: it is the mailbox that cannot send.
  if (SETUP.some((one) => one === stage)) return { outcomes: recipients.map(() => 'mailbox'), bodies: 0 };
  const end = recipients.findIndex((taken) => taken === '421' || taken === 'drop' || taken === 'silence');
  const isEnded = end !== -1;
  const isAnyTaken = !isEnded && recipients.includes('ok');
  const last = isEnded ? recipients[end] : stage === 'data' ? fault : 'ok';
  const outcomes = recipients.map((taken, index): Outcome => {
    // A recipient after the end of the session was not asked for.
    if (isEnded && (index > end || taken === 'ok')) return 'deferred';
    // With PIPELINING its refusal comes together with the end, and may get lost; a slow machine may not wait for it.
    if (taken === '5xx' && (last === 'silence' || (last === 'drop' && isPipelined)))
      return 'failed or deferred';
    if (taken !== 'ok') return refused(taken);
    if (fault === 'ok') return 'sent';
    // After the complete body only an answer tells whether it was taken.
    if (stage === 'end' && (fault === 'drop' || fault === 'silence')) return 'unknown';
    return refused(fault);
  });
  const isComplete = stage === 'end' || fault === 'ok';
  return { outcomes, bodies: isAnyTaken && isComplete ? 1 : 0 };
}

const ok = (count: number) => Array<Taken>(count).fill('ok');
const pairs = (['ok', ...ALL_FAULTS] as const).flatMap((a) =>
  (['ok', ...ALL_FAULTS] as const).map((b) => [a, b] as const),
);

/** The stages with one and two recipients, two with each mix of answers, and the later stages after a mix. */
const CASES: readonly Case[] = STAGES.flatMap((stage): Case[] => {
  if (stage === 'rcpt')
    return [...ALL_FAULTS.map((one) => [one]), ...pairs].map((recipients) => ({
      ...{ stage, fault: 'ok', recipients },
    }));
  const isLater = stage === 'data' || stage === 'body' || stage === 'end';
  const recipients = [
    ok(1),
    ok(2),
    ...(isLater
      ? ([
          ['ok', '4xx'],
          ['5xx', 'ok'],
        ] as Taken[][])
      : []),
  ];
  return ALL_FAULTS.flatMap((fault) => recipients.map((each) => ({ stage, fault, recipients: each })));
});

/** Cases that run at the same time, most of which wait. */
const AT_A_TIME = 6;
const ADDRESSES = ['first@example.com', 'second@example.com'];
/** More than the buffers of two sockets hold. */
const LARGE = 24 * 1024 * 1024;
const LINES = Buffer.from(`${'x'.repeat(70)}\r\n`.repeat(1024));

function mailOf({ stage, recipients }: Case): OutgoingMail {
  const mail = newMail(ADDRESSES.slice(0, recipients.length));
  if (stage !== 'body') return mail;
  const count = Math.ceil(LARGE / LINES.length);
  return { ...mail, size: count * LINES.length, open: () => Readable.from(Array<Buffer>(count).fill(LINES)) };
}

function scriptOf({ stage, fault, recipients }: Case): Script {
  const taken = recipients.flatMap((each, index) =>
    each === 'ok' ? [] : [[ADDRESSES[index], FAULTS[each]]],
  );
  const rcpt = Object.fromEntries(taken) as Record<string, Act>;
  return { rcpt, ...(fault !== 'ok' && { [stage]: FAULTS[fault] }) };
}

/** The time that a silent server is waited for; the others are long, so that a slow machine changes no outcome. */
function timeoutsOf({ stage, fault, recipients }: Case): SmtpTimeouts {
  if (![fault, ...recipients].includes('silence')) return LONG;
  if (stage === 'end' && fault === 'silence') return { ...LONG, reply: 300 };
  return { ...LONG, setup: SETUP.some((one) => one === stage) ? 300 : LONG.setup, command: 300 };
}

function outcomesOf({ recipients, mailboxFailure }: SendResult): string[] {
  return ADDRESSES.flatMap((address) => {
    const outcome = recipients.get(address);
    if (outcome === undefined) return [];
    return outcome.status === 'deferred' && mailboxFailure !== null ? ['mailbox'] : [outcome.status];
  });
}

async function run(one: Case, isKept: boolean, isPipelined: boolean): Promise<Expected> {
  const extensions = EXTENSIONS.filter((name) => isPipelined || name !== 'PIPELINING');
  const isTls = one.stage === 'starttls';
  const server = await ScriptedSmtpServer.start({ extensions, tls: isTls ? 'starttls' : 'none' });
  const timeouts = { ...LONG };
  const transport = new SmtpTransport({
    ...{ guard, host: 'smtp.test', port: server.port, timeouts, ca: TLS.cert },
    security: isTls ? 'starttls' : 'none',
    authentication: one.stage === 'auth' ? { type: 'password', username: 'u', password: 'p' } : null,
    idleConnections: isKept ? 2 : 0,
  });
  try {
    if (isKept) {
      expect(outcomesOf(await transport.send(newMail(ADDRESSES)))).toEqual(['sent', 'sent']);
      // A kept connection has its setup behind it, so that it is lost before the mail.
      if (SETUP.some((stage) => stage === one.stage)) server.dropConnections();
    }
    const before = server.mailsReceived;
    Object.assign(timeouts, timeoutsOf(one));
    server.script = scriptOf(one);
    const result = await transport.send(mailOf(one));
    const bodies = server.mailsReceived - before;
    // Whatever happened, the next mail leaves, once.
    Object.assign(timeouts, LONG);
    server.script = {};
    expect(outcomesOf(await transport.send(newMail(ADDRESSES)))).toEqual(['sent', 'sent']);
    expect(server.mailsReceived).toBe(before + bodies + 1);
    return { outcomes: outcomesOf(result) as Outcome[], bodies };
  } finally {
    await transport.close();
    await server.close();
  }
}

const table: Record<string, string>[] = [];
const shown = ({ outcomes, bodies }: Expected) => `${outcomes.join(' + ')}, ${bodies}`;

afterAll(() => {
  const columns = ['stage', 'fault', 'recipients', 'new connection', 'kept connection'];
  const width = (column: string) => Math.max(column.length, ...table.map((row) => row[column]?.length ?? 0));
  const lines = [Object.fromEntries(columns.map((column) => [column, column])), ...table].map((row) =>
    columns
      .map((column) => (row[column] ?? '').padEnd(width(column)))
      .join('  ')
      .trimEnd(),
  );
  process.stdout.write(
    `\nOutcome of each recipient, and complete bodies received\n\n${lines.join('\n')}\n\n`,
  );
});

it.each(STAGES)('an error at %s leads to the outcome that the rules ask for', async (stage) => {
  const cases = CASES.filter((one) => one.stage === stage);
  while (cases.length > 0) await Promise.all(cases.splice(0, AT_A_TIME).map(compare));
});

async function compare(one: Case): Promise<void> {
  const row = {
    stage: one.stage,
    fault: one.fault === 'ok' ? '' : one.fault,
    recipients: one.recipients.join(' + '),
  };
  const cells: Record<string, string> = {};
  table.push(Object.assign(cells, row));
  for (const isKept of [false, true]) {
    const [lockstep, pipelined] = await Promise.all([run(one, isKept, false), run(one, isKept, true)]);
    expect({ ...one, isKept, lockstep, pipelined }).toEqual({
      ...{ ...one, isKept },
      lockstep: matching(expectedOf(one, false)),
      pipelined: matching(expectedOf(one, true)),
    });
    cells[isKept ? 'kept connection' : 'new connection'] = [
      ...new Set([shown(lockstep), shown(pipelined)]),
    ].join(' or ');
  }
}

function matching({ outcomes, bodies }: Expected): unknown {
  return {
    bodies,
    outcomes: outcomes.map((each): unknown =>
      each === 'failed or deferred' ? expect.stringMatching(/^(?:failed|deferred)$/) : each,
    ),
  };
}
