import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { ApiError, type TransportInput } from '@parley/contracts';
import { newUuid } from '@parley/runtime/records';
import { eventually, gate } from '@parley/testing';
import { changeMailbox, readMailbox, type StoredMailbox } from '../../mailboxes/mailbox.fixture.ts';
import { mailOf, SIZE_MAX } from '../arrivals.fixture.ts';
import { forgetPlaces } from '../fetching/places.ts';
import { storePlace } from './graph.queries.ts';
import { openGraph } from './graph-source.fixture.ts';
import { refusal } from './scripted-graph-server.fixture.ts';

const graph = await openGraph();
const { store, files, server, source, limits, start, stop, newMailbox, stored, left, place, received } =
  graph;
afterEach(() => graph.clear());
afterAll(() => graph.close());

const put = ({ row }: StoredMailbox, content: string, ...options: [Parameters<typeof server.put>[2]?]) =>
  server.put(row.address, content, ...options);
const change = ({ row }: StoredMailbox, changes: string) =>
  store.database.query(`update mail.mailbox set ${changes} where id = $1`, [row.id]);
const bodies = ({ row }: StoredMailbox) =>
  server.pathsOf(row.address).filter((path) => path.endsWith('/$value'));
const nextRounds = async ({ row }: StoredMailbox, count = 2) => {
  const before = server.rounds(row.address);
  await eventually(() => server.rounds(row.address) >= before + count);
};
/** Whether a statement waits for another one. */
const waits = async () => {
  const [row] = await store.database.query<{ waits: boolean }>(
    `select exists (select from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock') as waits`,
  );
  return row?.waits === true;
};
const mailbox = async (box: StoredMailbox) => (await readMailbox(store, box)).row;

/** A mailbox that a process has begun to read. */
async function reading() {
  const box = await newMailbox();
  const receiver = start();
  await eventually(async () => (await place(box))?.delta_link != null);
  return { box, receiver };
}

