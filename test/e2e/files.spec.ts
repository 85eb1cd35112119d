import { createHash, randomBytes } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { createFile, deleteFile, getFile } from '@parley/contracts';
import { operator } from './platform.ts';

const FILE_SIZE_MAX = 25 * 1024 * 1024;
const { live: client, credentials } = await operator.workspace();

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

it('a file of the largest size is stored, shown and served byte for byte, until it is deleted', async () => {
  const bytes = randomBytes(FILE_SIZE_MAX);
  const sent = new File([bytes], '../Übersicht\u202E.html', { type: 'text/html' });
  const { data: file } = await client.ok(createFile, { body: { file: sent, folder: '/backups//2026/' } });
  expect(file).toMatchObject({
    name: 'Übersicht.html',
    size: FILE_SIZE_MAX,
    mime_type: 'application/octet-stream',
    folder: 'backups/2026',
    deleted_at: null,
  });
  const { data: read } = await client.ok(getFile, { params: { file_id: file.id } });
  expect({ ...read, url: null }).toEqual({ ...file, url: null });
  const served = await fetch(read.url ?? '');
  expect(served.headers.get('content-disposition')).toBe(
    `attachment; filename="Ubersicht.html"; filename*=UTF-8''%C3%9Cbersicht.html`,
  );
  expect(sha256(new Uint8Array(await served.arrayBuffer()))).toBe(sha256(bytes));
  await client.ok(deleteFile, { params: { file_id: file.id } });
  const gone = await fetch(read.url ?? '');
  expect([gone.status, await gone.json()]).toMatchObject([
    404,
    {
      error: { request_id: gone.headers.get('x-request-id'), doc_url: expect.stringMatching(/#not_found$/) },
    },
  ]);
  expect((await client.call(deleteFile, { params: { file_id: file.id } })).status).toBe(404);
});

it('files are at another origin than API and sign-in pages', async () => {
  const { base_url: api, auth_url: auth, files_url: files } = credentials;
  const { data } = await client.ok(createFile, { body: { file: new File(['text'], 'a.txt') } });
  expect(data.url?.startsWith(`${files}/`)).toBe(true);
  expect(new Set([api, auth, files].map((url) => new URL(url).origin)).size).toBe(3);
});
