import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createConversation, createFile, createMessage, listMessages } from '@parley/contracts';
import {
  ClamdServer,
  EICAR,
  eventually,
  Operator,
  S3Server,
  TcpProxy,
  type ApiClient,
} from '@parley/testing';
import { startServices, type ServicesProcess } from '../setup/services-process.mjs';

let s3: S3Server;
let way: TcpProxy;
let clamd: ClamdServer;
let services: ServicesProcess;
let operator: Operator;
let live: ApiClient;

/** A platform that stores files in S3, after a scanner has looked at them. */
beforeAll(async () => {
  [s3, clamd] = await Promise.all([S3Server.start(), ClamdServer.start()]);
  way = await TcpProxy.start({ host: '127.0.0.1', port: s3.port });
  services = await startServices({
    ...s3.settings,
    S3_ENDPOINT: way.through(s3.settings['S3_ENDPOINT'] ?? ''),
    FILE_SCANNER: clamd.url,
    // More than a verdict takes on a machine that stalls; one test waits for it.
    FILE_SCANNER_TIMEOUT: '5s',
  });
  operator = await Operator.ofServices(services.env['RPC_ADDRESSES'] ?? '');
  ({ live } = await operator.workspace());
});
afterEach(() => {
  expect(s3.incompleteKeys()).toEqual([]);
});
afterAll(async () => {
  operator.close();
  await services.remove();
  await way.close();
  await Promise.all([s3.close(), clamd.close()]);
});

const malware = (around: number) => Buffer.concat([randomBytes(around), EICAR, randomBytes(around)]);
const upload = (bytes: Buffer) => live.call(createFile, { body: { file: new File([bytes], 'a.bin') } });

async function send(...files: Buffer[]) {
  const contact = { email: `${crypto.randomUUID()}@example.com` };
  const { data } = await live.ok(createConversation, { body: { contact } });
  const params = { conversation_id: data.id };
  const attachments = files.map((bytes, index) => new File([bytes], `${index}.bin`));
  const { status, body } = await live.call(createMessage, { params, body: { body: 'See', attachments } });
  const { meta } = await live.ok(listMessages, { params, query: {} });
  return { status, code: status === 201 ? null : body.error.code, messages: meta.total_count };
}

describe('a malware scanner', () => {
  it('rejects a message because of one of its files, and none of them remains', async () => {
    const before = await s3.keys();
    const sent = await send(randomBytes(1_000), malware(1_000));
    expect(sent).toEqual({ status: 422, code: 'unsupported_file_type', messages: 0 });
    await eventually(async () => expect(await s3.keys()).toEqual(before));
  });

  it('lets no file pass while it does not answer', async () => {
    clamd.reply = () => undefined;
    expect(await send(randomBytes(1_000))).toEqual({ status: 503, code: 'service_unavailable', messages: 0 });
    clamd.reply = null;
    expect(await send(randomBytes(1_000))).toEqual({ status: 201, code: null, messages: 1 });
  });
});

it('an outage of S3 refuses files and messages that have some, and nothing else, until it is over', async () => {
  await way.refuse();
  const { status, body } = await upload(randomBytes(100_000));
  expect([status, body.error.code]).toEqual([503, 'service_unavailable']);
  expect(await send(randomBytes(1_000))).toEqual({ status: 503, code: 'service_unavailable', messages: 0 });
  expect(await send()).toEqual({ status: 201, code: null, messages: 1 });
  await way.accept();
  expect(await send(randomBytes(1_000), randomBytes(2_000))).toEqual({
    status: 201,
    code: null,
    messages: 1,
  });
});
