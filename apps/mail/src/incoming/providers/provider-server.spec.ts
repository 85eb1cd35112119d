import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { ApiError } from '@parley/contracts';
import { eventually, gate } from '@parley/testing';
import { mailOf, SIZE_MAX } from '../arrivals.fixture.ts';
import {
  INPUTS,
  TYPES,
  fromPostmark,
  fromMailgun,
  fromSendGrid,
  POSTS,
  openMailUrl,
} from './provider-requests.fixture.ts';
import { signedBySendGrid, type ReceivingBox } from './provider-server.fixture.ts';

const providers = await openMailUrl();
const { server, post, endpoint } = providers;
afterEach(() => providers.clear());
afterAll(() => providers.close());

const envelopesOf = async ({ row }: ReceivingBox) =>
  (
    await providers.store.database.query<{ envelope: unknown }>(
      'select envelope from mail.incoming_mail where mailbox_id = $1 order by created_at, id',
      [row.id],
    )
  ).map(({ envelope }) => envelope);

describe.each(TYPES)('a mail that %s hands over', (type) => {
  const newPost = POSTS[type];

  it('is stored byte by byte, with its envelope', async () => {
    const box = await providers.receiving(INPUTS[type]);
    const mail = `Subject: "Quoted" \\ and 😀\r\n\r\n${'Grüße, \u2028 & 50 % + more=\r\n'.repeat(200)}`;
    expect(await post(box, newPost(mail, box.row.address))).toMatchObject({ status: 200, outcome: 'stored' });
    const [stored = ''] = await providers.stored(box);
    expect(Buffer.from(stored, 'latin1').toString('utf8')).toBe(mail);
    const from = type === 'postmark' ? null : 'dana@customer.example';
    expect(await envelopesOf(box)).toEqual([{ from, to: [box.row.address], client: null }]);
  });

  it('is stored once although the request is repeated', async () => {
    const box = await providers.receiving(INPUTS[type]);
    const posted = newPost(mailOf('Once'), box.row.address);
    const outcomes = await Promise.all([post(box, posted), post(box, posted), post(box, posted)]);
    expect(outcomes.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await post(box, posted)).toMatchObject({ status: 200, outcome: 'duplicate' });
    expect(await providers.subjects(box)).toEqual(['Once']);
  });

  it('is stored in the mailbox of its recipient, if that is one of the workspace, else in that of the URL', async () => {
    const box = await providers.receiving(INPUTS[type]);
    const [beside, foreign] = [
      await providers.receiving(INPUTS[type], box),
      await providers.receiving(INPUTS[type]),
    ];
    for (const { row } of [beside, foreign])
      expect(await post(box, newPost(mailOf(row.id), row.address.toUpperCase()))).toMatchObject({
        status: 200,
      });
    expect(await post(box, newPost(mailOf('nobody'), 'nobody@elsewhere.example'))).toMatchObject({
      status: 200,
    });
    expect(await providers.subjects(beside)).toEqual([beside.row.id]);
    expect(await providers.subjects(box)).toEqual([foreign.row.id, 'nobody']);
    expect(await providers.subjects(foreign)).toEqual([]);
  });

  it('is answered 503 while it cannot be stored, and stored by the repetition', async () => {
    const box = await providers.receiving(INPUTS[type]);
    const posted = newPost(mailOf('Later'), box.row.address);
    for (const code of ['service_unavailable', 'file_too_large'] as const) {
      providers.files.receive = (_ctx, _head, bytes) => {
        bytes.resume();
        return Promise.reject(new ApiError(code));
      };
      expect(await post(box, posted)).toMatchObject({
        ...{ status: 503, outcome: 'service_unavailable', retryAfter: '60' },
      });
    }
    providers.reset();
    expect(await post(box, posted)).toMatchObject({ status: 200, outcome: 'stored' });
    expect(await providers.subjects(box)).toEqual(['Later']);
  });

  it('is refused for good if it is too large', async () => {
    const box = await providers.receiving(INPUTS[type]);
    const answer = await post(box, newPost(mailOf('x'.repeat(SIZE_MAX)), box.row.address));
    expect(answer).toMatchObject({
      status: { postmark: 403, mailgun: 406, sendgrid: 413, ses: 413 }[type],
      outcome: 'body_too_large',
    });
    expect(await providers.stored(box)).toEqual([]);
  });

  it('is refused for good if the request cannot be read', async () => {
    const box = await providers.receiving(INPUTS[type]);
    const { headers, body } = newPost(mailOf('Hi'), box.row.address);
    const cut = type === 'mailgun' ? { headers, body } : { headers, body: body.slice(0, -40) };
    if (type === 'mailgun') Object.assign(cut, { headers: { 'content-type': 'application/json' } });
    const posted = type === 'sendgrid' ? signedBySendGrid(cut) : cut;
    expect(await post(box, posted)).toMatchObject({
      status: { postmark: 403, mailgun: 406, sendgrid: 400, ses: 400 }[type],
      outcome: 'invalid_parameter',
    });
    expect(await providers.stored(box)).toEqual([]);
  });

  it('is not found at an address of no mailbox', async () => {
    const box = await providers.receiving(INPUTS[type]);
    for (const path of ['/providers/4q2b7h0s1m9v3k6x8c5z2d7f4g', '/providers/%27', '/', `${box.path}x`])
      expect(await post({ path }, newPost(mailOf('Hi'), box.row.address))).toMatchObject({
        ...{ status: 404, outcome: 'not_found' },
      });
  });
});

