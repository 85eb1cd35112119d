import { once } from 'node:events';
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ApiError } from '@parley/contracts';
import { storageFull } from '@parley/files';
import { eventually, gate, refusalOf } from '@parley/testing';
import { type Answer, type RequestOptions, startHarness } from '../gateway.fixture.ts';

const MESSAGES = '/v1/conversations/conv_01h2xcejqtf2nbrexx3vqjhp41/messages';
const BOUNDARY = 'x-boundary';
const TYPE = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
const LIMITS = {
  FILE_SIZE_MAX: '64KiB',
  ATTACHMENTS_MAX: '3',
  ATTACHMENTS_SIZE_MAX: '100KiB',
  UPLOADS_PER_WORKSPACE: '2',
};
const harness = await startHarness(LIMITS);
beforeEach(() => {
  harness.uploads.clear();
  harness.tickets.calls.splice(0);
});
afterAll(() => harness.close());

const part = (headers: string, content: string | Buffer = ''): Buffer =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${headers}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
const form = (...parts: Buffer[]): Buffer => Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
const file = (content: string | Buffer = 'Hello', name = 'a.txt', field = 'file'): Buffer =>
  part(`name="${field}"; filename="${name}"`, content);
const attachment = (content: string | Buffer, name = 'a.txt') => file(content, name, 'attachments[]');

const post = (path: string, body: Buffer, options: RequestOptions = {}): Promise<Answer> =>
  harness.request(path, { method: 'POST', body, ...options, headers: { ...TYPE, ...options.headers } });
const calls = (id: string) => harness.tickets.calls.filter(({ procedureId }) => procedureId === id);
const bodyOf = (id: string) => calls(id)[0]?.input.body;

/** What is left once a form was refused: no operation, and no upload that is not discarded. */
async function expectNothingLeft(): Promise<void> {
  expect([...calls('file.create'), ...calls('message.create')]).toEqual([]);
  const ids = harness.uploads.stored.map(({ id }) => id);
  await eventually(() => {
    const discarded = calls('file.discard').flatMap(({ input }) => (input as { ids: string[] }).ids);
    return JSON.stringify(discarded) === JSON.stringify(ids);
  });
}

