import type { Server, Socket } from 'node:net';
import { createLogger } from '@parley/runtime/logging';
import type { FileStore, ReceiveUpload } from '../file-transport.ts';
import { readAll, receiving } from '../uploads.conformance.ts';
import { FileTransportConfig } from './file-transport.config.ts';
import { HttpFiles } from './http-files.ts';

export type Settings = Record<string, string>;

export const SECRET = 'one secret of the tests of uploads 4f1c';
export const OTHER = 'another secret of the tests of uploads 9a';

const logger = createLogger('files', 'silent');

const opened: HttpFiles[] = [];
export const servers: Server[] = [];
export const sockets: Socket[] = [];
const stops: (() => Promise<void>)[] = [];
/** Ends what a test has opened. */
export async function closeAll(): Promise<void> {
  for (const one of opened.splice(0)) one.close();
  for (const stop of stops.splice(0)) await stop();
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
}

function transport(settings: Settings): HttpFiles {
  const uploads = new HttpFiles(
    new FileTransportConfig({ RPC_CONNECT_TIMEOUT: '500ms', ...settings }),
    logger,
  );
  opened.push(uploads);
  return uploads;
}

/** A process of the file service; `address` is for UPLOAD_ADDRESSES. */
export async function serveStore(store: FileStore, settings: Settings = {}) {
  const files = transport({ UPLOAD_PORT: '0', ...settings });
  const stop = await files.serve(store);
  stops.push(stop);
  return { address: `127.0.0.1:${files.port}`, port: files.port, stop };
}

export const serve = (receive: ReceiveUpload = readAll, settings: Settings = {}) =>
  serveStore(receiving(receive), settings);

export const gateway = (addresses: string, settings: Settings = {}) =>
  transport({ UPLOAD_ADDRESSES: addresses, ...settings });
