import { afterAll, describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { ApiClient, eventually, EventStreamClient } from '@parley/testing';
import { TestApp } from './oauth/app.ts';
import { operator } from './platform.ts';
import { withKey } from './steps.ts';

const workspace = await operator.workspace();
const { live } = workspace;
const sync = await withKey(workspace, 'tickets:read,tickets:write');
const app = await TestApp.create(workspace);
const user = new ApiClient(live.baseUrl, (await app.tokens()).access_token);

const credentialOf = async (client: ApiClient) => (await client.ok(api.getMe, {})).data.credential;
const list = async (query: api.Input<typeof api.listEvents>['query']) =>
  (await live.ok(api.listEvents, { query: { order: 'asc', ...query } })).data;
const actors = (events: readonly api.LoggedEvent[]) =>
  events.map(({ event, actor }) => `${event} by ${actor.credential?.id ?? 'nobody'}`);

const { id: own } = await credentialOf(sync);
const { id: other } = await credentialOf(user);
const stream = await EventStreamClient.open(live, { query: `actor_credential_not=${own}` });
afterAll(() => stream.close());
const picked = await EventStreamClient.open(live, { query: `actor_credential=${own}` });
afterAll(() => picked.close());

const { data: ticket } = await sync.ok(api.createTicket, { body: { subject: 'From elsewhere' } });
const params = { ticket_id: ticket.id };
await user.ok(api.updateTicket, { params, body: { priority: 'high' } });
await sync.ok(api.updateTicket, { params, body: { status: 'pending' } });
await eventually(async () => expect(await list({ resource: ticket.id })).toHaveLength(4));

describe('the actor of an event', () => {
  it('names the credential, and the app of an access token', async () => {
    const [created, changed] = await list({ resource: ticket.id });
    expect(created?.actor).toEqual({
      type: 'api_key',
      id: own,
      credential: { id: own, type: 'api_key', app_id: null },
    });
    expect(changed?.actor).toEqual({
      type: 'user',
      id: (await user.ok(api.getMe, {})).data.id,
      credential: { id: other, type: 'oauth_access_token', app_id: app.id },
    });
  });

  it('lets a two-way sync leave out its own changes, or read them alone', async () => {
    const resource = ticket.id;
    const ofOthers = [`ticket.updated by ${other}`];
    const ofSync = [
      `ticket.created by ${own}`,
      `ticket.updated by ${own}`,
      `ticket.status_changed by ${own}`,
    ];
    expect(actors(await list({ resource, actor_credential_not: own }))).toEqual(ofOthers);
    expect(actors(await list({ resource, actor_credential: own }))).toEqual(ofSync);
    expect(await list({ resource, actor_credential: `${own},${other}` })).toHaveLength(4);
    expect(await list({ resource, actor_credential_not: `${own},${other}` })).toEqual([]);
    await eventually(() => expect(picked.types).toHaveLength(3));
    expect(stream.types).toEqual(['ticket.updated']);
  });

  it('is filtered by ids of credentials alone', async () => {
    for (const param of ['actor_credential', 'actor_credential_not']) {
      const { status, body } = await live.call(api.listEvents, { query: { [param]: ticket.id } });
      expect([status, body.error]).toMatchObject([422, { param }]);
    }
  });
});