describe('a form', () => {
  it('becomes the body of its operation, with its file as it was stored', async () => {
    const answer = await post(
      '/v1/files',
      form(part('name="folder"', 'a/b'), file('Hello', 'C:\\x\\März.txt')),
    );
    expect(answer.status).toBe(201);
    const [stored] = harness.uploads.stored;
    expect(stored).toMatchObject({ name: 'März.txt', size: 5, mime_type: 'text/plain' });
    expect(bodyOf('file.create')).toEqual({ folder: 'a/b', file: stored });
    expect(harness.uploads.heads).toEqual([{ id: stored?.id, name: 'März.txt', maxBytes: 65_536 }]);
  });

  it('has a list of files in their order, fields that are no strings as JSON, and unknown ones', async () => {
    const byContact = part('name="author"', '{"type":"contact"}');
    const parts = [attachment('1', 'a'), part('name="body"', 'Hi'), file('2', 'b', 'attachments'), byContact];
    const answer = await post(MESSAGES, form(...parts, part('name="nick"', '7'), file('3', 'c', 'photo')));
    expect(answer.status).toBe(201);
    expect(bodyOf('message.create')).toEqual({
      body: 'Hi',
      author: { type: 'contact' },
      attachments: harness.uploads.stored,
      nick: '7',
      photo: null,
    });
    expect(harness.uploads.heads.map(({ name, maxBytes }) => [name, maxBytes])).toEqual([
      ['a', 65_536],
      ['b', 65_536],
    ]);
  });

  it('is optional where JSON is accepted, and needs no file there', async () => {
    expect((await harness.request(MESSAGES, { method: 'POST', body: { body: 'Hi' } })).status).toBe(201);
    expect((await post(MESSAGES, form(part('name="body"', 'Hi')))).status).toBe(201);
    // As a browser sends an input in which no file was chosen.
    const none = part('name="attachments[]"; filename=""\r\nContent-Type: application/octet-stream');
    expect((await post(MESSAGES, form(part('name="body"', 'Hi'), none))).status).toBe(201);
    expect(calls('message.create').map(({ input }) => input.body)).toEqual([
      { body: 'Hi' },
      { body: 'Hi' },
      { body: 'Hi' },
    ]);
  });

  it.each([
    ['without bytes', file(''), 'a.txt', 0],
    ['without a name', part('name="file"\r\nContent-Type: image/png', 'x'), 'file', 1],
    ['with an empty name', part('name="file"; filename=""', 'x'), 'file', 1],
    ['of the largest size', file(Buffer.alloc(65_536)), 'a.txt', 65_536],
  ])('may have a file %s', async (_, one, name, size) => {
    expect((await post('/v1/files', form(one))).status).toBe(201);
    expect(bodyOf('file.create')).toMatchObject({ file: { name, size } });
  });

  it('begins no upload for inputs in which no file was chosen, however many they are', async () => {
    const none = part('name="file"; filename=""\r\nContent-Type: application/octet-stream');
    const unnamed = part('name="file"; filename=""', Buffer.alloc(65_536, 'x'));
    const answer = await post('/v1/files', form(...Array<Buffer>(50).fill(none), unnamed, none));
    expect([answer.status, harness.uploads.heads.length]).toEqual([201, 1]);
    expect(bodyOf('file.create')).toMatchObject({ file: { name: 'file', size: 65_536 } });
    expect(calls('file.discard')).toEqual([]);
  });

  const large = Buffer.alloc(65_537);
  const author = (content: string) => part('name="author"', content);
  const folder = (content: string | Buffer) => part('name="folder"', content);
  const missing = '400 missing_parameter file';
  const malformed = '400 malformed_multipart';
  const invalid = '422 invalid_parameter';
  it.each<[string, string, Buffer[], string]>([
    ['no part', '/v1/files', [], missing],
    ['no file', '/v1/files', [folder('a')], missing],
    ['no file of its name', '/v1/files', [file('x', 'x', 'photo')], missing],
    ['no file chosen', '/v1/files', [part('name="file"; filename=""')], missing],
    ['a text in place of its file', '/v1/files', [part('name="file"', 'x')], `${invalid} file`],
    ['two files', '/v1/files', [file('1'), file('2')], '422 too_many_items file'],
    ['a file that is too large', '/v1/files', [file(large)], '422 file_too_large file'],
    ['a file in place of a text', '/v1/files', [file(), file('x', 'x', 'folder')], `${invalid} folder`],
    ['a field twice', '/v1/files', [file(), folder('a'), folder('b')], `${invalid} folder`],
    ['an invalid field', '/v1/files', [folder('../x'), file()], `${invalid} folder`],
    ['a field with NUL', '/v1/files', [file(), folder('a\0')], `${invalid} folder`],
    ['a field named __proto__', '/v1/files', [file(), part('name="__proto__"', 'a')], `${invalid} __proto__`],
    ['a file named __proto__', '/v1/files', [file(), file('x', 'x', '__proto__')], `${invalid} __proto__`],
    ['a field that is not UTF-8', '/v1/files', [file(), folder(Buffer.from([0xff]))], malformed],
    ['fields that are too large', '/v1/files', [file(), folder(Buffer.alloc(140_000, 'x'))], malformed],
    ['101 parts', '/v1/files', Array.from({ length: 101 }, (__, at) => part(`name="f${at}"`)), malformed],
    ['too many files', MESSAGES, [...'1234'].map((one) => attachment(one)), '422 too_many_items attachments'],
    [
      'a large second file',
      MESSAGES,
      ['1', large].map((one) => attachment(one)),
      '422 file_too_large attachments[1]',
    ],
    [
      'files that are too large together',
      MESSAGES,
      [1, 2].map(() => attachment(large.subarray(1))),
      '422 file_too_large attachments',
    ],
    ['files and an invalid field', MESSAGES, [attachment('1'), part('name="type"', 'x')], `${invalid} type`],
    ['a field that is no JSON', MESSAGES, [attachment('1'), author('contact')], `${invalid} author`],
    ['JSON with __proto__', MESSAGES, [author('{"__proto__":1}')], `${invalid} author.__proto__`],
    ['JSON of many levels', MESSAGES, [author('['.repeat(100))], malformed],
  ])('with %s is refused, and nothing is left of it', async (_, path, parts, expected) => {
    const answer = await post(path, form(...parts));
    expect(refusalOf(answer)).toBe(expected);
    expect(answer.headers.get('connection')).not.toBe('close');
    await expectNothingLeft();
  });

  it.each([
    ['without a boundary', 'multipart/form-data', 'malformed_multipart'],
    ['with an empty boundary', 'multipart/form-data; boundary=""', 'malformed_multipart'],
    [
      'with a boundary of 71 characters',
      `multipart/form-data; boundary=${'x'.repeat(71)}`,
      'malformed_multipart',
    ],
    ['of another boundary', 'multipart/form-data; boundary=other', 'malformed_multipart'],
    ['of mixed parts', `multipart/mixed; boundary=${BOUNDARY}`, 'unsupported_media_type'],
    ['of fields', 'application/x-www-form-urlencoded', 'unsupported_media_type'],
    ['of JSON', 'application/json', 'unsupported_media_type'],
    ['of nothing', 'rubbish', 'unsupported_media_type'],
  ])('whose type is one %s is 400', async (_, type, code) => {
    const answer = await post('/v1/files', form(file()), { headers: { 'content-type': type } });
    expect([answer.status, answer.body.error.code]).toEqual([400, code]);
    await expectNothingLeft();
  });

  it.each([
    `multipart/form-data; boundary="${BOUNDARY}"`,
    `multipart/form-data; boundary="${BOUNDARY}"; charset="utf-8"`,
    `multipart/form-data; charset="utf-8"; boundary="${BOUNDARY}"`,
    `Multipart/Form-Data;BOUNDARY=${BOUNDARY} ; charset=utf-8`,
  ])('is read by the boundary of %s', async (type) => {
    expect((await post('/v1/files', form(file()), { headers: { 'content-type': type } })).status).toBe(201);
  });

  it('is 400 where only JSON is accepted', async () => {
    const answer = await post('/v1/tickets', form(part('name="subject"', 'a')));
    expect(refusalOf(answer)).toBe('400 unsupported_media_type');
  });

  it('names unknown fields and files, if that is preferred', async () => {
    const body = form(file(), part('name="colour"', 'red'), file('x', 'x', 'photo'));
    const answer = await post('/v1/files', body, { headers: { prefer: 'handling=strict' } });
    expect(answer.body.error.details?.map(({ code, param }) => [code, param])).toEqual([
      ['unknown_parameter', 'colour'],
      ['unknown_parameter', 'photo'],
    ]);
    await expectNothingLeft();
  });

  it.each([
    [[{ id: 'file_01h2xcejqtf2nbrexx3vqjhp41' }], 'attachments[0]'],
    [['file_01h2xcejqtf2nbrexx3vqjhp41', 'a'], 'attachments[1]'],
    ['a', 'attachments'],
    [null, 'attachments'],
  ])(
    'is what bytes have to be sent in: JSON has the ids of files, and not %j',
    async (attachments, param) => {
      const send = (files: unknown) =>
        harness.request(MESSAGES, { method: 'POST', body: { body: 'Hi', attachments: files } });
      expect(refusalOf(await send(attachments))).toBe(`422 invalid_parameter ${param}`);
      for (const files of [[], ['file_01h2xcejqtf2nbrexx3vqjhp41']])
        expect((await send(files)).status).toBe(201);
    },
  );
});

