import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually } from '@parley/testing';
import { operator } from './platform.ts';
import { actingUser, subscribed, withKey } from './steps.ts';
import { copyTicket } from '../setup/copied-tickets.ts';
import { query } from './session-api/query.ts';

const workspace = await operator.workspace();
const { live } = workspace;

const UNKNOWN = 'ticket_01h455vb4pex5vsknk084sn02q';

type NewJob = api.Input<typeof api.createJob>['body'];
const created = async (body: NewJob, client = live) => (await client.ok(api.createJob, { body })).data;
const read = async ({ id }: Pick<api.Job, 'id'>, client = live) =>
  (await client.ok(api.getJob, { params: { job_id: id } })).data;
const finished = (job: Pick<api.Job, 'id'>, client = live) =>
  eventually(async () => {
    const now = await read(job, client);
    return now.finished_at === null ? Promise.reject(new Error(`still ${now.status}`)) : now;
  });
const resultsOf = async ({ id }: api.Job, status?: string) =>
  (
    await live.ok(api.listJobResults, {
      params: { job_id: id },
      query: { order: 'asc', ...(status === undefined ? {} : { status }) },
    })
  ).data;
const ticketOf = async (body: Partial<api.Input<typeof api.createTicket>['body']> = {}) =>
  (await live.ok(api.createTicket, { body: { subject: 'Job', ...body } })).data;

/** A copy of a finished job that is open, and that no process takes up before it is released. */
async function heldCopy(
  { id }: api.Job,
  fields: { update?: object; total?: number; is_collected?: boolean } = {},
): Promise<api.Id<'job'>> {
  const { update = null, total = 1, is_collected: isCollected = true } = fields;
  const [copy] = await query(
    `insert into automation.job (workspace_id, mode, id, version, resource, filter, update, status, total, updated, unchanged, failed,
       owner_id, actor, credential, is_collected, lease_until, served_at, attempts, created_at, updated_at)
     select workspace_id, mode, gen_random_uuid(), 1, resource, filter, coalesce($2, update), 'queued', $3, 0, 0, 0,
       owner_id, actor, credential, $4, now() + interval '1 hour', now(), 0, now(), now()
       from automation.job where id = $1 returning id`,
    [api.uuidOf('job', id), update, total, isCollected],
  );
  return api.encodeId('job', String(copy?.['id']));
}
const release = (id: api.Id<'job'>) =>
  query('update automation.job set lease_until = null where id = $1', [api.uuidOf('job', id)]);

const userOf = (role: api.Role) => actingUser(workspace, { role });

