import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from '@jest/globals';
import { ApiError, encodeId, type Id, type readOutgoingMessage, type Result } from '@parley/contracts';
import { InProcessFiles, UploadLimitsConfig, type FileStore } from '@parley/files';
import { InProcessRpc, Rpc } from '@parley/rpc';
import { Encryptor } from '@parley/runtime/encryptor';
import { newId, newUuid } from '@parley/runtime/records';
import { eventually, gate, newTenant, TestStore } from '@parley/testing';
import { DkimKeys } from '../domains/dkim-keys.ts';
import { MailConfig } from '../mail.config.ts';
import { mailDatabase } from '../mail.database.ts';
import { Credentials } from '../mailboxes/credentials.ts';
import { storeMailbox } from '../mailboxes/mailbox.fixture.ts';
import { Composition } from './composition.ts';
import { MailSources } from './mail-sources.ts';
import { NOT_TRIED, OutgoingMailRow, type Recipient } from './outgoing-mail.entity.ts';

const store = await TestStore.open(mailDatabase, { providers: [Credentials] });
afterAll(() => store.close());

const MIB = 1024 * 1024;
const to = (address: string): Recipient => ({ address, status: 'sending', error: null });
const mailTo = (...recipients: Recipient[]): OutgoingMailRow =>
  Object.assign(new OutgoingMailRow(), {
    kind: 'message',
    ...{ id: newUuid(), message_id: newUuid(), conversation_id: newUuid(), number: 1, attempts: 0 },
    ...{ lease_token: newUuid(), mail_id: null, sender: null, blind: [], source_file_id: null, size: null },
    ...{ error: null, recipients, created_at: new Date(), expires_at: new Date(Date.now() + 3 * 86_400_000) },
  });

/** Composes messages, each with a file of this size as the conversation service tells it. */
function composing(receive: FileStore['receive']) {
  const transport = new InProcessRpc();
  const content = Buffer.from('%PDF');
  const sizes = new Map<string, number>();
  transport.serve('conversation', (_procedure, _ctx, input) => {
    const { id } = input as { id: Id<'message'> };
    const file = {
      id: newId('attachment'),
      file_id: newId('file'),
      name: 'a.pdf',
      mime_type: 'application/pdf',
    };
    const value: Result<typeof readOutgoingMessage> = {
      ...{ id, conversation_id: newId('conversation'), author_name: 'Dana', text: 'Hello', html: null },
      email: {
        ...{ direction: 'outgoing', from: null, to: [{ name: null, address: 'dana@example.com' }] },
        ...{ cc: [], bcc: [], reply_to: [], subject: 'Invoice', has_html: false },
        ...{ is_automatic: false, is_participant: true, is_truncated: false, authentication: null },
      },
      attachments: [{ ...file, size: sizes.get(id) ?? 4, deleted_at: null }],
      created_at: new Date().toISOString(),
    };
    return Promise.resolve({ value, replayed: false });
  });
  const files = new InProcessFiles();
  void files.serve({
    receive,
    open: (_ctx, id) =>
      Promise.resolve({
        ...{ id, name: 'a.pdf', mime_type: 'application/pdf', size: content.length },
        sha256: createHash('sha256').update(content).digest('hex'),
        stream: Readable.from([content]),
      }),
  });
  const sources = new MailSources(files, new UploadLimitsConfig({}));
  const keys = new DkimKeys(store.db, store.app.get(Encryptor));
  const composition = new Composition(store.db, new Rpc(transport), sources, keys, new MailConfig({}));
  return async (size: number, mail = mailTo(to('dana@example.com'))) => {
    sizes.set(encodeId('message', mail.message_id), size);
    const { row: mailbox } = await box;
    return composition.compose(newTenant(), mail, { ...mailbox, subaddressing: false });
  };
}
const box = storeMailbox(store, {});

