import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually, refusalOf, type ApiClient } from '@parley/testing';
import { operator } from './platform.ts';
import { auditOf } from './steps.ts';

async function withInbox() {
  const workspace = await operator.workspace();
  const { live } = workspace;
  const team = (await live.ok(api.createTeam, { body: { name: 'Support' } })).data;
  const inbox = (await live.ok(api.addInbox, { body: { name: 'Orders', team_id: team.id } })).data;
  return { ...workspace, team, inbox };
}

const teamOfConversation = async (live: ApiClient, conversation_id: api.Id<'conversation'>) =>
  (await live.ok(api.getConversation, { params: { conversation_id } })).data.team?.id;

describe('the team of an inbox', () => {
  it('gets the tickets and conversations that begin in the inbox, unless they name another or none', async () => {
    const { live, team, inbox } = await withInbox();
    const other = (await live.ok(api.createTeam, { body: { name: 'Sales' } })).data;
    for (const [named, expected] of [
      [{}, team.id],
      [{ team_id: other.id }, other.id],
      [{ team_id: null }, undefined],
    ] as const) {
      const body = { inbox_id: inbox.id, ...named };
      const ticket = await live.ok(api.createTicket, { body: { subject: 'Broken', ...body } });
      expect(ticket.data.team?.id).toBe(expected);
      const contact = { email: 'dana@example.com' };
      const conversation = await live.ok(api.createConversation, { body: { contact, ...body } });
      expect(conversation.data.team?.id).toBe(expected);
    }
  });

  it('gets what connectors and mails begin in the inbox', async () => {
    const { live, team, inbox } = await withInbox();
    const connection = await live.ok(api.createConnection, {
      body: { name: 'SMS', type: 'sms', inbox_id: inbox.id },
    });
    const message = await live.ok(api.receiveMessage, {
      params: { connection_id: connection.data.id },
      body: {
        ...{ external_id: 'one', external_conversation_id: 'first', body: 'Hello' },
        from: { handle: '+49 151 12345678' },
      },
    });
    expect(await teamOfConversation(live, message.data.conversation_id)).toBe(team.id);
    const address = `${crypto.randomUUID()}@example.com`;
    const mailbox = await live.ok(api.createMailbox, {
      body: { name: 'Support', address, inbox_id: inbox.id, transport: { type: 'sandbox' } },
    });
    const source = `From: dana@example.com\nTo: ${address}\nSubject: Where is it?\n\nHello`;
    const { data: mail } = await live.ok(api.createIncomingMail, {
      body: { mailbox_id: mailbox.data.id, source },
    });
    const conversation = await eventually(async () => {
      const params = { incoming_mail_id: mail.id };
      const { conversation_id } = (await live.ok(api.getIncomingMail, { params })).data;
      if (conversation_id === null) throw new Error('the mail is no message yet');
      return conversation_id;
    });
    expect(await teamOfConversation(live, conversation)).toBe(team.id);
  });

  it('can be changed and removed, and is gone with the team', async () => {
    const workspace = await withInbox();
    const { live, team, inbox } = workspace;
    const params = { inbox_id: inbox.id };
    const change = async (team_id: api.Id<'team'> | null) =>
      (await live.ok(api.updateInbox, { params, body: { team_id } })).data.team_id;
    expect(await change(null)).toBeNull();
    expect(await change(team.id)).toBe(team.id);
    await live.ok(api.deleteTeam, { params: { team_id: team.id } });
    await eventually(async () => (await live.ok(api.getInbox, { params })).data.team_id === null);
    expect(
      (await live.ok(api.createTicket, { body: { subject: 'Broken', ...params } })).data.team,
    ).toBeNull();
    const entries = await eventually(async () => {
      const found = (await auditOf(workspace)).filter(({ type }) => type === 'inbox.team_changed');
      if (found.length < 3) throw new Error(`${found.length} changes are recorded`);
      return found;
    });
    expect(entries).toHaveLength(3);
  });

  it('must be one of the workspace', async () => {
    const { live, inbox } = await withInbox();
    const { team } = await withInbox();
    const refused = await live.call(api.updateInbox, {
      params: { inbox_id: inbox.id },
      body: { team_id: team.id },
    });
    expect(refusalOf(refused)).toBe('422 invalid_parameter team_id');
    expect((await live.ok(api.getInbox, { params: { inbox_id: inbox.id } })).data.team_id).toBe(
      inbox.team_id,
    );
  });
});
