import { afterEach } from '@jest/globals';
import { Readable } from 'node:stream';
import { createLogger } from '@parley/runtime/logging';
import { tlsConformance } from '../../../rpc/src/network/tls.conformance.ts';
import { newHead, readAll, uploadContext, uploadsConformance } from '../uploads.conformance.ts';
import { HttpUploads } from './http-uploads.ts';
import { UploadTransportConfig } from './upload-transport.config.ts';

type Settings = Record<string, string>;

const logger = createLogger('files', 'silent');
const opened: HttpUploads[] = [];

function transport(settings: Settings): HttpUploads {
  const config = new UploadTransportConfig({ RPC_CONNECT_TIMEOUT: '1s', ...settings });
  const uploads = new HttpUploads(config, logger, 50);
  opened.push(uploads);
  return uploads;
}

async function serve(settings: Settings) {
  let count = 0;
  const uploads = transport({ UPLOAD_PORT: '0', ...settings });
  const stop = await uploads.serve((...upload) => {
    count += 1;
    return readAll(...upload);
  });
  return { port: uploads.port, received: () => count, stop };
}

const send = (settings: Settings, address: string) =>
  transport({ UPLOAD_ADDRESSES: address, ...settings }).send(
    uploadContext(),
    newHead(),
    Readable.from(['hello']),
  );
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

tlsConformance('uploads', { serve, send }, (certificates) => {
  uploadsConformance('with TLS', async (receive) => {
    const { ours } = certificates();
    const server = transport({ UPLOAD_PORT: '0', ...ours });
    const drain = await server.serve(receive);
    const settings = { RPC_CONNECT_TIMEOUT: '30s', ...ours };
    const uploads = transport({ UPLOAD_ADDRESSES: `127.0.0.1:${server.port}`, ...settings });
    return { uploads, stop: drain, close: drain };
  });
});
