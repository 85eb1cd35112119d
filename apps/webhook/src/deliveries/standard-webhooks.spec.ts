import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { createWebhook, rotateWebhookSecret, testWebhook, type Id } from '@parley/contracts';
import { EventTransport, InProcessEvents } from '@parley/events';
import { startService } from '@parley/kernel';
import { InProcessRpc, Rpc, RpcTransport } from '@parley/rpc';
import { newTenant, Receiver, TestDatabase } from '@parley/testing';
import fc from 'fast-check';
import { spawnSync } from 'node:child_process';
import { Webhook } from 'standardwebhooks';
import { webhookDatabase } from '../webhook.database.ts';
import { deliveryHeaders, signingKey } from '../sending/signing.ts';
import { WebhookModule } from '../webhook.module.ts';

/** A delivery as it came, and a signing secret that its receiver knows. */
interface Signed {
  secret: string;
  headers: Record<string, string>;
  raw: string;
}

/**
 * What a receiver in Python does: by the reference library where that is installed, else by the words of the
 * specification. Reads deliveries as lines of JSON and writes for each whether it is genuine.
 */
const PYTHON = `
import base64, hashlib, hmac, json, sys, time
try:
    from standardwebhooks.webhooks import Webhook
    def verify(secret, raw, headers):
        Webhook(secret).verify(raw, headers)
except ImportError:
    def verify(secret, raw, headers):
        if abs(time.time() - int(headers["webhook-timestamp"])) > 300:
            raise ValueError("too old or too new")
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
        signed = ".".join([headers["webhook-id"], headers["webhook-timestamp"], raw]).encode()
        expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
        given = [one.split(",", 1) for one in headers["webhook-signature"].split(" ")]
        if not any(v == "v1" and hmac.compare_digest(s, expected) for v, s in given):
            raise ValueError("no matching signature")
for line in sys.stdin:
    one = json.loads(line)
    try:
        verify(one["secret"], one["raw"], one["headers"])
        print("genuine")
    except Exception as error:
        print(type(error).__name__)
`;

function genuineInNode({ secret, raw, headers }: Signed): boolean {
  try {
    new Webhook(secret).verify(raw, headers);
    return true;
  } catch {
    return false;
  }
}

function genuineInPython(deliveries: readonly Signed[]): boolean[] {
  const input = deliveries.map((one) => JSON.stringify(one)).join('\n');
  const { stdout, stderr, status } = spawnSync('python3', ['-c', PYTHON], { input, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout
    .trim()
    .split('\n')
    .map((line) => line === 'genuine');
}

/** The receivers there are on this machine. */
const RECEIVERS: Readonly<Record<string, (deliveries: readonly Signed[]) => boolean[]>> = {
  'the reference library of JavaScript': (deliveries) => deliveries.map(genuineInNode),
  ...(spawnSync('python3', ['--version']).status === 0 ? { Python: genuineInPython } : {}),
};

let database: TestDatabase;
let receiver: Receiver;
let app: INestApplicationContext;
let rpc: Rpc;
beforeAll(async () => {
  database = await TestDatabase.create(webhookDatabase);
  receiver = await Receiver.start();
  const transport = new InProcessRpc();
  app = await startService(WebhookModule, {
    name: 'webhook',
    env: {
      DATABASE_URL: database.url,
      ENCRYPTION_KEYS: Buffer.alloc(32, 1).toString('base64'),
      LOG_LEVEL: 'silent',
      WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32',
    },
    providers: [
      { provide: RpcTransport, useValue: transport },
      { provide: EventTransport, useValue: new InProcessEvents(['webhook']) },
    ],
  });
  rpc = new Rpc(transport);
});
afterAll(async () => {
  await app.close();
  await receiver.close();
  await database.drop();
});

/** Every secret that the API takes: printable ASCII, and `whsec_` with a key. */
const secret = fc.oneof(
  fc
    .string({
      unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
      minLength: 8,
      maxLength: 256,
    })
    .filter((text) => !text.startsWith('whsec_')),
  fc
    .uint8Array({ minLength: 24, maxLength: 64 })
    .map((bytes) => `whsec_${Buffer.from(bytes).toString('base64')}`),
);

/** What a subscription with this secret receives, before and after its secret is replaced by another. */
async function deliveriesSigned(first: string, second: string): Promise<{ good: Signed[]; bad: Signed[] }> {
  const ctx = newTenant();
  const deliver = async (id: Id<'webhook'>) => {
    await rpc.call(testWebhook, ctx, { params: { webhook_id: id } });
    const { raw, headers } = receiver.deliveries.at(-1) ?? { raw: '', headers: {} };
    return { raw, headers: headers as Record<string, string> };
  };
  const body = { url: receiver.url, events: ['*'], secret: first };
  const made = await rpc.call(createWebhook, ctx, { body });
  const before = await deliver(made.id);
  const params = { webhook_id: made.id };
  const rotated = await rpc.call(rotateWebhookSecret, ctx, { params, body: { secret: second } });
  const after = await deliver(made.id);
  return {
    good: [
      { secret: made.signing_secret, ...before },
      { secret: made.signing_secret, ...after },
      { secret: rotated.signing_secret, ...after },
    ],
    bad: [
      { secret: rotated.signing_secret, ...before },
      { secret: made.signing_secret, ...before, raw: before.raw.replace('webhook.test', 'ticket.created') },
      { secret: made.signing_secret, ...before, headers: { ...before.headers, 'webhook-id': 'evt_other' } },
    ],
  };
}

it('a delivery verifies in every library with signing_secret, for any chosen secret, and with no other secret', async () => {
  const good: Signed[] = [];
  const bad: Signed[] = [];
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(secret, secret).filter(([one, two]) => one !== two),
      async ([one, two]) => {
        const signed = await deliveriesSigned(one, two);
        good.push(...signed.good);
        bad.push(...signed.bad);
        expect(signed.good.map(genuineInNode)).toEqual([true, true, true]);
      },
    ),
    { numRuns: 40 },
  );
  for (const [name, genuine] of Object.entries(RECEIVERS)) {
    expect([name, genuine(good).filter((isValid) => !isValid)]).toEqual([name, []]);
    expect([name, genuine(bad).filter((isValid) => isValid)]).toEqual([name, []]);
  }
  expect(good.length).toBeGreaterThanOrEqual(120);
});

it('a signature over the official test vector verifies in every library', () => {
  // Its own moment is long gone, and receivers refuse that: the signature of then is in signing.spec.ts.
  const key = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const body = Buffer.from('{"test": 2432232314}');
  const [id, timestampSeconds] = ['msg_p5jXN8AQM9LWM0D4loKWxJek', Math.floor(Date.now() / 1000)];
  const headers = deliveryHeaders({ id, timestampSeconds, body, keys: [signingKey(key)] });
  for (const [name, genuine] of Object.entries(RECEIVERS))
    expect([name, genuine([{ secret: key, raw: body.toString(), headers }])]).toEqual([name, [true]]);
});
