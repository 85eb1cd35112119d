import { createHash, randomBytes } from 'node:crypto';
import { request as send, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  createConversation,
  createFile,
  createMessage,
  deleteFile,
  getFile,
  type File as StoredFile,
} from '@parley/contracts';
import type { ApiClient, TestWorkspace } from '@parley/testing';
import { HOSTILE_FILES } from './hostile-files.ts';
import { operator } from './platform.ts';

const MIB = 1024 * 1024;

let workspace: TestWorkspace;
let live: ApiClient;
let origin: string;
beforeAll(async () => {
  workspace = await operator.workspace();
  live = workspace.live;
  origin = workspace.credentials.files_url;
});

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

  it('arrives in parts, each of the same content', async () => {
    const bytes = randomBytes(300_001);
    const { url } = await upload(new File([bytes], 'data.bin'));
    const { headers } = await get(url, { range: 'bytes=0-0' });
    const parts: Buffer[] = [];
    for (let start = 0; start < bytes.length; start += 100_000) {
      const range = `bytes=${start}-${start + 99_999}`;
      const part = await get(url, { range, 'if-range': String(headers.etag) });
      expect([part.status, part.headers['content-range']]).toEqual([
        206,
        `bytes ${start}-${Math.min(start + 99_999, 300_000)}/300001`,
      ]);
      parts.push(part.body);
    }
    expect(bytes.equals(Buffer.concat(parts))).toBe(true);
    expect((await get(url, { range: 'bytes=300001-' })).status).toBe(416);
    expect((await get(url, { range: 'bytes=0-9', 'if-range': '"another"' })).status).toBe(200);
    expect((await get(url, { 'if-none-match': String(headers.etag) })).status).toBe(304);
    const head = await receive(pathOf(url), {}, 'HEAD');
    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, '300001', 0]);
  });

  it('is at another origin than API and sign-in pages', () => {
    const { base_url, auth_url, files_url } = workspace.credentials;
    expect(new Set([base_url, auth_url, files_url].map((url) => new URL(url).origin)).size).toBe(3);
  });

  it('is served by GET and HEAD only', async () => {
    const { url } = await upload(new File(['text'], 'a.txt'));
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'])
      expect((await receive(pathOf(url), {}, method)).status).toBe(405);
    expect((await get(url)).body.toString()).toBe('text');
  });

  it('ends with its file, at once', async () => {
    const { id, url } = await upload(new File(['secret text'], 'a.txt'));
    const { etag } = (await get(url)).headers;
    await live.ok(deleteFile, { params: { file_id: id } });
    const conditions: Record<string, string>[] = [
      {},
      { range: 'bytes=0-0' },
      { 'if-none-match': String(etag) },
    ];
    for (const headers of conditions) expect(refusalOf(await get(url, headers))).toBe(404);
  });

  it('is linked anew at every read', async () => {
    const { id, url } = await upload(new File(['text'], 'a.txt'));
    const { data } = await live.ok(getFile, { params: { file_id: id } });
    expect((await get(data.url ?? '')).body.toString()).toBe('text');
    expect(pathOf(data.url ?? '').split('?')[0]).toBe(pathOf(url).split('?')[0]);
  });
});

describe('a link', () => {
  it('opens nothing with any part of it changed', async () => {
    const { url } = await upload(new File(['secret text'], 'a.txt'));
    const path = pathOf(url);
    const places = [...path.matchAll(/[^/?&=]+/g)].flatMap(({ index, 0: part }) => [
      index,
      index + part.length - 1,
    ]);
    for (const at of places) {
      const other = path[at] === '0' ? '1' : '0';
      expect([403, 404]).toContain(refusalOf(await receive(path.slice(0, at) + other + path.slice(at + 1))));
    }
    for (const name of ['expires', 'key', 'signature'])
      expect(refusalOf(await receive(path.replace(new RegExp(`[?&]${name}=[^&]*`), '')))).toBe(403);
    const later = path.replace(/expires=(\d+)/, (_, ms: string) => `expires=${Number(ms) + 3_600_000}`);
    for (const changed of [later, `${path}&expires=9999999999999`, `${path}&x=1`, path.split('?')[0] ?? ''])
      expect(refusalOf(await receive(changed))).toBe(403);
  });

  it('opens nothing of another workspace, of the other mode, or of another file', async () => {
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

  it.each([
    '/',
    '//',
    '/..',
    '/../../../../etc/passwd',
    '/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
    '/..%2f..%2f..%2fetc%2fpasswd',
    '/..%5c..%5cetc%5cpasswd',
    '/%252e%252e%252fetc%252fpasswd',
    '/.%00./etc/passwd',
    '/%c0%ae%c0%ae/etc/passwd',
    '/file:///etc/passwd',
    'http://localhost/etc/passwd',
    '/%zz',
    `/${'a'.repeat(8000)}`,
  ])('is not %s', async (path) => {
    expect(refusalOf(await receive(path))).toBe(404);
  });

  it.each([0, 1, 2, 3])('does not lead elsewhere by its part %d', async (part) => {
    const { url } = await upload(new File(['secret text'], 'a.txt'));
    const [path = '', query] = pathOf(url).split('?');
    const parts = path.slice(1).split('/');
    const original = parts[part] ?? '';
    for (const other of ['..', '%2e%2e', '../../etc', '..%2f..%2fetc%2fpasswd', '.', '', `${original}/..`]) {
      const changed = parts.with(part, other).join('/');
      expect([403, 404]).toContain(refusalOf(await receive(`/${changed}?${query}`)));
    }
    for (const end of ['%00', '%00.png', '/', '/.', '//', '\\', ';a=b', '%20'])
      expect([403, 404]).toContain(
        refusalOf(await receive(`/${parts.with(part, original + end).join('/')}?${query}`)),
      );
  });
});

describe('what a browser could run', () => {
  it.each(HOSTILE_FILES)('is harmless as it is served: $name', async ({ name, type, content, shown }) => {
    const { url } = await upload(new File([content('console.log(1)')], name, { type }));
    const { headers } = await get(url);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'referrer-policy': 'no-referrer',
      'content-disposition': expect.stringMatching(shown === undefined ? /^attachment; / : /^inline; /),
      'content-type':
        shown ?? expect.stringMatching(/^(?:application\/octet-stream|text\/plain; charset=utf-8)$/),
    });
    expect(headers).not.toHaveProperty('set-cookie');
  });
});