describe('a job', () => {
  it('updates the records of its ids, with a result for each', async () => {
    const [first, second] = [await ticketOf(), await ticketOf({ priority: 'low' })];
    const job = await created({
      resource: 'ticket',
      ids: [first.id, UNKNOWN, second.id, first.id],
      update: { priority: 'low', add_tags: ['done'] },
    });
    expect(job).toMatchObject({ status: 'queued', total: 3, failure: null, filter: null });
    await live.ok(api.updateTicket, { params: { ticket_id: second.id }, body: { tags: ['done'] } });
    const done = await finished(job);
    expect(done).toMatchObject({ status: 'succeeded', total: 3, succeeded: 2, failed: 1 });
    expect(done.started_at).not.toBeNull();
    const results = await resultsOf(job);
    expect(results.map(({ record_id }) => record_id)).toEqual([first.id, UNKNOWN, second.id]);
    expect(results[0]).toMatchObject({ status: 'updated', error: null });
    expect(await resultsOf(job, 'failed')).toMatchObject([
      { record_id: UNKNOWN, error: { code: 'not_found', type: 'not_found_error' } },
    ]);
    const { data } = await live.ok(api.getTicket, { params: { ticket_id: first.id } });
    expect(data).toMatchObject({ priority: 'low', tags: ['done'] });
  });

  it('updates more records than one request takes, each once and with its events', async () => {
    const own = await operator.workspace();
    const subject = 'One of many';
    const { data: other } = await own.live.ok(api.createTicket, { body: { subject: 'Another' } });
    const { data: ticket } = await own.live.ok(api.createTicket, { body: { subject } });
    await copyTicket(query, ticket.id, 249);
    await using receiver = await subscribed(own.live, 'ticket.status_changed');
    const filter = { all: [{ field: 'subject', op: 'eq' as const, value: subject }] };
    const job = await created({ resource: 'ticket', filter, update: { status: 'closed' } }, own.live);
    expect(job.total).toBeNull();
    await eventually(async () => (await read(job, own.live)).finished_at !== null);
    expect(await read(job, own.live)).toMatchObject({
      ...{ status: 'succeeded', total: 250, succeeded: 250, unchanged: 0, failed: 0 },
    });
    const { data: me } = await own.live.ok(api.getMe, {});
    const events = await receiver.received('ticket.status_changed', 250);
    expect(new Set(events.map(({ body }) => body.data['id'])).size).toBe(250);
    expect(events).toHaveLength(250);
    expect(events[0]?.body).toMatchObject({
      actor: { type: 'api_key', credential: { id: me.credential.id } },
    });
    const { data } = await own.live.ok(api.getTicket, { params: { ticket_id: other.id } });
    expect(data.status).toBe('open');
    const page = await own.live.ok(api.listJobResults, {
      params: { job_id: job.id },
      query: { status: 'updated', per_page: '100' },
    });
    expect(page.meta).toMatchObject({ total_count: 250 });
    expect(page.meta.next_cursor).not.toBeNull();
  });

  it("updates conversations and contacts, and finds what is its user's", async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const { data: contact } = await live.ok(api.createContact, { body: { email } });
    const ofContact = await created({ resource: 'contact', ids: [contact.id], update: { company: 'Acme' } });
    expect(await finished(ofContact)).toMatchObject({ status: 'succeeded', succeeded: 1 });
    const { data: changed } = await live.ok(api.getContact, { params: { contact_id: contact.id } });
    expect(changed.company).toBe('Acme');
    const agent = await userOf('agent');
    const open = async (assignee_id: api.Id<'user'> | null) =>
      (await live.ok(api.createConversation, { body: { contact: { email }, assignee_id } })).data;
    const [own, others] = [await open(agent.id), await open(null)];
    const filter = { all: [{ field: 'assignee', op: 'eq' as const, value: 'me' }] };
    const job = await created(
      { resource: 'conversation', filter, update: { status: 'closed' } },
      agent.client,
    );
    expect(await finished(job)).toMatchObject({ status: 'succeeded', total: 1, owner_id: agent.id });
    const statusOf = async ({ id }: api.Conversation) =>
      (await live.ok(api.getConversation, { params: { conversation_id: id } })).data.status;
    expect([await statusOf(own), await statusOf(others)]).toEqual(['closed', 'open']);
  });

  it('is refused with the place of what is wrong, and changes nothing', async () => {
    const ticket = await ticketOf();
    const good = { resource: 'ticket', ids: [ticket.id], update: { status: 'closed' } } as const;
    const filter = { all: [{ field: 'status', op: 'contains', value: 'open' }] };
    const before = (await live.ok(api.listJobs, { query: {} })).meta.total_count;
    for (const [body, param] of [
      [{ ids: null }, 'ids'],
      [{ filter: { all: [] } }, 'filter'],
      [{ ids: null, filter }, 'filter.all[0].op'],
      [{ resource: 'contact', ids: null, filter: {} }, 'filter'],
      [{ ids: [ticket.id, 'conv_1'] }, 'ids[1]'],
      [{ resource: 'user' }, 'resource'],
      [{ update: {} }, 'update'],
      [{ update: { status: 'gone' } }, 'update.status'],
      [{ update: { nothing: 1 } }, 'update.nothing'],
      [{ update: { created_at: 1 } }, 'update.created_at'],
      [{ update: { assignee_id: 'user_01h455vb4pex5vsknk084sn02q' } }, 'update.assignee_id'],
      [
        { update: { custom_fields: { long: 'x'.repeat(16_000), more: 'x'.repeat(1_000) } } },
        'update.custom_fields',
      ],
    ] as const) {
      const refused = await live.call(api.createJob, { body: { ...good, ...body } as never });
      expect([param, refused.status, refused.body]).toMatchObject([param, 422, { error: { param } }]);
    }
    for (const [scopes, body] of [
      ['conversations:write', good],
      ['tickets:write', { ...good, ids: null, filter: {} }],
    ] as const) {
      const client = await withKey(workspace, scopes);
      expect((await client.call(api.createJob, { body: body as never })).status).toBe(403);
    }
    expect((await live.ok(api.listJobs, { query: {} })).meta.total_count).toBe(before);
    expect((await live.ok(api.getTicket, { params: { ticket_id: ticket.id } })).data).toEqual(ticket);
  });

  it('is seen and canceled by who made it, and by admins', async () => {
    const [agent, colleague, admin] = await Promise.all([userOf('agent'), userOf('agent'), userOf('admin')]);
    const ticket = await ticketOf();
    const job = await created(
      { resource: 'ticket', ids: [ticket.id], update: { priority: 'high' } },
      agent.client,
    );
    const params = { job_id: job.id };
    for (const operation of [api.getJob, api.listJobResults, api.cancelJob])
      expect((await colleague.client.call(operation, { params })).status).toBe(404);
    expect((await colleague.client.ok(api.listJobs, { query: {} })).data).toEqual([]);
    const listed = await admin.client.ok(api.listJobs, { query: {} });
    expect(listed.data.map(({ id }) => id)).toContain(job.id);
    const done = await finished(job);
    // What is finished stays as it is.
    expect((await admin.client.ok(api.cancelJob, { params })).data).toEqual(done);
  });

  it('stops when it is canceled, when its user is deactivated, and when the role does not allow it', async () => {
    const users = await Promise.all([userOf('agent'), userOf('agent'), userOf('agent')]);
    const [leaving, demoted] = users;
    const ticket = await ticketOf({ tags: ['kept'] });
    const made = { resource: 'ticket', ids: [ticket.id], update: { tags: ['kept'] } } as const;
    const held = await Promise.all(
      users.map(async ({ client }) => {
        const job = await created({ ...made, ids: [...made.ids] }, client);
        await finished(job);
        return heldCopy(job, { update: { tags: ['lost'] } });
      }),
    );
    await live.ok(api.updateUser, { params: { user_id: leaving.id }, body: { status: 'inactive' } });
    await live.ok(api.updateUser, { params: { user_id: demoted.id }, body: { role: 'viewer' } });
    const params = { job_id: held[2] ?? 'job_' };
    expect((await live.ok(api.cancelJob, { params })).data.status).toBe('canceled');
    for (const id of held) await release(id);
    const ended = await Promise.all(held.map((id) => finished({ id })));
    expect(ended.map(({ status, failure }) => [status, failure?.code])).toEqual([
      ['failed', 'owner_inactive'],
      ['failed', 'insufficient_scope'],
      ['canceled', undefined],
    ]);
    expect((await live.ok(api.getTicket, { params: { ticket_id: ticket.id } })).data.tags).toEqual(['kept']);
  });

  it('waits for others of its workspace to finish', async () => {
    const own = await operator.workspace();
    const { data: ticket } = await own.live.ok(api.createTicket, { body: { subject: 'Busy' } });
    const body = { resource: 'ticket' as const, ids: [ticket.id], update: { priority: 'high' } };
    const job = await created(body, own.live);
    await finished(job, own.live);
    for (let open = 0; open < api.OPEN_JOBS_MAX; open += 1) await heldCopy(job);
    const refused = await own.live.call(api.createJob, { body });
    expect([refused.status, refused.body]).toMatchObject([422, { error: { code: 'too_many_items' } }]);
  });

  it('fails before it changes anything if too many records match', async () => {
    const own = await operator.workspace();
    const { data: ticket } = await own.live.ok(api.createTicket, { body: { subject: 'Too many' } });
    const made = await created({ resource: 'ticket', filter: {}, update: { priority: 'normal' } }, own.live);
    await finished(made, own.live);
    // As if it had found as many as it may.
    const id = await heldCopy(made, {
      total: api.JOB_RECORDS_MAX,
      update: { status: 'closed' },
      is_collected: false,
    });
    await release(id);
    const ended = await finished({ id }, own.live);
    expect(ended).toMatchObject({ status: 'failed', failure: { code: 'too_many_records' }, succeeded: 0 });
    expect((await own.live.ok(api.getTicket, { params: { ticket_id: ticket.id } })).data).toEqual(ticket);
  });

  it('that a process has left is taken up by another, which repeats no update', async () => {
    const own = await operator.workspace();
    const { data: ticket } = await own.live.ok(api.createTicket, { body: { subject: 'Left' } });
    await using receiver = await subscribed(own.live, 'ticket.updated');
    const update = { tags: ['once'] };
    const job = await created({ resource: 'ticket', ids: [ticket.id], update }, own.live);
    await finished(job, own.live);
    // The update is committed, and its result was never recorded.
    await query(
      `with left_over as (update automation.job_result set status = 'pending' where job_id = $1)
       update automation.job set status = 'running', finished_at = null, updated = 0, lease_id = gen_random_uuid(),
         lease_until = now() - interval '1 second' where id = $1`,
      [api.uuidOf('job', job.id)],
    );
    expect(await finished(job, own.live)).toMatchObject({ status: 'succeeded', succeeded: 1, unchanged: 0 });
    await own.live.ok(api.updateTicket, { params: { ticket_id: ticket.id }, body: { subject: 'Last' } });
    const news = await receiver.received('ticket.updated', 2);
    expect(news.filter(({ body }) => 'tags' in (body.previous ?? {}))).toHaveLength(1);
  });
});
