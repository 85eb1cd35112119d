import { createHash, randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { afterAll, describe, expect, it } from '@jest/globals';
import { createFile, deleteFile, getFile, uuidOf, type File as FileRecord } from '@parley/contracts';
import { eventually } from '@parley/testing';
import pg from 'pg';
import { databaseUrl, operator } from './platform.ts';

const MIB = 1024 * 1024;
const FILE_SIZE_MAX = 25 * MIB;
const BOUNDARY = 'x-boundary';
const TYPE = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const database = new pg.Client({ connectionString: databaseUrl });
const workspace = await operator.workspace();
const client = workspace.live;
await database.connect();
afterAll(() => database.end());

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function upload(bytes: Uint8Array<ArrayBuffer>, name: string, type = ''): Promise<FileRecord> {
  return (await client.ok(createFile, { body: { file: new File([bytes], name, { type }) } })).data;
}

async function download({ url }: FileRecord): Promise<Buffer> {
  const response = await fetch(url ?? '');
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

/** How many files the workspace has, by status; the file service itself removes the objects of those that it forgets. */
async function held(): Promise<Record<string, number>> {
  const { rows } = await database.query<{ status: string; count: number }>(
    'select status, count(*)::int from file.file where workspace_id = $1 group by status',
    [uuidOf('workspace', workspace.credentials.workspace_id)],
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

/** What a refused request must leave behind. */
async function expectOnly(files: number): Promise<void> {
  const expected = files === 0 ? {} : { available: files };
  await eventually(async () => expect(await held()).toEqual(expected));
}

describe('a file', () => {
  it('of the largest size is stored, shown and served byte for byte, until it is deleted', async () => {
    const bytes = randomBytes(FILE_SIZE_MAX);
    const form = { file: new File([bytes], 'large.bin'), folder: '/backups//2026/' };
    const { data: file } = await client.ok(createFile, { body: form });
    expect(file).toMatchObject({
      name: 'large.bin',
      size: FILE_SIZE_MAX,
      mime_type: 'application/octet-stream',
      folder: 'backups/2026',
      message_id: null,
      deleted_at: null,
    });
    const { data: read } = await client.ok(getFile, { params: { file_id: file.id } });
    expect({ ...read, url: null }).toEqual({ ...file, url: null });
    expect(sha256(await download(read))).toBe(sha256(bytes));
    await client.ok(deleteFile, { params: { file_id: file.id } });
    const [gone, again] = [
      await fetch(read.url ?? ''),
      await client.call(deleteFile, { params: { file_id: file.id } }),
    ];
    expect([gone.status, again.status]).toEqual([404, 404]);
    await expectOnly(0);
  });

  it.each([
    ['a path', '../../etc/passwd', 'passwd'],
    ['a path of Windows', 'C:\\temp\\a.txt', 'a.txt'],
    ['NUL', 'a\u0000b.txt', 'ab.txt'],
    ['a right-to-left override', '\u202Egnp.exe', 'gnp.exe'],
    ['5 KB', `${'x'.repeat(5_000)}.txt`, `${'x'.repeat(251)}.txt`],
    ['other scripts', 'März 😀.txt', 'März 😀.txt'],
    ['quotation marks', 'say "hi".txt', 'say "hi".txt'],
    ['dots alone', '..', 'file'],
  ])('named by %s has a name that can be shown', async (_, given, name) => {
    const file = await upload(Buffer.from(given), given);
    expect([file.name, String(await download(file))]).toEqual([name, given]);
  });

  it.each([
    ['a picture that says it is text', PNG, 'a.txt', 'text/plain', 'image/png'],
    ['text that says it is a picture', Buffer.from('hello'), 'a.png', 'image/png', 'text/plain'],
    [
      'a page that says it is a picture',
      Buffer.from('<html><script>1</script>'),
      'a.gif',
      'image/gif',
      'text/plain',
    ],
    ['nothing', Buffer.alloc(0), 'a.bin', '', 'application/octet-stream'],
  ])('has the type of its content: %s', async (_, bytes, name, said, type) => {
    const file = await upload(bytes, name, said);
    expect([file.mime_type, file.size]).toEqual([type, bytes.length]);
    expect(await download(file)).toEqual(bytes);
  });
});

it('an upload that is sent again with its Idempotency-Key has the first response, and is stored once', async () => {
  const own = await operator.workspace();
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const send = (text: string, name = 'a.txt') =>
    own.live.call(createFile, { body: { file: new File([text], name), folder: 'a' } }, headers);
  const first = await send('one');
  const repeated = await send('one');
  expect([first.status, repeated.status]).toEqual([201, 201]);
  expect(repeated.headers.get('idempotent-replayed')).toBe('true');
  expect(repeated.body).toEqual(first.body);
  for (const other of [await send('two'), await send('one', 'b.txt')])
    expect([other.status, other.body.error.code]).toEqual([409, 'idempotency_mismatch']);
  const id = uuidOf('workspace', own.credentials.workspace_id);
  await eventually(async () => {
    const { rows } = await database.query('select status from file.file where workspace_id = $1', [id]);
    expect(rows).toEqual([{ status: 'available' }]);
  });
});

describe('a form that cannot become a file', () => {
  const part = (headers: string, content: string | Buffer = 'x'): Buffer =>
    Buffer.concat([
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${headers}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]);
  const file = part('name="file"; filename="a.txt"', 'Hello');

  it('because its client goes away leaves nothing', async () => {
    const { available: before = 0 } = await held();
    const request = httpRequest(`${client.baseUrl}/v1/files`, {
      method: 'POST',
      headers: { ...TYPE, authorization: `Bearer ${client.token ?? ''}`, 'content-length': String(10 * MIB) },
    });
    request.on('error', () => undefined);
    request.write(Buffer.concat([file.subarray(0, -2), randomBytes(MIB)]));
    await eventually(async () => expect(await held()).toMatchObject({ uploading: 1 }));
    request.destroy();
    await expectOnly(before);
  });
});