describe('the upload of a form', () => {
  it('is refused before its bytes for the query, the key, the path and the length', async () => {
    const body = form(file());
    const key = { 'idempotency-key': 'ä' };
    expect(refusalOf(await post('/v1/files?x=1', body))).toBe('422 unknown_parameter x');
    expect(refusalOf(await post('/v1/files', body, { headers: key }))).toBe(
      '422 invalid_parameter Idempotency-Key',
    );
    expect((await post('/v1/conversations/x/messages', body)).status).toBe(404);
    const token = harness.issue({ scopes: ['files:read'] });
    expect((await post('/v1/files', body, { token })).status).toBe(403);
    expect((await post('/v1/files', body, { token: null })).status).toBe(401);
    expect(refusalOf(await post('/v1/files', Buffer.alloc(1_000_000)))).toBe('422 file_too_large file');
    expect(harness.uploads.heads).toEqual([]);
  });

  it.each([
    ['unsupported_file_type', 422],
    ['service_unavailable', 503],
  ] as const)(
    'fails with %s if the file service does, and what was stored of it is discarded',
    async (code, status) => {
      harness.uploads.outcomes.push(null, new ApiError(code));
      const answer = await post(MESSAGES, form(part('name="body"', 'Hi'), attachment('1'), attachment('2')));
      expect([answer.status, answer.body.error.code]).toEqual([status, code]);
      expect(harness.uploads.stored).toHaveLength(1);
      await expectNothingLeft();
    },
  );

  it('fails with the message of a full storage, at the file for which it has no room', async () => {
    harness.uploads.outcomes.push(null, storageFull('No room.'));
    const answer = await post(MESSAGES, form(part('name="body"', 'Hi'), attachment('1'), attachment('2')));
    expect(refusalOf(answer)).toBe('422 file_too_large attachments[1]');
    expect(answer.body.error.message).toBe('attachments[1]: No room.');
    await expectNothingLeft();
  });

  it.each<[string, boolean, ApiError | null]>([
    ['is discarded when its operation is refused', true, new ApiError('not_found')],
    ['is discarded when its operation is not available', true, new ApiError('service_unavailable')],
    ['is discarded when its operation repeats a stored result', true, null],
    ['is kept while the outcome of its operation is unknown', false, new ApiError('outcome_unknown')],
    ['is kept when its operation fails', false, new ApiError('internal_error')],
  ])('%s', async (_, isDiscarded, error) => {
    harness.tickets.answer = ({ procedureId, input }) =>
      procedureId === 'file.discard' || error === null
        ? Promise.resolve({ value: { id: 'file_01h2xcejqtf2nbrexx3vqjhp41', ...input.body }, replayed: true })
        : Promise.reject(error);
    const answer = await post('/v1/files', form(file()), {
      headers: { 'idempotency-key': crypto.randomUUID() },
    });
    harness.tickets.answer = null;
    expect(answer.status).toBe(error?.status ?? 201);
    expect(answer.headers.get('idempotent-replayed')).toBe(error === null ? 'true' : null);
    if (isDiscarded) await eventually(() => calls('file.discard').length === 1);
    const kept = isDiscarded ? harness.uploads.stored.map(({ id }) => id) : [];
    expect(calls('file.discard').flatMap(({ input }) => (input as { ids?: string[] }).ids ?? [])).toEqual(
      kept,
    );
  });

  it('has the fingerprint of its fields and of names, types and content of its files', async () => {
    const headers = { 'idempotency-key': 'k' };
    const fingerprintOf = async (body: Buffer) => {
      harness.tickets.calls.splice(0);
      expect((await post('/v1/files', body, { headers })).status).toBe(201);
      return calls('file.create')[0]?.ctx.idempotency?.fingerprint;
    };
    const folder = part('name="folder"', 'a');
    const first = await fingerprintOf(form(folder, file('1', 'a')));
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(await fingerprintOf(form(folder, file('1', 'x/a')))).toBe(first);
    const others = [form(folder, file('2', 'a')), form(folder, file('1', 'b')), form(file('1', 'a'))];
    for (const other of others) expect(await fingerprintOf(other)).not.toBe(first);
  });
});