describe('a mail', () => {
  it('is composed beside few large ones, and does not wait for them', async () => {
    const [passed, pass] = gate();
    let received = 0;
    const compose = composing(async (_ctx, { id, name }, bytes) => {
      received += 1;
      await passed;
      bytes.resume();
      return { id, name, size: 1, mime_type: 'message/rfc822', sha256: '' };
    });
    const large = Array.from({ length: 12 }, () => compose(2 * MIB));
    await eventually(() => expect(received).toBe(4));
    const medium = Array.from({ length: 40 }, () => compose(MIB / 2));
    await eventually(() => expect(received).toBe(4 + 32));
    const small = Array.from({ length: 3 }, () => compose(MIB / 16));
    await eventually(() => expect(received).toBe(4 + 32 + 3));
    pass();
    await Promise.all([...large, ...medium, ...small]);
    expect(received).toBe(12 + 40 + 3);
  });

  it('waits for room in the storage of the workspace, which uses up an attempt', async () => {
    const compose = composing(() => Promise.reject(new ApiError('file_too_large')));
    expect(await compose(4)).toMatchObject({
      ...{ status: 'queued', attempts: 1, due_at: expect.any(Date), error: { code: 'storage_full' } },
      recipients: [{ status: 'queued', error: { code: 'storage_full' } }],
    });
  });

  it('that is too large fails', async () => {
    const compose = composing(() => Promise.reject(new Error('nothing is stored')));
    expect(await compose(40 * MIB)).toMatchObject({ status: 'failed', error: { code: 'too_large' } });
  });
});

describe('an acknowledgement', () => {
  const acknowledging = async (authentication: 'none' | 'password', enabled = true) => {
    const files = new InProcessFiles();
    let source = '';
    void files.serve({
      receive: async (_ctx, { id, name }, bytes) => {
        source = Buffer.concat(await bytes.toArray()).toString();
        return { id, name, size: source.length, mime_type: 'message/rfc822', sha256: '' };
      },
      open: () => Promise.reject(new ApiError('not_found')),
    });
    const sources = new MailSources(files, new UploadLimitsConfig({}));
    const keys = new DkimKeys(store.db, store.app.get(Encryptor));
    const composition = new Composition(
      store.db,
      new Rpc(new InProcessRpc()),
      sources,
      keys,
      new MailConfig({}),
    );
    const { ctx, row } = await storeMailbox(store, {});
    const transport = { ...row.transport, authentication };
    const mailbox = { ...row, transport, acknowledgement: { enabled, text: null } };
    const mail = await store.db.transaction(ctx, (tx) =>
      tx.insert(OutgoingMailRow, {
        ...{ ...NOT_TRIED, id: newUuid(), kind: 'acknowledgement', mailbox_id: row.id, number: 0 },
        ...{ conversation_id: newUuid(), message_id: newUuid(), in_reply_to: '<a@customer.example>' },
        ...{ due_at: new Date(), expires_at: new Date(Date.now() + 3_600_000), mail_id: null },
        ...{ status: 'sending', lease_token: newUuid(), recipients: [to('dana@example.com')] },
      }),
    );
    return { composed: await composition.compose(ctx, mail, mailbox), source: () => source, mailbox };
  };

  it('has the null reverse-path, unless its mailbox signs in', async () => {
    const { composed, source, mailbox } = await acknowledging('none');
    expect(composed).toMatchObject({ mail: { sender: '', source_file_id: expect.any(String) } });
    expect(source()).toMatch(/^Auto-Submitted: auto-replied\r$/m);
    expect(source()).toMatch(/^In-Reply-To: <a@customer\.example>\r$/m);
    expect(source()).toMatch(/^Reply-To:\s+\S+\+r\S+@acme\.example\r$/m);
    expect((await acknowledging('password')).composed).toMatchObject({
      mail: { sender: expect.stringMatching(/@acme\.example$/) },
    });
    expect(mailbox.subaddressing).toBe(true);
  });

  it('is not sent any more once its mailbox acknowledges nothing', async () => {
    expect((await acknowledging('none', false)).composed).toMatchObject({ status: 'cancelled' });
  });
});

describe('what transports know of a mail', () => {
  const sources = new MailSources(new InProcessFiles(), new UploadLimitsConfig({}));
  const needs = (changes: Partial<OutgoingMailRow>, ...recipients: Recipient[]) =>
    sources.headOf(Object.assign(mailTo(...recipients), changes), ['dana@example.com']).needsSmtpUtf8;
  const [dana, other] = [to('dana@example.com'), to('jürgen@example.com')];

  it('has whether its headers name an address beyond ASCII, also one that an earlier attempt has settled', () => {
    expect(needs({}, dana, { ...other, status: 'sent' })).toBe(true);
    expect(needs({ sender: other.address }, dana)).toBe(true);
    expect(needs({ sender: 'a@bücher.example', blind: [other.address] }, dana, other)).toBe(false);
    const error = { code: 'suppressed', smtp_status: null, message: '' };
    expect(needs({}, dana, { ...other, status: 'failed', error })).toBe(false);
  });
});
