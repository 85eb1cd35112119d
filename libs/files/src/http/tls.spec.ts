import { afterEach } from '@jest/globals';
import { Readable } from 'node:stream';
import { createLogger } from '@parley/runtime/logging';
import { tlsConformance } from '../../../rpc/src/network/tls.conformance.ts';
import { readsConformance } from '../reads.conformance.ts';
import {
  newHead,
  readAll,
  receiving,
  uploadContext,
  uploadsConformance,
  type CreateFiles,
} from '../uploads.conformance.ts';
import { HttpFiles } from './http-files.ts';
import { FileTransportConfig } from './file-transport.config.ts';

type Settings = Record<string, string>;

const logger = createLogger('files', 'silent');
const opened: HttpFiles[] = [];

function transport(settings: Settings): HttpFiles {
  const config = new FileTransportConfig({ RPC_CONNECT_TIMEOUT: '1s', ...settings });
  const uploads = new HttpFiles(config, logger, 50);
  opened.push(uploads);
  return uploads;
}

async function serve(settings: Settings) {
  let count = 0;
  const uploads = transport({ UPLOAD_PORT: '0', ...settings });
  const stop = await uploads.serve(
    receiving((...upload) => {
      count += 1;
      return readAll(...upload);
    }),
  );
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
  const create: CreateFiles = async (store) => {
    const { ours } = certificates();
    const server = transport({ UPLOAD_PORT: '0', ...ours });
    const drain = await server.serve(store);
    const settings = { RPC_CONNECT_TIMEOUT: '30s', ...ours };
    const files = transport({ UPLOAD_ADDRESSES: `127.0.0.1:${server.port}`, ...settings });
    return { files, stop: drain, close: drain };
  };
  uploadsConformance('with TLS', create);
  readsConformance('with TLS', create);
});