describe('a mailbox', () => {
  it('receives what arrives after its first connection, once', async () => {
    const box = await newMailbox();
    put(box, mailOf('before'), { receivedAt: new Date(Date.now() - 60_000) });
    start();
    await eventually(async () => (await place(box))?.delta_link != null);
    put(box, mailOf('one'));
    put(box, mailOf('two'));
    await received(box, 'one', 'two');
    await nextRounds(box);
    await received(box, 'one', 'two');
    expect(bodies(box)).toHaveLength(2);
    expect(await stored(box)).toEqual([mailOf('one'), mailOf('two')]);
  });

  it('receives what arrived while no process was there, over several pages', async () => {
    const { box, receiver } = await reading();
    await stop(receiver);
    const subjects = Array.from({ length: 7 }, (_, nth) => String(nth));
    for (const subject of subjects) put(box, mailOf(subject));
    start();
    await received(box, ...subjects);
  });

  it('receives what is moved to its inbox later, whenever it arrived', async () => {
    const { box } = await reading();
    put(box, mailOf('was spam'), { receivedAt: new Date('2020-01-01') });
    await received(box, 'was spam');
  });

  it('is read by one process, however many there are, and by the next one once that ends', async () => {
    const { box, receiver } = await reading();
    start();
    start();
    const other = await newMailbox();
    await eventually(async () => (await place(other))?.delta_link != null);
    put(box, mailOf('one'));
    await received(box, 'one');
    expect(server.pathsOf(box.row.address).filter((path) => path === '/mailFolders/inbox')).toHaveLength(1);
    await stop(receiver);
    put(box, mailOf('two'));
    await received(box, 'one', 'two');
    expect(bodies(box)).toHaveLength(2);
  });

  it('is repeated from the place before by the next process if the lease is lost before the place is stored', async () => {
    const { box } = await reading();
    const before = await place(box);
    const keep = files.receive;
    files.receive = async (...upload) => {
      await store.database.query(
        `update mail.fetching_lease set holder_id = $1, leased_until = now() + interval '1 hour'`,
        [newUuid()],
      );
      return keep(...upload);
    };
    put(box, mailOf('one'));
    await received(box, 'one');
    put(box, mailOf('two'));
    expect(await place(box)).toEqual(before);
    files.receive = keep;
    await store.database.query('update mail.fetching_lease set leased_until = now()');
    await received(box, 'one', 'two');
    await eventually(async () => expect(await place(box)).not.toEqual(before));
    // The next process knew the first one by its id, and did not ask for it.
    expect(bodies(box)).toHaveLength(2);
  });

  it('has no requests while it is disabled, once it is deleted, and if it only sends', async () => {
    const { box } = await reading();
    const onlySends = await newMailbox({ after_receiving: null });
    await change(box, `status = 'disabled'`);
    const isLeased = async () =>
      (
        await store.database.query<{ held: boolean }>(
          'select holder_id is not null as held from mail.fetching_lease where mailbox_id = $1',
          [box.row.id],
        )
      )[0]?.held;
    await eventually(async () => (await isLeased()) === false);
    put(box, mailOf('one'));
    const requests = server.pathsOf(box.row.address).length;
    const other = await newMailbox();
    await eventually(() => server.rounds(other.row.address) > 2);
    expect(server.pathsOf(box.row.address)).toHaveLength(requests);
    expect(server.pathsOf(onlySends.row.address)).toEqual([]);
    await change(box, `status = 'connected'`);
    await received(box, 'one');
    await store.database.query('delete from mail.mailbox where id = $1', [box.row.id]);
    await eventually(async () => (await isLeased()) === false);
  });

  it('that receives again begins with what arrives from then on', async () => {
    const { box } = await reading();
    put(box, mailOf('one'));
    await received(box, 'one');
    const account = { client_id: 'app', tenant_id: 'acme.example', client_secret: 'secret' };
    const transport: TransportInput = { type: 'graph', ...account };
    const keep = files.receive;
    let isOff = false;
    files.receive = async (...upload) => {
      if (!isOff) await changeMailbox(store, box, { transport });
      isOff = true;
      return keep(...upload);
    };
    // The process stores no place behind it either.
    put(box, mailOf('the last one'));
    await received(box, 'one', 'the last one');
    const requests = () => server.pathsOf(box.row.address).length;
    const other = await newMailbox();
    await eventually(() => server.rounds(other.row.address) > 2);
    expect(await place(box)).toBeUndefined();
    const before = requests();
    put(box, mailOf('meanwhile'), { receivedAt: new Date(Date.now() - 60_000) });
    await changeMailbox(store, box, { transport: { ...transport, after_receiving: 'leave' } });
    await eventually(async () => (await place(box))?.delta_link != null);
    expect(requests()).toBeGreaterThan(before);
    put(box, mailOf('two'));
    await received(box, 'one', 'the last one', 'two');
  });

  it('has no place stored by a process whose lease ends at the same time', async () => {
    const { box, receiver } = await reading();
    await stop(receiver);
    const holder = newUuid();
    await store.database.query(
      `update mail.fetching_lease set holder_id = $1, leased_until = now() + interval '1 hour'`,
      [holder],
    );
    const values = [box.row.id, holder, 'account', null, new Date(), null];
    let storing: Promise<unknown[]> | undefined;
    await store.db.transaction(box.ctx, async (tx) => {
      await forgetPlaces(tx, box.row.id);
      let isStored = false;
      storing = store.db
        .transaction(box.ctx, (own) => own.query(storePlace, values))
        .finally(() => (isStored = true));
      await eventually(async () => isStored || (await waits()));
    });
    expect(await storing).toEqual([]);
    expect(await place(box)).toBeUndefined();
  });
});

