import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { refusalOf, type TestWorkspace } from '@parley/testing';
import { operator } from './platform.ts';
import { actingUser } from './steps.ts';

const workspace = await operator.workspace();

const agentOf = (of: TestWorkspace) =>
  actingUser(of, { role: 'agent' }, 'conversations:read,conversations:write');

async function converse(client = workspace.live) {
  const contact = { email: `${crypto.randomUUID()}@example.com` };
  const { data } = await client.ok(api.createConversation, { body: { contact } });
  return { conversation_id: data.id };
}

describe('drafts', () => {
  it('keep what a user has begun to write, as a message takes it', async () => {
    const params = await converse();
    const { id, client } = await agentOf(workspace);
    expect(refusalOf(await client.call(api.getDraft, { params }))).toBe('404 not_found');
    const body = {
      type: 'note' as const,
      body: 'We are',
      email: { to: ['dana@example.com'], cc: [], bcc: ['kim@example.com'], subject: 'Order', html: '<p>We' },
      attachments: ['file_01h455vb4pex5vsknk084sn02q' as const],
    };
    const { data: saved } = await client.ok(api.saveDraft, { params, body });
    expect(saved).toMatchObject({ id: params.conversation_id, user_id: id, ...body });
    expect((await client.ok(api.getDraft, { params })).data).toEqual(saved);
    const { data: later } = await client.ok(api.saveDraft, { params, body: { body: '' } });
    expect(later).toMatchObject({ type: 'reply', body: '', email: null, attachments: [] });
    expect(later.created_at).toBe(saved.created_at);
    await client.ok(api.deleteDraft, { params });
    for (const operation of [api.getDraft, api.deleteDraft])
      expect(refusalOf(await client.call(operation, { params }))).toBe('404 not_found');
  });

  it('are those of one user, in one conversation', async () => {
    const [params, elsewhere] = [await converse(), await converse()];
    const [first, second] = [await agentOf(workspace), await agentOf(workspace)];
    await first.client.ok(api.saveDraft, { params, body: { body: 'First' } });
    await second.client.ok(api.saveDraft, { params, body: { body: 'Second' } });
    const texts = await Promise.all(
      [first, second].map(async ({ client }) => (await client.ok(api.getDraft, { params })).data.body),
    );
    expect(texts).toEqual(['First', 'Second']);
    const other = await first.client.call(api.getDraft, { params: elsewhere });
    expect(refusalOf(other)).toBe('404 not_found');
    await second.client.ok(api.deleteDraft, { params });
    expect((await first.client.ok(api.getDraft, { params })).data.body).toBe('First');
  });

  it('of conversations of another workspace or mode do not exist, and are not made', async () => {
    const params = await converse();
    const stranger = await operator.workspace();
    for (const client of [stranger.live, workspace.test]) {
      const refused = await client.call(api.saveDraft, { params, body: { body: 'Mine' } });
      expect(refusalOf(refused)).toBe('404 not_found');
      expect(refusalOf(await client.call(api.getDraft, { params }))).toBe('404 not_found');
    }
  });

  it('are not overwritten by a tab that has not seen the last version', async () => {
    const params = await converse();
    const { client } = await agentOf(workspace);
    const first = await client.call(api.saveDraft, { params, body: { body: 'One' } });
    const tag = first.headers.get('etag') ?? '';
    const again = await client.call(api.saveDraft, { params, body: { body: 'Two' } }, { 'if-match': tag });
    expect(again.status).toBe(200);
    const late = await client.call(api.saveDraft, { params, body: { body: 'Late' } }, { 'if-match': tag });
    expect(refusalOf(late)).toBe('412 precondition_failed');
    expect(refusalOf(await client.call(api.deleteDraft, { params }, { 'if-match': tag }))).toBe(
      '412 precondition_failed',
    );
    expect((await client.ok(api.getDraft, { params })).data.body).toBe('Two');
    await client.ok(api.deleteDraft, { params });
    const gone = await client.call(api.saveDraft, { params, body: { body: 'Late' } }, { 'if-match': tag });
    expect(refusalOf(gone)).toBe('412 precondition_failed');
    expect(refusalOf(await client.call(api.getDraft, { params }))).toBe('404 not_found');
  });

  it('that are saved for the first time by many tabs at once are one draft', async () => {
    const params = await converse();
    const { client } = await agentOf(workspace);
    const bodies = Array.from({ length: 8 }, (_, index) => `Tab ${index}`);
    const saved = await Promise.all(
      bodies.map((body) => client.call(api.saveDraft, { params, body: { body } })),
    );
    expect(saved.map(({ status }) => status)).toEqual(bodies.map(() => 200));
    const tags = saved.map(({ headers }) => headers.get('etag'));
    expect(new Set(tags).size).toBe(bodies.length);
    expect(bodies).toContain((await client.ok(api.getDraft, { params })).data.body);
  });

  it('end with the next message of their type that their user writes', async () => {
    const params = await converse();
    const [{ client }, other] = [await agentOf(workspace), await agentOf(workspace)];
    for (const one of [client, other.client, workspace.live])
      await one.ok(api.saveDraft, { params, body: { body: 'Half' } });
    await client.ok(api.createMessage, { params, body: { body: 'Aside', type: 'note' } });
    await client.ok(api.createMessage, { params, body: { body: 'Said', author: { type: 'contact' } } });
    expect((await client.ok(api.getDraft, { params })).data.body).toBe('Half');
    await client.ok(api.createMessage, { params, body: { body: 'Half of it' } });
    expect(refusalOf(await client.call(api.getDraft, { params }))).toBe('404 not_found');
    expect((await other.client.ok(api.getDraft, { params })).data.body).toBe('Half');
    // A program writes for its admin, who goes on writing.
    await workspace.live.ok(api.createMessage, { params, body: { body: 'Automatic' } });
    expect((await workspace.live.ok(api.getDraft, { params })).data.body).toBe('Half');
  });

  it('end with their conversation', async () => {
    const params = await converse();
    const { client } = await agentOf(workspace);
    await client.ok(api.saveDraft, { params, body: { body: 'Half' } });
    await workspace.live.ok(api.deleteConversation, { params });
    expect(refusalOf(await client.call(api.getDraft, { params }))).toBe('404 not_found');
    const refused = await client.call(api.saveDraft, { params, body: { body: 'Half' } });
    expect(refusalOf(refused)).toBe('404 not_found');
  });

  it('are at most 64 KiB with everything that is in them', async () => {
    const params = await converse();
    const { live } = workspace;
    // Of three bytes each.
    const body = { body: '€'.repeat(21_000) };
    await live.ok(api.saveDraft, { params, body });
    const html = `<p>${'x'.repeat(4_000)}</p>`;
    const refused = await live.call(api.saveDraft, { params, body: { ...body, email: { html } } });
    expect(refusalOf(refused)).toBe('422 invalid_parameter body');
    expect((await live.ok(api.getDraft, { params })).data).toMatchObject({ ...body, email: null });
  });
});
