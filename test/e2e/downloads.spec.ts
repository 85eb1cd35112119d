import { createHash, randomBytes } from 'node:crypto';
import { request as send, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import {
  createConversation,
  createFile,
  createMessage,
  getFile,
  type File as StoredFile,
} from '@parley/contracts';
import { operator } from './platform.ts';

const MIB = 1024 * 1024;
const workspace = await operator.workspace();
const live = workspace.live;
const origin = workspace.credentials.files_url;

async function upload(file: File, client = live): Promise<StoredFile & { url: string }> {
  const { data } = await client.ok(createFile, { body: { file } });
  if (data.url === null) throw new Error('a new file has no URL');
  return { ...data, url: data.url };
}

interface Received {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Sends a path as it is; `fetch` would resolve what a proxy or an attacker does not. */
async function receive(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Received> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const request = send({ hostname, port, path, headers, method, agent: false });
    request.once('error', reject);
    request.once('response', (response) => {
      const { statusCode: status = 0, headers: received } = response;
      buffer(response).then((body) => resolve({ status, headers: received, body }), reject);
    });
    request.end();
  });
}

const pathOf = (url: string): string => url.slice(new URL(url).origin.length);
const get = (url: string, headers: Record<string, string> = {}) => receive(pathOf(url), headers);

/** The error that a refused download is, with nothing of the file in it. */
function refusalOf({ status, headers, body }: Received): number {
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  for (const name of ['etag', 'content-disposition', 'content-range', 'location'])
    expect(headers).not.toHaveProperty(name);
  expect(JSON.parse(body.toString())).toEqual({
    error: {
      type: expect.any(String),
      code: expect.stringMatching(/^(?:forbidden|not_found)$/),
      message: expect.any(String),
      request_id: headers['x-request-id'],
      doc_url: expect.stringMatching(/\/docs\/errors#(?:forbidden|not_found)$/),
    },
  });
  return status;
}

describe('a downloaded file', () => {
  it('is identical to what was uploaded, alone or with a message', async () => {
    const bytes = randomBytes(2 * MIB + 1);
    const file = new File([bytes], 'Übersicht (final).bin');
    const { url, ...alone } = await upload(file);
    const contact = { email: `${crypto.randomUUID()}@example.com` };
    const { data: conversation } = await live.ok(createConversation, { body: { contact } });
    const { data: message } = await live.ok(createMessage, {
      params: { conversation_id: conversation.id },
      body: { body: 'See below', attachments: [file] },
    });
    for (const link of [url, message.attachments[0]?.url ?? '']) {
      expect(link.startsWith(`${origin}/`)).toBe(true);
      const { status, headers, body } = await get(link);
      expect([status, bytes.equals(body)]).toEqual([200, true]);
      expect(headers).toMatchObject({
        'content-length': String(alone.size),
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment; filename="Übersicht (final).bin"'.replace('Ü', '\u00dc'),
        etag: `"${createHash('sha256').update(bytes).digest('hex')}"`,
      });
    }
  });

  it('is at another origin than API and sign-in pages', () => {
    const { base_url, auth_url, files_url } = workspace.credentials;
    expect(new Set([base_url, auth_url, files_url].map((url) => new URL(url).origin)).size).toBe(3);
  });

  it('is linked anew at every read', async () => {
    const { id, url } = await upload(new File(['text'], 'a.txt'));
    const { data } = await live.ok(getFile, { params: { file_id: id } });
    expect((await get(data.url ?? '')).body.toString()).toBe('text');
    expect(pathOf(data.url ?? '').split('?')[0]).toBe(pathOf(url).split('?')[0]);
  });
});

it('a link opens nothing of another workspace, of the other mode, or of another file', async () => {
  const stranger = await operator.workspace();
  const [own, other, test, foreign] = [
    await upload(new File(['own'], 'a.txt')),
    await upload(new File(['other'], 'a.txt')),
    await upload(new File(['test'], 'a.txt'), workspace.test),
    await upload(new File(['foreign'], 'a.txt'), stranger.live),
  ];
  const [, query] = own.url.split('?');
  for (const { url } of [other, test, foreign])
    expect(refusalOf(await get(`${url.split('?')[0]}?${query}`))).toBe(403);
  const moved = own.url.replace(/ws_\w{26}/, String(/ws_\w{26}/.exec(foreign.url)?.[0]));
  expect(refusalOf(await get(moved))).toBe(403);
  expect(refusalOf(await get(own.url.replace('/live/', '/test/')))).toBe(403);
});
