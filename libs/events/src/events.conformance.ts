import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  ApiError,
  contactCreated,
  ticketCreated,
  ticketUpdated,
  userUpdated,
  type Id,
  type User,
} from '@parley/contracts';
import { inTenant, inWorkspace, newId, systemContext, type TenantContext } from '@parley/kernel';
import { eventually } from '@parley/testing';
import {
  Bench,
  DELAYS_MS,
  sampleContact,
  sampleTicket,
  type CreateBus,
  type Participant,
} from './bench.fixture.ts';
import type { Envelope } from './envelope.ts';

/** A context of a user of a new workspace. */
function newTenant(workspaceId: Id<'workspace'> = newId('workspace')): TenantContext {
  return {
    ...inTenant(systemContext(), workspaceId, 'test'),
    requestId: 'req-7',
    actor: { type: 'user', id: newId('user') },
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  };
}

/** A gate that holds whoever comes until it is opened. */
function gate(): { passed: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { passed, open };
}

interface Stored {
  id: string;
  attempts: number;
  published: boolean;
}

const outboxOf = (participant: Participant) =>
  participant.rows<Stored>(
    'select id, attempts, published_at is not null as published from outbox order by position',
  );

/**
 * What every form of moving events has to do. A form proves it by running this with a bus of its own; the consumers'
 * inbox and dead letters, and the relay, are those of production.
 */
export function eventsConformance(name: string, createBus: CreateBus): void {
  describe(name, () => conformance(createBus));
}