describe('a mail', () => {
  it('that was stored when its process ended, without the place behind it, is not fetched again', async () => {
    const { box, receiver } = await reading();
    const keep = files.receive;
    const [held, release] = gate();
    let isHeld = false;
    files.receive = async (...upload) => {
      isHeld = true;
      await held;
      return keep(...upload);
    };
    put(box, mailOf('one'));
    put(box, mailOf('two'));
    await eventually(() => isHeld);
    const before = await place(box);
    const stopped = stop(receiver);
    release();
    await stopped;
    await received(box, 'one');
    expect(await place(box)).toEqual(before);
    start();
    await received(box, 'one', 'two');
    expect(bodies(box)).toHaveLength(2);
  });

  it('that cannot be stored, or breaks off, is fetched again', async () => {
    const { box } = await reading();
    const keep = files.receive;
    const faults = ['service_unavailable', 'file_too_large'] as const;
    let [fault, cuts] = [0, 0];
    files.receive = (...upload) => {
      const code = faults[fault++];
      return code === undefined ? keep(...upload) : Promise.reject(new ApiError(code));
    };
    server.script = ({ path }) =>
      path.endsWith('/$value') && cuts++ < 2
        ? { status: 200, body: mailOf('one'), headers: { 'content-length': '999' }, cutAfter: 10 }
        : undefined;
    put(box, mailOf('one'));
    await received(box, 'one');
    expect(cuts).toBeGreaterThan(2);
    expect(fault).toBeGreaterThan(2);
    expect(await left(box)).toEqual([]);
  });

  it('that is too large stays where it is, and is recorded', async () => {
    const { box } = await reading();
    const large = `${mailOf('large')}${'x'.repeat(SIZE_MAX)}`;
    put(box, large);
    const unsaid = put(box, mailOf('of unknown size'));
    server.script = ({ path }) =>
      path.includes(encodeURIComponent(unsaid))
        ? { status: 200, body: large, headers: { 'transfer-encoding': 'chunked' } }
        : undefined;
    put(box, mailOf('one'));
    await received(box, 'one');
    const sender = { name: 'Dana Reyes', address: 'dana@example.com' };
    expect(await left(box)).toMatchObject([
      { code: 'too_large', subject: 'large', sender, size: large.length },
      { code: 'too_large', subject: 'of unknown size', sender },
    ]);
    expect((await left(box)).every(({ size }) => size > SIZE_MAX)).toBe(true);
    await nextRounds(box);
    expect(bodies(box)).toHaveLength(3);
  });

  it.each([400, 403, 404, 410, 500, 502, 503])(
    'that Graph does not hand out (%i) holds up no others, and is recorded in the end',
    async (status) => {
      const { box } = await reading();
      const id = put(box, mailOf('broken'));
      server.script = ({ path }) =>
        path.includes(encodeURIComponent(id))
          ? refusal(status, 'ErrorMimeContentConversionFailed')
          : undefined;
      put(box, mailOf('one'));
      await received(box, 'one');
      await eventually(async () =>
        expect(await left(box)).toMatchObject([{ code: 'refused', subject: 'broken' }]),
      );
      put(box, mailOf('two'));
      await received(box, 'one', 'two');
      expect(bodies(box).filter((path) => path.includes(encodeURIComponent(id)))).toHaveLength(10);
      expect(server.beginnings(box.row.address)).toBe(1);
    },
  );

  it('that Graph does not hand out is not given up in an outage', async () => {
    limits.refusedForMs = 3_600_000;
    const { box } = await reading();
    put(box, mailOf('broken'));
    let isAway = true;
    server.script = ({ path }) =>
      isAway && path.endsWith('/$value') ? refusal(500, 'ErrorInternalServerError') : undefined;
    await eventually(() => bodies(box).length > 12);
    expect(await left(box)).toEqual([]);
    isAway = false;
    await received(box, 'broken');
    expect(await left(box)).toEqual([]);
  });

  it('of which Graph hands out no byte is asked for again', async () => {
    const { box } = await reading();
    const id = put(box, mailOf('empty'));
    let asked = 0;
    server.script = ({ path }) => {
      if (!path.includes(encodeURIComponent(id))) return undefined;
      asked += 1;
      return asked < 3 ? { status: 200, body: '' } : undefined;
    };
    await received(box, 'empty');
    expect(asked).toBe(3);
  });

  it('is stored before those that arrived after it, in whatever order Graph lists them', async () => {
    const { box, receiver } = await reading();
    await stop(receiver);
    put(box, mailOf('answer'), { receivedAt: new Date(Date.now() + 2_000) });
    put(box, mailOf('question'), { receivedAt: new Date(Date.now() + 1_000) });
    start();
    await received(box, 'question', 'answer');
  });

  it('that is gone before it is fetched is left out', async () => {
    const { box } = await reading();
    const id = put(box, mailOf('gone'));
    server.remove(box.row.address, id);
    put(box, mailOf('one'));
    await received(box, 'one');
    await nextRounds(box);
    expect(await left(box)).toEqual([]);
    expect(bodies(box)).toHaveLength(2);
  });
});