describe('a client that sends a form', () => {
  /** A request whose body is written by the test. */
  const open = (
    path: string,
    headers: Record<string, string> = {},
    using = harness,
    token = using.issue(),
  ) => {
    const request = httpRequest(using.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...TYPE, ...headers },
    });
    // A connection that ends in the middle of a request.
    request.on('error', () => undefined);
    return request;
  };
  const answerTo = async (request: ClientRequest) => {
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const text = Buffer.concat((await response.toArray()) as Buffer[]).toString();
    return {
      status: response.statusCode,
      headers: response.headers,
      body: JSON.parse(text) as Answer['body'],
    };
  };
  const half = Buffer.concat([part('name="folder"', 'a'), file('Hello').subarray(0, -4)]);
  const rest = Buffer.concat([Buffer.from('lo\r\n'), form()]);

  it('has the time of a request from the end of the form on', async () => {
    const request = open('/v1/files');
    request.write(half);
    await eventually(() => harness.uploads.heads.length === 1);
    const before = Date.now();
    request.end(rest);
    expect((await answerTo(request)).status).toBe(201);
    expect(calls('file.create')[0]?.ctx.deadline).toBeGreaterThanOrEqual(before + 10_000);
    expect(bodyOf('file.create')).toMatchObject({ file: { size: 5 } });
  });

  it('and goes away in the middle leaves nothing', async () => {
    const request = open('/v1/files');
    request.write(half);
    await eventually(() => harness.uploads.bytes > 0);
    request.destroy();
    await eventually(() => harness.uploads.failures.length === 1);
    expect(harness.uploads.failures[0]).toMatchObject({ code: 'malformed_multipart' });
    await expectNothingLeft();
  });

  it('is held back while the file service is', async () => {
    const [held, release] = gate();
    const own = await startHarness({ FILE_SIZE_MAX: '64MiB' });
    own.uploads.hold = held;
    try {
      const request = open('/v1/files', {}, own);
      request.write(file('x').subarray(0, -2));
      let written = 0;
      const chunk = Buffer.alloc(65_536);
      const more = () => {
        for (let goesOn = true; goesOn && written < 32 * 1024 * 1024; written += chunk.length)
          goesOn = request.write(chunk);
      };
      request.on('drain', more);
      more();
      await eventually(() => own.uploads.heads.length === 1);
      // Sockets of both sides hold some; a gateway that did not hold it back would take all.
      const taken = await settled(() => written);
      expect(taken).toBeLessThan(16 * 1024 * 1024);
      release();
      await eventually(() => written >= 32 * 1024 * 1024);
      request.end(Buffer.concat([Buffer.from('\r\n'), form()]));
      expect((await answerTo(request)).status).toBe(201);
    } finally {
      release();
      await own.close();
    }
  });

  it.each([
    ['401', '/v1/files', { authorization: 'Bearer nonsense' }, 401],
    ['404', '/v1/nowhere', {}, 404],
    ['422', '/v1/files?x=1', {}, 422],
    ['400', '/v1/files', { 'content-type': 'text/plain' }, 400],
  ])('gets a %s while it is still sending', async (_, path, headers, status) => {
    const request = open(path, { ...headers, 'content-length': '60000' });
    request.write(file());
    if (status === 400) request.end(Buffer.alloc(60_000 - file().length));
    expect((await answerTo(request)).status).toBe(status);
    request.destroy();
  });

  it('gets 422 for a file that is too large while it is still sending, on a connection that goes on', async () => {
    const request = open('/v1/files', { 'content-length': '200000' });
    request.write(file(Buffer.alloc(100_000)));
    expect(refusalOf(await answerTo(request))).toBe('422 file_too_large file');
    request.end(Buffer.alloc(200_000 - file(Buffer.alloc(100_000)).length));
    await once(request, 'close');
  });

  it('is asked to continue if it expects so', async () => {
    const body = form(file());
    const request = open('/v1/files', { expect: '100-continue', 'content-length': String(body.length) });
    request.flushHeaders();
    await once(request, 'continue');
    request.end(body);
    expect((await answerTo(request)).status).toBe(201);
  });

  it('gets 429 while its workspace has as many uploads as it may, and no longer', async () => {
    const token = harness.issue();
    const running = [1, 2].map(() => open('/v1/files', {}, harness, token));
    for (const request of running) request.write(half);
    await eventually(() => harness.uploads.heads.length === 2);
    const refused = await post('/v1/files', form(file()), { token });
    expect(refusalOf(refused)).toBe('429 rate_limit_exceeded');
    expect(refused.headers.get('retry-after')).toBe('1');
    expect((await post('/v1/files', form(file()))).status).toBe(201);
    for (const request of running) request.end(rest);
    for (const request of running) expect((await answerTo(request)).status).toBe(201);
    expect((await post('/v1/files', form(file()), { token })).status).toBe(201);
  });

  it('and takes longer than it may gets 400', async () => {
    await using own = await startHarness({ UPLOAD_TIMEOUT: '1s' });
    const request = open('/v1/files', {}, own);
    request.write(half);
    const { status, body } = await answerTo(request);
    expect([status, body.error.code]).toEqual([400, 'malformed_multipart']);
    expect(body.error.message).toContain('within 1s');
    expect(own.uploads.failures).toHaveLength(1);
    request.destroy();
  });
});

/** A number once it has stayed the same for a while. */
async function settled(read: () => number): Promise<number> {
  for (let last = -1; ; last = read()) {
    for (let turns = 0; turns < 200; turns += 1) await new Promise(setImmediate);
    if (last === read()) return last;
  }
}
