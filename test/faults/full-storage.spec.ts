import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { ApiClient, eventually } from '@parley/testing';
import { StandaloneProcess } from './standalone-process.ts';

const QUOTA = 300_000;
const PIECE = 10_000;

let standalone: StandaloneProcess;
let live: ApiClient;
/** Files that fill the storage of the workspace. */
const pieces: api.Id<'file'>[] = [];

beforeAll(async () => {
  standalone = await StandaloneProcess.create();
  await standalone.start({ STORAGE_QUOTA: String(QUOTA) });
  const credentials = await standalone.credentials();
  live = new ApiClient(credentials.base_url, credentials.live_key);
  for (;;) {
    const file = new File([Buffer.alloc(PIECE, 'x')], 'piece.txt');
    const answer = await live.call(api.createFile, { body: { file } });
    if (answer.status !== 201) break;
    pieces.push((answer.body as unknown as { data: api.File }).data.id);
  }
});
afterAll(() => standalone.remove());

async function deletePieces(count: number): Promise<void> {
  for (const id of pieces.splice(0, count)) await live.ok(api.deleteFile, { params: { file_id: id } });
}

const mailWith = (file: Buffer, text: string) =>
  [
    ...['From: Dana <dana@customer.example>', `Subject: ${text}`, 'MIME-Version: 1.0'],
    ...['Content-Type: multipart/mixed; boundary=b', '', '--b', 'Content-Type: text/plain', '', text],
    ...['--b', 'Content-Type: application/pdf', 'Content-Disposition: attachment; filename=a.pdf'],
    ...['Content-Transfer-Encoding: base64', '', file.toString('base64'), '--b--', ''],
  ].join('\r\n');

const NO_ROOM = `The files of the workspace may have ${QUOTA} bytes together. Delete some of them first.`;
const refusal = (param: string) => ({
  status: 422,
  body: { error: { code: 'file_too_large', param, message: `${param}: ${NO_ROOM}` } },
});

describe('a full storage', () => {
  it('is told to the caller that uploads a file', async () => {
    const file = new File([Buffer.alloc(PIECE, 'x')], 'piece.txt');
    expect(await live.call(api.createFile, { body: { file } })).toMatchObject(refusal('file'));
  });

  it('is told to the caller that has a sandbox receive a mail', async () => {
    const body = { name: 'Mail', address: 'none@desk.example', transport: { type: 'sandbox' } } as const;
    const { data: mailbox } = await live.ok(api.createMailbox, { body });
    const source = mailWith(Buffer.alloc(PIECE, 'x'), 'With a file');
    const answer = await live.call(api.createIncomingMail, { body: { mailbox_id: mailbox.id, source } });
    expect(answer).toMatchObject(refusal('source'));
  });
});

describe('a mail that was taken over', () => {
  it('waits with its files until the workspace has room for them, and holds up no other', async () => {
    const body = { name: 'Mail', address: 'full@desk.example', transport: { type: 'sandbox' } } as const;
    const { data: mailbox } = await live.ok(api.createMailbox, { body });
    const receive = async (source: string) =>
      (await live.ok(api.createIncomingMail, { body: { mailbox_id: mailbox.id, source } })).data;
    await deletePieces(2);
    // The source has 16 KB, for which there is room, and the file 12 KB.
    const file = Buffer.from('%PDF-1.7\n'.padEnd(12_000, 'x'));
    const mail = await receive(mailWith(file, 'With a file'));
    const other = await receive(
      'From: Dana <dana@customer.example>\r\nSubject: Without\r\n\r\nWithout a file\r\n',
    );
    const read = (id: api.IncomingMail['id'], expected: object) =>
      eventually(async () => {
        const { data } = await live.ok(api.getIncomingMail, { params: { incoming_mail_id: id } });
        expect(data).toMatchObject(expected);
        return data;
      });
    const waiting = { status: 'failed', reason: { code: 'storage_full' } };
    await read(mail.id, waiting);
    await read(other.id, { status: 'delivered' });
    const params = { incoming_mail_id: mail.id };
    // A retry without room changes nothing.
    await live.ok(api.retryIncomingMail, { params });
    await read(mail.id, waiting);
    await deletePieces(3);
    await live.ok(api.retryIncomingMail, { params });
    const { conversation_id: id } = await read(mail.id, { status: 'delivered' });
    const conversation = { conversation_id: id as api.Id<'conversation'> };
    const { data: messages } = await live.ok(api.listMessages, { params: conversation, query: {} });
    expect(messages).toEqual([
      expect.objectContaining({
        body: 'With a file',
        email: expect.objectContaining({ is_truncated: false }),
        attachments: [expect.objectContaining({ name: 'a.pdf', size: file.length })],
      }),
    ]);
  });
});
