import { beforeAll, describe, expect, it } from '@jest/globals';
import { tagUpdated, ticketSlaWarning, ticketUpdated, userUpdated } from '@parley/contracts';
import { inWorkspace, systemContext } from '@parley/runtime/context';
import { newId } from '@parley/runtime/records';
import { eventually } from '@parley/testing';
import { fromEnvelope, type Envelope } from '../envelope.ts';
import type { EventsHarness, TestService } from '../harness.fixture.ts';
import { sampleTicket } from '../samples.fixture.ts';
import { type ConformanceSuite, newTenant, sampleUser } from './suite.fixture.ts';

/** The wire format of events. */
export function testEnvelope(suite: ConformanceSuite): void {
  describe('the envelope', () => {
    let harness: EventsHarness;
    let ticket: TestService;
    beforeAll(() => {
      ({ harness, ticket } = suite.services);
    });

    const listening = async (...types: string[]) => {
      const envelopes: Envelope[] = [];
      const transport = await harness.bus.connect();
      const stop = await transport.subscribe('contact', {
        types: new Set(types),
        consume: (envelope) => {
          envelopes.push(envelope);
          return Promise.resolve({ outcome: 'done' });
        },
      });
      await suite.start('ticket', 'webhook');
      return { envelopes, stop };
    };

    it('is a CloudEvent 1.0', async () => {
      const { envelopes, stop } = await listening('ticket.updated', 'user.updated');
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
        recordedtime: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
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

    it('has the attributes of its event that have a value', async () => {
      const { envelopes, stop } = await listening('ticket.sla_warning');
      const measured = { metric: 'first_response', policy_id: null } as const;
      await ticket.emit(newTenant(), ticketSlaWarning, sampleTicket(), null, measured);
      await eventually(() => envelopes.length === 1);
      await stop();
      const [envelope] = envelopes as [Envelope];
      expectCloudEvent(envelope);
      expect(envelope).toMatchObject({ metric: 'first_response' });
      expect(envelope).not.toHaveProperty('policyid');
      expect(fromEnvelope(envelope)?.attributes).toEqual(measured);
    });

    it('has one partition key for the tags of a workspace, which can exchange names', async () => {
      const { envelopes, stop } = await listening('tag.updated');
      const ctx = newTenant();
      const created_at = new Date().toISOString();
      for (const name of ['b', 'c'])
        await ticket.emit(
          ctx,
          tagUpdated,
          { id: newId('tag'), name, color: '#123456', count: 0, created_at },
          { name: 'a' },
        );
      await eventually(() => envelopes.length === 2);
      await stop();
      expect(envelopes.map(({ partitionkey }) => partitionkey)).toEqual(
        [1, 2].map(() => ctx.tenant.workspaceId),
      );
    });
  });
}

/** Checks the rules of CloudEvents 1.0.2: "Context Attributes", "Type System" and the JSON format. */
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
