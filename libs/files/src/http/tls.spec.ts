import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@parley/kernel';
import { eventually } from '@parley/testing';
import { certified, hasOpenssl } from '../../../rpc/src/tcp/certificates.fixture.ts';
import type { UploadHead } from '../upload-transport.ts';
import { failureOf, newHead, readAll, uploadContext, uploadsConformance } from '../uploads.conformance.ts';
import { HttpUploads } from './http-uploads.ts';
import { UploadTransportConfig } from './upload-transport.config.ts';

type Settings = Record<string, string>;

const logger = createLogger('files', 'silent');
const opened: HttpUploads[] = [];
const unavailable = { code: 'service_unavailable' };

function transport(settings: Settings): HttpUploads {
  const config = new UploadTransportConfig({ RPC_CONNECT_TIMEOUT: '1s', ...settings });
  const uploads = new HttpUploads(config, logger, 50);
  opened.push(uploads);
  return uploads;
}

const sendOne = (uploads: HttpUploads) => uploads.send(uploadContext(), newHead(), Readable.from(['hello']));

(hasOpenssl ? describe : describe.skip)('uploads with TLS', () => {
  let folder = '';
  let ours: Settings = {};
  let foreign: Settings = {};
  let elsewhere: Settings = {};
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-upload-tls-'));
    ours = certified(folder, 'ours', 'authority', 'IP:127.0.0.1,DNS:localhost');
    foreign = certified(folder, 'foreign', 'other-authority', 'IP:127.0.0.1');
    elsewhere = certified(folder, 'elsewhere', 'third-authority', 'DNS:files.example');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  let stop: () => Promise<void> = () => Promise.resolve();
  let received: UploadHead[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0)) one.close();
    await stop();
  });

  async function serve(settings: Settings): Promise<number> {
    received = [];
    const uploads = transport({ UPLOAD_PORT: '0', ...settings });
    stop = await uploads.serve((ctx, head, bytes) => {
      received.push(head);
      return readAll(ctx, head, bytes);
    });
    return uploads.port;
  }

  uploadsConformance('with TLS', async (receive) => {
    const server = transport({ UPLOAD_PORT: '0', ...ours });
    const drain = await server.serve(receive);
    const settings = { RPC_CONNECT_TIMEOUT: '30s', ...ours };
    const uploads = transport({ UPLOAD_ADDRESSES: `127.0.0.1:${server.port}`, ...settings });
    return { uploads, stop: drain, close: drain };
  });

  it('arrive at an address and at a name that the certificate is for', async () => {
    const port = await serve(ours);
    for (const host of ['127.0.0.1', 'localhost']) {
      const uploads = transport({ UPLOAD_ADDRESSES: `${host}:${port}`, ...ours });
      expect(await sendOne(uploads)).toMatchObject({ size: 5 });
    }
  });

  it('are refused from a sender with a foreign certificate, with none, or without TLS', async () => {
    const port = await serve(ours);
    const trusting = { ...foreign, RPC_TLS_CA: ours['RPC_TLS_CA'] ?? '' };
    for (const settings of [foreign, trusting, {}]) {
      const uploads = transport({ UPLOAD_ADDRESSES: `127.0.0.1:${port}`, ...settings });
      expect(await failureOf(sendOne(uploads))).toMatchObject(unavailable);
    }
    expect(received).toEqual([]);
  });

  it('are not sent to a process whose certificate is for another name', async () => {
    const port = await serve(elsewhere);
    const uploads = transport({ UPLOAD_ADDRESSES: `127.0.0.1:${port}`, ...elsewhere });
    expect(await failureOf(sendOne(uploads))).toMatchObject(unavailable);
    expect(received).toEqual([]);
  });

  it('use certificates that were replaced, without a restart', async () => {
    const own = (name: string) => join(folder, `current-${name}`);
    const mounted = { RPC_TLS_CERT: own('crt'), RPC_TLS_KEY: own('key'), RPC_TLS_CA: own('ca') };
    const use = (settings: Settings) => {
      for (const [variable, path] of Object.entries(mounted)) copyFileSync(settings[variable] ?? '', path);
    };
    use(ours);
    const port = await serve(mounted);
    const from = (settings: Settings) => transport({ UPLOAD_ADDRESSES: `127.0.0.1:${port}`, ...settings });
    expect(await sendOne(from(ours))).toMatchObject({ size: 5 });
    use(foreign);
    await eventually(() => sendOne(from(foreign)));
    expect(await failureOf(sendOne(from(ours)))).toMatchObject(unavailable);
  });

  it('do not keep the file service from ending while a connection waits for its handshake', async () => {
    const port = await serve(ours);
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    await new Promise((resolve) => socket.once('connect', resolve));
    await stop();
    socket.destroy();
  });
});
