import { afterAll, expect, it } from '@jest/globals';
import { createMailbox } from '@parley/contracts';
import { CALLBACK, TestApp } from '../oauth/app.ts';
import { operator } from '../platform.ts';
import { ServedDocument, type Described } from './document.ts';
import { Fuzzer, type Fault, type Outcome } from './fuzzer.ts';
import { Values } from './values.ts';

/** Another seed sends other requests; the same one sends the same, but for ids. */
const SEED = Number(process.env['FUZZ_SEED'] ?? '20261128');
/** Of all operations together; `FUZZ_REQUESTS=30000` sends more. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? '3000');
/** So that one of them is accepted, whatever the number. */
const FEWEST_REQUESTS = 20;

const workspace = await operator.workspace();
const { base_url: baseUrl, live_key: key } = workspace.credentials;
const document = await ServedDocument.of(baseUrl);
const app = await TestApp.create(workspace);
const { data: mailbox } = await workspace.live.ok(createMailbox, {
  body: {
    name: 'Support',
    address: `${crypto.randomUUID()}@desk.example`,
    transport: { type: 'sandbox' },
  },
});
const given = {
  ...{ client_id: [app.id], client_secret: [app.secret], redirect_uri: [CALLBACK] },
  mailbox_id: [mailbox.id],
  // Each device has an endpoint of its own.
  endpoint: Array.from({ length: 12 }, () => `https://push.invalid/${crypto.randomUUID()}`),
};
const values = new Values((schema) => document.resolve(schema), given);
const fuzzer = new Fuzzer(document, values, key, SEED);
const all: Outcome[] = [];

/** Operations on what few records are, such as messages that were sent: stories of their own have them. */
const RARE = [
  'getNotification',
  'getReports',
  'removeConversationFollower',
  'removeTicketFollower',
  'updateNotification',
  'applyMacro',
  'deleteDraft',
  'getDraft',
  'getMessageEmail',
  'linkTicket',
  'mergeConversation',
  'mergeTicket',
  'resendMessage',
  'splitConversation',
  'unlinkTicket',
  'unmergeConversation',
  'unmergeTicket',
  'updateMessage',
  'updateMessageDelivery',
];

/** Operations on records follow those that make the records; those that delete them are the last, the records within others first. */
function turnOf({ method, path }: Described): number {
  const depth = path.split('/').length;
  if (method === 'DELETE') return 200 - depth;
  return method === 'POST' ? depth : depth + 0.5;
}
const operations = document.operations.toSorted((a, b) => turnOf(a) - turnOf(b));

/** Of those that differ in numbers and quotations only, the one with the shortest request. */
function shortestOfEach(faults: readonly Fault[]): string[] {
  const shortest = new Map<string, Fault>();
  for (const one of faults) {
    const kind = one.what.replaceAll(/\d+|"[^"]*"/g, '…');
    if (one.seen.length < (shortest.get(kind)?.seen.length ?? Infinity)) shortest.set(kind, one);
  }
  return [...shortest.values()].map(({ what, seen }) => `${what}\n${seen}`);
}

it.each(operations.map((operation) => [operation.name, operation] as const))(
  '%s does what the API document says',
  async (_, operation) => {
    const share = Math.ceil(REQUESTS / operations.length);
    const outcomes = await fuzzer.try(operation, Math.max(share, FEWEST_REQUESTS));
    all.push(...outcomes);
    expect(shortestOfEach(outcomes.flatMap(({ faults }) => faults))).toEqual([]);
    if (operation.isSecured && !RARE.includes(operation.name))
      expect(fuzzer.hasSucceeded(operation)).toBe(true);
  },
);

afterAll(() => {
  const counts = new Map<string, number>();
  for (const { isValid, status } of all) {
    const kind = `${isValid ? 'valid' : 'invalid'} ${status}`;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const lines = [...counts].sort().map(([kind, count]) => `${kind}: ${count}`);
  console.log(`FUZZ_SEED=${SEED}: ${all.length} requests\n${lines.join('\n')}`);
});
