// A thread that does what the mail says, in place of what a mail may cause.
import { parentPort } from 'node:worker_threads';
import { receivedBytes } from './byte-ports.ts';
import type { ShowingMessage, ThreadRequest } from './messages.ts';

const kept: unknown[] = [];

parentPort?.on('message', (request: ThreadRequest) => void begin(request));
parentPort?.postMessage('ready');

async function begin(request: ThreadRequest): Promise<void> {
  if (request.kind === 'show') request.showing.postMessage({ kind: 'begun' } satisfies ShowingMessage);
  obey(request.kind === 'show' ? request.mail.text : await textOf(request));
}

async function textOf({ source }: Extract<ThreadRequest, { kind: 'read' }>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of receivedBytes(source, () => Promise.resolve(new Error('broken off'))))
    pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

function obey(command: string): void {
  if (command === 'exit') process.exit(3);
  if (command === 'throw') setImmediate(() => { throw new Error('A fault of the reader'); }); // oxfmt-ignore
  while (command === 'loop');
  while (command === 'allocate') kept.push(Array.from({ length: 100_000 }, (_, at) => ({ at })));
}