describe('the database', () => {
  it('that takes no writes makes providers try again', async () => {
    const box = await providers.receiving(INPUTS.postmark);
    const posted = fromPostmark(mailOf('Later'), box.row.address);
    const { database } = providers.store;
    const name = new URL(database.url).pathname.slice(1);
    const kill =
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
    await database.query(`alter database ${name} set default_transaction_read_only = on`);
    await database.query(kill);
    await eventually(async () =>
      expect(await post(box, posted)).toMatchObject({ status: 503, retryAfter: '60' }),
    );
    await database.session(async (client) => {
      await client.query('set default_transaction_read_only = off');
      await client.query(`alter database ${name} reset default_transaction_read_only`);
      await client.query(kill);
    });
    await eventually(async () => expect((await post(box, posted)).status).toBe(200));
    expect(await providers.subjects(box)).toEqual(['Later']);
  });

  it('that cannot say whose an address is makes providers try again', async () => {
    const box = await providers.receiving(INPUTS.postmark);
    const { database } = providers.store;
    await database.query('alter table mail.mailbox_receiver rename to away');
    expect(await post(box, fromPostmark(mailOf('Hi'), box.row.address))).toMatchObject({
      ...{ status: 503, outcome: 'service_unavailable', retryAfter: '60' },
    });
    await database.query('alter table mail.away rename to mailbox_receiver');
  });
});

describe('the listener', () => {
  it('refuses a body that is announced as too large before it comes', async () => {
    const box = await providers.receiving(INPUTS.sendgrid);
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    const { headers } = fromSendGrid(mailOf('Hi'), box.row.address);
    const lines = Object.entries({ ...headers, host: 'a', 'content-length': '50000000' });
    socket.write(
      `POST ${box.path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
  });

  it('takes a bounded number of mails over at a time, and fewer of one mailbox', async () => {
    const bounded = await providers.serve(endpoint, { requestsPerMailbox: 1, requests: 2 });
    const boxes = [];
    for (let nth = 0; nth < 3; nth += 1) boxes.push(await providers.receiving(INPUTS.mailgun));
    const [first, second, third] = boxes as [ReceivingBox, ReceivingBox, ReceivingBox];
    const [released, release] = gate();
    let waiting = 0;
    const { receive } = providers.files;
    providers.files.receive = async (...upload) => {
      waiting += 1;
      await released;
      return receive(...upload);
    };
    const send = (box: ReceivingBox) => post(box, fromMailgun(mailOf('Hi'), box.row.address), bounded);
    const one = send(first);
    await eventually(() => waiting === 1);
    expect(await send(first)).toMatchObject({ status: 503, retryAfter: '60' });
    const two = send(second);
    await eventually(() => waiting === 2);
    expect(await send(third)).toMatchObject({ status: 503 });
    release();
    expect([await one, await two, await send(third)]).toMatchObject(Array(3).fill({ status: 200 }));
  });

  it('takes no more bytes at a time than its memory has room for', async () => {
    const bounded = await providers.serve(endpoint, { bytes: 1_000 });
    const box = await providers.receiving(INPUTS.mailgun);
    const send = (subject: string) => post(box, fromMailgun(mailOf(subject), box.row.address), bounded);
    expect(await send('x'.repeat(1_000))).toMatchObject({ status: 503 });
    expect(await send('Hi')).toMatchObject({ status: 200 });
  });

  it('forgets a mail whose client goes away in the middle', async () => {
    const box = await providers.receiving(INPUTS.mailgun);
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    const { headers } = fromMailgun('', box.row.address);
    socket.write(
      `POST ${box.path} HTTP/1.1\r\nhost: a\r\ncontent-type: ${headers['content-type']}\r\ncontent-length: 100\r\n\r\nhalf`,
    );
    await once(socket, 'ready').catch(() => undefined);
    socket.destroy();
    await once(socket, 'close');
    expect(await post(box, fromMailgun(mailOf('Next'), box.row.address))).toMatchObject({ status: 200 });
    expect(await providers.subjects(box)).toEqual(['Next']);
  });

  it('tells probes that it is there', async () => {
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });
});