function conformance(createBus: CreateBus): void {
  let bench: Bench;
  let ticket: Participant;
  let contact: Participant;
  let webhook: Participant;
  beforeAll(async () => {
    bench = await Bench.open();
    [ticket, contact, webhook] = [bench.at('ticket'), bench.at('contact'), bench.at('webhook')];
  });
  beforeEach(() => bench.begin(createBus));
  afterEach(() => bench.end());
  afterAll(() => bench.close());

  /** Emits one event in a transaction of its own. */
  const create = async (ctx: TenantContext = newTenant(), data = sampleTicket()): Promise<typeof data> => {
    await ticket.emit(ctx, ticketCreated, data);
    return data;
  };
  /** What a bus needs besides the subscribers of a test to begin to move. */
  const start = async (...others: ('ticket' | 'contact' | 'webhook')[]): Promise<void> => {
    await bench.completeWith(others);
    await ticket.relay();
  };

  describe('an event', () => {
    it('reaches each subscriber once, with its effect once', async () => {
      await contact.subscribe({ one: { to: [ticketCreated] }, two: { to: [ticketCreated, ticketUpdated] } });
      await webhook.subscribe({ three: { to: [ticketCreated] } });
      await start('ticket');
      const { id } = await create();
      await ticket.drained();
      const seen = [
        ...(await eventually(() => atLeast(1, contact.effects('one')))),
        ...(await eventually(() => atLeast(1, contact.effects('two')))),
        ...(await eventually(() => atLeast(1, webhook.effects('three')))),
      ];
      expect(seen.map(({ subject }) => subject)).toEqual([id, id, id]);
      expect(new Set(seen.map((effect) => effect.id)).size).toBe(1);
      expect(await outboxOf(ticket)).toMatchObject([{ attempts: 1, published: true }]);
    });

    it('reaches nobody who did not ask for it, and is done with', async () => {
      await contact.subscribe({ one: { to: [ticketUpdated] } });
      await start('ticket', 'webhook');
      await create();
      await ticket.drained();
      expect(contact.runs).toEqual([]);
    });

    it('that is delivered again has no further effect', async () => {
      await contact.subscribe({ one: { to: [ticketCreated] }, two: { to: [ticketCreated] } });
      await start('ticket', 'webhook');
      await create();
      await ticket.drained();
      await eventually(() => atLeast(1, contact.effects('two')));
      for (const attempts of [2, 3]) {
        await ticket.rows('update outbox set published_at = null');
        await ticket.drained();
        expect(await outboxOf(ticket)).toMatchObject([{ attempts, published: true }]);
      }
      // Comes after the repeats on the same way: once its effect is there, theirs would be.
      await create();
      await eventually(() => atLeast(2, contact.effects('two')));
      expect(await contact.effects('one')).toHaveLength(2);
      expect(await contact.effects('two')).toHaveLength(2);
      expect(contact.runs).toHaveLength(4);
    });

    it('comes in the order of its aggregate, with a growing sequence', async () => {
      await contact.subscribe({ one: { to: [ticketCreated] } });
      await start('ticket', 'webhook');
      const tickets = Array.from({ length: 3 }, () => sampleTicket());
      const ctx = newTenant();
      const emitted: string[] = [];
      for (let round = 0; round < 25; round += 1) {
        for (const one of tickets) {
          await create(ctx, { ...one, subject: String(round) });
          emitted.push(`${one.id} ${round}`);
        }
      }
      await eventually(() => atLeast(75, contact.effects('one')));
      for (const { id } of tickets) {
        const events = contact.runsOf('one').filter((event) => event.data.id === id);
        const rounds = events.map(({ data }) => `${id} ${String((data as { subject?: unknown }).subject)}`);
        expect(rounds).toEqual(emitted.filter((line) => line.startsWith(id)));
        const sequences = events.map(({ sequence }) => sequence);
        expect(sequences).toEqual(sequences.toSorted());
        expect(new Set(sequences).size).toBe(25);
      }
    });

    it('of a transaction comes in the order it was emitted, all with one time', async () => {
      await contact.subscribe({ one: { to: [ticketCreated, ticketUpdated] } });
      await start('ticket', 'webhook');
      const data = sampleTicket();
      await ticket.db.transaction(newTenant(), (tx) => {
        tx.emit(ticketUpdated, data, { subject: 'before' });
        tx.emit(ticketCreated, data);
        return Promise.resolve();
      });
      await eventually(() => atLeast(2, contact.effects('one')));
      const events = contact.runsOf('one');
      expect(events.map(({ type }) => type)).toEqual(['ticket.updated', 'ticket.created']);
      expect(new Set(events.map(({ time }) => time)).size).toBe(1);
    });

    it('is not published when its transaction rolls back', async () => {
      await contact.subscribe({ one: { to: [ticketCreated] } });
      await start('ticket', 'webhook');
      const work = ticket.db.transaction(newTenant(), (tx) => {
        tx.emit(ticketCreated, sampleTicket());
        return Promise.reject(new Error('no'));
      });
      await expect(work).rejects.toThrow('no');
      const { id } = await create();
      await eventually(() => atLeast(1, contact.effects('one')));
      expect((await contact.effects('one')).map(({ subject }) => subject)).toEqual([id]);
    });

    it('that was committed while nobody published is published at the next start', async () => {
      await contact.subscribe({ one: { to: [ticketCreated] } });
      await bench.completeWith(['ticket', 'webhook']);
      const { id } = await create();
      await ticket.relay();
      await eventually(() => atLeast(1, contact.effects('one')));
      expect((await contact.effects('one')).map(({ subject }) => subject)).toEqual([id]);
    });

    it('whose transaction commits late is not passed over', async () => {
      await contact.subscribe({ one: { to: [ticketCreated] } });
      await start('ticket', 'webhook');
      const [begun, held] = [gate(), gate()];
      const [early, late] = [sampleTicket(), sampleTicket()];
      const slow = ticket.db.transaction(newTenant(), async (tx) => {
        // Takes its place in the outbox now, and commits when others are long published.
        await ticket.outbox.write(tx, newTenant(), [
          { definition: ticketCreated, data: late, previous: null },
        ]);
        begun.open();
        await held.passed;
      });
      await begun.passed;
      await create(newTenant(), early);
      await eventually(() => atLeast(1, contact.effects('one')));
      held.open();
      await slow;
      await eventually(() => atLeast(2, contact.effects('one')));
      expect((await contact.effects('one')).map(({ subject }) => subject)).toEqual([early.id, late.id]);
    });

    it('of an unknown type is done with, and holds up nothing', async () => {
      await contact.subscribe({ one: { to: [ticketCreated] } });
      await start('ticket', 'webhook');
      const data = await create();
      await eventually(() => atLeast(1, contact.effects('one')));
      await ticket.rows(
        `insert into outbox (id, aggregatetype, aggregateid, type, shard, envelope)
         select gen_random_uuid(), aggregatetype, aggregateid, 'ticket.exploded', shard,
                jsonb_set(envelope, '{type}', '"ticket.exploded"') from outbox`,
      );
      await create(newTenant(), data);
      await eventually(() => atLeast(2, contact.effects('one')));
      await ticket.drained();
      expect(await contact.rows('select 1 from dead_letter')).toEqual([]);
      expect(await contact.rows('select 1 from processed_event')).toHaveLength(2);
    });

    it('is published once and in order by two relays on one outbox', async () => {
      await contact.subscribe({ one: { to: [ticketCreated] } });
      await bench.completeWith(['ticket', 'webhook']);
      const relays = [await ticket.relay(), await ticket.relay()];
      ticket.outbox.onCommit(() => relays.forEach((relay) => relay.wake()));
      const tickets = Array.from({ length: 4 }, () => sampleTicket());
      for (let round = 0; round < 30; round += 1) {
        await Promise.all(tickets.map((one) => create(newTenant(), one)));
      }
      await ticket.drained();
      await eventually(() => atLeast(120, contact.effects('one')));
      const effects = await contact.effects('one');
      expect(effects).toHaveLength(120);
      for (const { id } of tickets) {
        const sequences = effects.filter(({ subject }) => subject === id).map(({ sequence }) => sequence);
        expect(sequences).toEqual(sequences.toSorted());
      }
      expect(await outboxOf(ticket)).toEqual(
        (await outboxOf(ticket)).map((row) => ({ ...row, attempts: 1, published: true })),
      );
    });
  });

  describe('a subscriber', () => {
    it('sees tenant, actor and cause of the event, and works in that tenant', async () => {
      const contexts: unknown[] = [];
      await contact.subscribe({
        one: {
          to: [ticketUpdated],
          react: (_, tx) => Promise.resolve(void contexts.push(tx.ctx)),
        },
      });
      await start('ticket', 'webhook');
      const ctx = newTenant();
      const data = sampleTicket();
      await ticket.emit(ctx, ticketUpdated, data, { subject: 'Before', assignee: null });
      await eventually(() => atLeast(1, contact.effects('one')));
      expect(contact.runsOf('one')).toEqual([
        {
          id: expect.stringMatching(/^evt_/),
          type: 'ticket.updated',
          time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
          workspaceId: ctx.tenant.workspaceId,
          mode: 'test',
          actor: ctx.actor,
          sequence: expect.stringMatching(/^\d{19}$/),
          requestId: 'req-7',
          traceparent: ctx.traceparent,
          data,
          previous: { subject: 'Before', assignee: null },
        },
      ]);
      expect(contexts).toEqual([
        expect.objectContaining({
          tenant: ctx.tenant,
          actor: ctx.actor,
          requestId: 'req-7',
          traceparent: ctx.traceparent,
        }),
      ]);
    });

    it('sees no mode in what both modes share', async () => {
      const contexts: unknown[] = [];
      await contact.subscribe({
        one: {
          to: [userUpdated],
          react: (_, tx) => Promise.resolve(void contexts.push(tx.ctx.tenant)),
        },
      });
      await start('ticket', 'webhook');
      const workspaceId = newId('workspace');
      const ctx = inWorkspace(systemContext({ requestId: 'req-8' }), workspaceId);
      await ticket.emit(ctx, userUpdated, sampleUser());
      await eventually(() => atLeast(1, contact.effects('one')));
      expect(contact.runsOf('one')).toMatchObject([
        {
          workspaceId,
          mode: null,
          actor: { type: 'system', id: null },
          requestId: 'req-8',
          traceparent: null,
          previous: null,
        },
      ]);
      expect(contexts).toEqual([{ workspaceId, mode: null }]);
    });

    it('is never one of a workspace where a tenant is, or of a tenant where none is', async () => {
      const shared = inWorkspace(systemContext(), newId('workspace'));
      await expect(ticket.emit(newTenant(), userUpdated, sampleUser())).rejects.toThrow(
        'user.updated is no event of a tenant',
      );
      await expect(ticket.emit(shared, ticketCreated, sampleTicket())).rejects.toThrow(
        'ticket.created is no event of a workspace',
      );
      expect(await outboxOf(ticket)).toEqual([]);
    });

    it('that fails is tried again, and the others are not repeated', async () => {
      let failures = 2;
      const failing = {
        to: [ticketCreated],
        react: () => (failures-- > 0 ? Promise.reject(new Error('not yet')) : Promise.resolve()),
      };
      await contact.subscribe({ before: { to: [ticketCreated] }, failing, after: { to: [ticketCreated] } });
      await webhook.subscribe({ elsewhere: { to: [ticketCreated] } });
      await start('ticket');
      await create();
      await eventually(() => atLeast(1, contact.effects('failing')));
      await ticket.drained();
      expect(contact.runsOf('failing')).toHaveLength(3);
      for (const [participant, consumer] of [
        [contact, 'before'],
        [contact, 'after'],
        [webhook, 'elsewhere'],
      ] as const) {
        expect(participant.runsOf(consumer)).toHaveLength(1);
        expect(await participant.effects(consumer)).toHaveLength(1);
      }
      expect(await contact.effects('failing')).toHaveLength(1);
      expect(await contact.rows('select 1 from dead_letter')).toEqual([]);
    });

    it('that keeps failing has no effect; the event is parked with its cause, once, and others go on', async () => {
      const failing = { to: [ticketCreated], react: () => Promise.reject(new Error('out of cheese')) };
      await contact.subscribe({ failing, fine: { to: [ticketCreated] } });
      await start('ticket', 'webhook');
      const { id } = await create();
      const parked = await eventually(() =>
        atLeast(
          1,
          contact.rows<Record<string, unknown>>(
            `select consumer, type, attempts, error, message_id, envelope::jsonb as envelope, replayed_at from dead_letter`,
          ),
        ),
      );
      const attempts = DELAYS_MS.length + 1;
      expect(parked).toEqual([
        {
          consumer: 'contact.failing',
          type: 'ticket.created',
          attempts,
          error: expect.stringContaining('Error: out of cheese'),
          message_id: expect.any(String),
          envelope: expect.objectContaining({ type: 'ticket.created', subject: id }),
          replayed_at: null,
        },
      ]);
      await ticket.drained();
      expect(contact.runsOf('failing')).toHaveLength(attempts);
      expect(await contact.effects('failing')).toEqual([]);
      expect(contact.runsOf('fine')).toHaveLength(1);
      // Delivered once more, because an acknowledgement was lost: parked already, so not parked again.
      await ticket.rows('update outbox set published_at = null');
      await ticket.drained();
      await create();
      await eventually(() => atLeast(2, contact.effects('fine')));
      expect(
        await contact.rows('select 1 from dead_letter where message_id = $1', [parked[0]?.['message_id']]),
      ).toHaveLength(1);
    });

    it('that is kept from it by an outage is tried for as long as that lasts, without using up its attempts', async () => {
      let failures = DELAYS_MS.length + 4;
      const unavailable = () => Promise.reject(new ApiError('service_unavailable'));
      const react = () => (failures-- > 0 ? unavailable() : Promise.resolve());
      await contact.subscribe({ one: { to: [ticketCreated], react } });
      await start('ticket', 'webhook');
      const { id } = await create();
      await eventually(() => atLeast(1, contact.effects('one')));
      await ticket.drained();
      expect((await contact.effects('one')).map(({ subject }) => subject)).toEqual([id]);
      expect(contact.runsOf('one')).toHaveLength(DELAYS_MS.length + 5);
      expect(await contact.rows('select 1 from dead_letter')).toEqual([]);
    });

    it('has all its attempts at an event still when an outage is over', async () => {
      let runs = 0;
      const react = () =>
        Promise.reject((runs += 1) <= 5 ? new ApiError('service_unavailable') : new Error('out of cheese'));
      await contact.subscribe({ one: { to: [ticketCreated], react } });
      await start('ticket', 'webhook');
      await create();
      const parked = await eventually(() =>
        atLeast(1, contact.rows<{ attempts: number }>('select attempts from dead_letter')),
      );
      expect(parked).toEqual([{ attempts: DELAYS_MS.length + 1 }]);
      expect(runs).toBe(5 + DELAYS_MS.length + 1);
    });

    it('parks at once what it can never read, and holds up nothing', async () => {
      await contact.subscribe({ one: { to: [ticketCreated] } });
      await start('ticket', 'webhook');
      await ticket.db.transaction(newTenant(), async (tx) => {
        await ticket.outbox.write(tx, newTenant(), [
          { definition: ticketCreated, data: sampleTicket(), previous: { subject: 'x' } },
        ]);
        await tx.raw('', `update outbox set envelope = jsonb_set(envelope, '{previous}', '"{"')`, []);
      });
      const { id } = await create();
      await eventually(() => atLeast(1, contact.effects('one')));
      await ticket.drained();
      expect((await contact.effects('one')).map(({ subject }) => subject)).toEqual([id]);
      expect(await contact.rows('select consumer, attempts, error from dead_letter')).toEqual([
        { consumer: 'contact.one', attempts: 1, error: expect.stringContaining('SyntaxError') },
      ]);
    });

    it('publishes what it emits with its effect, and not without', async () => {
      let fail = true;
      await contact.subscribe({
        one: {
          to: [ticketCreated],
          react: async (_, tx) => {
            tx.emit(contactCreated, sampleContact());
            await Promise.resolve();
            if (fail) {
              fail = false;
              throw new Error('not yet');
            }
          },
        },
      });
      await webhook.subscribe({ two: { to: [contactCreated] } });
      await start('ticket');
      await contact.relay();
      const ctx = newTenant();
      await create(ctx);
      await eventually(() => atLeast(1, webhook.effects('two')));
      await contact.drained();
      expect(contact.runsOf('one')).toHaveLength(2);
      expect(webhook.runsOf('two')).toMatchObject([
        { workspaceId: ctx.tenant.workspaceId, actor: ctx.actor },
      ]);
    });

    it('finishes the event it is at when its service stops, and gets the rest when that is back', async () => {
      const [begun, held] = [gate(), gate()];
      const react = async (): Promise<void> => {
        begun.open();
        await held.passed;
      };
      const stop = await contact.subscribe({ one: { to: [ticketCreated], react } });
      await bench.completeWith(['ticket', 'webhook']);
      const data = sampleTicket();
      for (let index = 0; index < 20; index += 1) await create(newTenant(), data);
      await ticket.relay();
      await begun.passed;
      let ended = false;
      const stopped = stop().then(() => (ended = true));
      // Whoever does not wait for the subscriber is through by now.
      await contact.rows('select pg_sleep(0.05)');
      expect(ended).toBe(false);
      held.open();
      await stopped;
      expect(await contact.effects('one')).toHaveLength(contact.runs.length);
      await contact.subscribe({ one: { to: [ticketCreated] } });
      await eventually(() => atLeast(20, contact.effects('one')));
      expect(await contact.effects('one')).toHaveLength(20);
    });
  });

  describe('the envelope', () => {
    it('is a CloudEvent 1.0', async () => {
      const envelopes: Envelope[] = [];
      const transport = await bench.bus.connect();
      const stop = await transport.subscribe('contact', ['ticket.updated', 'user.updated'], (envelope) => {
        envelopes.push(envelope);
        return Promise.resolve({ outcome: 'done' });
      });
      await start('ticket', 'webhook');
      const ctx = newTenant();
      const data = sampleTicket({ subject: 'Grüße' });
      await ticket.emit(ctx, ticketUpdated, data, { subject: 'Before' });
      const shared = inWorkspace(systemContext(), ctx.tenant.workspaceId);
      await ticket.emit(shared, userUpdated, sampleUser());
      await eventually(() => envelopes.length === 2);
      await stop();
      const updated = envelopes.find(({ type }) => type === 'ticket.updated') as Envelope;
      const user = envelopes.find(({ type }) => type === 'user.updated') as Envelope;
      for (const envelope of envelopes) expectCloudEvent(envelope);
      expect(updated).toEqual({
        specversion: '1.0',
        id: expect.stringMatching(/^evt_[0-9a-z]{26}$/),
        source: `/workspaces/${ctx.tenant.workspaceId}/ticket`,
        type: 'ticket.updated',
        subject: data.id,
        time: expect.any(String),
        datacontenttype: 'application/json',
        dataschema: expect.stringContaining('ticket.updated'),
        partitionkey: data.id,
        sequence: expect.stringMatching(/^\d{19}$/),
        workspaceid: ctx.tenant.workspaceId,
        mode: 'test',
        actortype: 'user',
        actorid: ctx.actor.id,
        requestid: 'req-7',
        traceparent: ctx.traceparent,
        previous: '{"subject":"Before"}',
        data,
      });
      for (const absent of ['mode', 'actorid', 'traceparent', 'previous'])
        expect(user).not.toHaveProperty(absent);
    });
  });
}