describe('a link', () => {
  it('that has expired is replaced by a look at what has arrived since the last mail', async () => {
    const { box, receiver } = await reading();
    put(box, mailOf('one'));
    await received(box, 'one');
    await eventually(async () => (await place(box))?.delta_link?.endsWith('+1+') ?? false);
    await stop(receiver);
    put(box, mailOf('two'));
    put(box, mailOf('long before'), { receivedAt: new Date('2020-01-01') });
    server.expireLinks();
    put(box, mailOf('three'));
    start();
    await received(box, 'one', 'two', 'three');
    put(box, mailOf('four'));
    await received(box, 'one', 'two', 'three', 'four');
    expect(bodies(box)).toHaveLength(4);
    expect(server.beginnings(box.row.address)).toBe(2);
    expect((await mailbox(box)).status).toBe('connected');
  });

  it('to another server gets no request, and no mail is lost by it', async () => {
    const { box } = await reading();
    const isForeign = {
      value: [],
      '@odata.nextLink': `${server.url.replace('127.0.0.1', 'localhost')}/foreign`,
    };
    let foreign = 0;
    server.script = ({ path }) => {
      if (path !== '/mailFolders/inbox/messages/delta' || foreign > 2) return undefined;
      foreign += 1;
      return { status: 200, body: isForeign };
    };
    put(box, mailOf('one'));
    await received(box, 'one');
    expect(foreign).toBe(3);
    expect(server.foreignPaths).toEqual([]);
  });
});

describe('Graph', () => {
  it('that asks to wait is asked again after that time', async () => {
    const { box } = await reading();
    let limited = 0;
    let limitedAt = 0;
    server.script = () => {
      if (limited > 0) return undefined;
      limited += 1;
      limitedAt = Date.now();
      return refusal(429, 'TooManyRequests', { 'retry-after': '1' });
    };
    put(box, mailOf('one'));
    await received(box, 'one');
    expect(Date.now() - limitedAt).toBeGreaterThanOrEqual(990);
    expect((await mailbox(box)).status).toBe('connected');
  });

  it('that is away for a while disconnects no mailbox', async () => {
    const { box } = await reading();
    let failures = 0;
    server.script = () => {
      failures += 1;
      return failures > 3 ? undefined : failures === 1 ? 'drop' : refusal(503, 'ServiceUnavailable');
    };
    put(box, mailOf('one'));
    await received(box, 'one');
    expect((await mailbox(box)).status).toBe('connected');
  });

  it('that takes the token no more gets another one', async () => {
    const { box } = await reading();
    const given = server.tokensGiven;
    server.token = 'another';
    put(box, mailOf('one'));
    await received(box, 'one');
    expect(server.tokensGiven).toBe(given + 1);
    expect((await mailbox(box)).status).toBe('connected');
  });

  it.each([
    ['the inbox', '/mailFolders/inbox', 403, 'ErrorAccessDenied', 'reading_not_allowed'],
    ['the inbox', '/mailFolders/inbox', 404, 'ResourceNotFound', 'reading_not_allowed'],
    ['the inbox', '/mailFolders/inbox', 401, 'InvalidAuthenticationToken', 'authentication_failed'],
    ['the text of its mails', '/$value', 403, 'ErrorAccessDenied', 'reading_not_allowed'],
  ])(
    'that refuses %s (%s, %i) disconnects the mailbox, until it does not',
    async (_, path, status, said, code) => {
      const box = await newMailbox();
      server.script = (asked) => (asked.path.endsWith(path) ? refusal(status, said) : undefined);
      put(box, mailOf('one'), { receivedAt: new Date(Date.now() + 60_000) });
      start();
      await eventually(async () =>
        expect(await mailbox(box)).toMatchObject({ status: 'disconnected', status_reason: { code } }),
      );
      const check = await source.check(box.ctx, await mailbox(box), AbortSignal.timeout(60_000));
      expect(check?.code ?? null).toBe(path === '/$value' ? null : code);
      server.script = () => undefined;
      await change(box, 'transport_version = transport_version + 1');
      await received(box, 'one');
      await eventually(async () =>
        expect(await mailbox(box)).toMatchObject({ status: 'connected', status_reason: null }),
      );
    },
  );
});
