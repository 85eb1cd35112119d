// A thread that does what the mail says, in place of what a mail may cause.
import { parentPort } from 'node:worker_threads';
import { receivedBytes } from './byte-ports.ts';
import type { ReadRequest } from './messages.ts';

const kept: unknown[] = [];

parentPort?.on('message', ({ source }: ReadRequest) => void obey(source));
parentPort?.postMessage('ready');

async function obey(source: ReadRequest['source']): Promise<void> {
  const pieces: Uint8Array[] = [];
  for await (const piece of receivedBytes(source, () => Promise.resolve(new Error('broken off'))))
    pieces.push(piece);
  const command = Buffer.concat(pieces).toString();
  if (command === 'exit') process.exit(3);
  if (command === 'throw') setImmediate(() => { throw new Error('A fault of the reader'); }); // oxfmt-ignore
  while (command === 'loop');
  while (command === 'allocate') kept.push(Array.from({ length: 100_000 }, (_, at) => ({ at })));
}