/** The rows once there are enough of them. */
async function atLeast<T>(count: number, rows: Promise<T[]>): Promise<T[]> {
  const found = await rows;
  if (found.length < count) throw new Error(`${found.length} of ${count}`);
  return found;
}

function sampleUser(): User {
  return {
    id: newId('user'),
    email: 'dana@example.com',
    name: 'Dana',
    role: 'agent',
    status: 'active',
    avatar_url: null,
    created_at: '2026-11-21T06:30:00.000Z',
    updated_at: '2026-11-21T06:30:00.000Z',
  };
}

/** The rules of CloudEvents 1.0.2, sections "Context Attributes" and "Type System", and its JSON format. */
function expectCloudEvent({ data, ...attributes }: Envelope): void {
  expect(typeof data).toBe('object');
  for (const [attribute, value] of Object.entries(attributes)) {
    expect(attribute).toMatch(/^[a-z0-9]{1,20}$/);
    expect(typeof value).toBe('string');
    expect(value).not.toBe('');
  }
  expect(attributes.specversion).toBe('1.0');
  // RFC 3339, a URI-reference, and an absolute URI.
  expect(attributes.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/);
  expect(URL.canParse(attributes.source, 'http://base')).toBe(true);
  expect(URL.canParse(attributes.dataschema ?? '')).toBe(true);
}
