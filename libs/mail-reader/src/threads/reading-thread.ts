// The thread in which mails are read, one at a time: what a mail can do to the one who reads it ends here.
import { MessageChannel, parentPort, type MessagePort } from 'node:worker_threads';
import { readMail } from '../read.ts';
import { UnreadableMailError } from '../unreadable-mail-error.ts';
import { PortMessages, receivedBytes, sendBytes } from './byte-ports.ts';
import type { PartAnswer, ReadingMessage, ReadRequest } from './messages.ts';

parentPort?.on('message', (request: ReadRequest) => void read(request));
parentPort?.postMessage('ready');

async function read({ source, reading }: ReadRequest): Promise<void> {
  const answers = new PortMessages<PartAnswer>(reading);
  const bytes = receivedBytes(source, () => Promise.resolve(new Error('The source of the mail was closed')));
  const say = (message: ReadingMessage, transfer: readonly MessagePort[] = []) =>
    reading.postMessage(message, [...transfer]);
  try {
    const mail = await readMail(bytes, async (part, content) => {
      const { port1, port2 } = new MessageChannel();
      say({ kind: 'part', part, bytes: port2 }, [port2]);
      // An error of the bytes is known to the reader, which has caused it.
      const [answer] = await Promise.all([answers.next(), sendBytes(port1, content).catch(() => undefined)]);
      if (answer !== 'taken') throw new Error('The part was refused');
    });
    say({ kind: 'read', mail });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof UnreadableMailError) say({ kind: 'unreadable', code: error.code, message });
    else say({ kind: 'failed', message });
  } finally {
    source.close();
    reading.close();
  }
}
