import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { withTimeout } from '@parley/runtime/async';
import { rejected, Scanner, send, tooLargeToScan } from './scanner.ts';

const DEFAULT_PORT = 3310;
/** No reply is as long; it contains the name of what was found. */
const REPLY_MAX = 4_096;

/** ClamAV's daemon, by its INSTREAM command: chunks that each follow their length, an empty one at the end. */
export class ClamdScanner extends Scanner {
  protected override async inspect(bytes: Readable): Promise<void> {
    // The brackets of an IPv6 address belong to the URL.
    const host = this.url.hostname.replace(/^\[(.*)\]$/, '$1');
    const socket = connect(Number(this.url.port || DEFAULT_PORT), host);
    const reply = replyOf(socket);
    const sending = this.#send(socket, bytes);
    // Whichever comes second.
    for (const one of [reply, sending]) one.catch(() => undefined);
    try {
      // It answers before it has everything, and closes, if it gets more than it takes.
      await Promise.race([sending, reply]);
      decide(await withTimeout(reply, this.timeoutMs, 'Scanning a file'));
    } finally {
      socket.destroy();
    }
  }

  async #send(socket: Socket, bytes: Readable): Promise<void> {
    socket.write('zINSTREAM\0');
    await send(bytes, socket, this.timeoutMs, (chunk) => {
      socket.cork();
      socket.write(lengthOf(chunk));
      const takesMore = socket.write(chunk);
      socket.uncork();
      return takesMore;
    });
    socket.write(lengthOf(Buffer.alloc(0)));
  }
}

function lengthOf(chunk: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(chunk.length);
  return length;
}

function replyOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
      const end = text.indexOf('\0');
      if (end >= 0) resolve(text.slice(0, end));
      else if (text.length > REPLY_MAX)
        socket.destroy(new Error('The scanner sends something else than a reply'));
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('The scanner closed the connection')));
  });
}

/** @param reply `stream: OK`, `stream: NAME FOUND` or a fault that ends with ERROR. */
function decide(reply: string): void {
  if (/^stream: OK$/.test(reply)) return;
  const found = /^stream: (.*) FOUND$/.exec(reply)?.[1];
  if (found !== undefined) throw rejected(found);
  if (/size limit exceeded/i.test(reply)) throw tooLargeToScan();
  throw new Error(`The scanner replied: ${reply}`);
}
