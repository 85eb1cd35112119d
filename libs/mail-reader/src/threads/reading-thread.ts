// The thread in which mails are read and shown, one at a time: what a mail can do to the one who reads it ends here.
import { MessageChannel, parentPort, type MessagePort } from 'node:worker_threads';
import { readMail } from '../read.ts';
import { UnreadableMailError } from '../unreadable-mail-error.ts';
import { PortMessages, receivedBytes, sendBytes } from './byte-ports.ts';
import type {
  PartAnswer,
  ReadingMessage,
  ReadRequest,
  ShowingMessage,
  ShowRequest,
  ThreadRequest,
} from './messages.ts';

parentPort?.on('message', (request: ThreadRequest) => {
  void (request.kind === 'read' ? read(request) : show(request));
});
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

async function show({ mail, images, showing }: ShowRequest): Promise<void> {
  const say = (message: ShowingMessage) => showing.postMessage(message);
  try {
    // Mails without HTML need no sanitiser, which takes some 17 MiB.
    const { showMail } = await import('../display/show-mail.ts');
    say({ kind: 'begun' });
    say({ kind: 'shown', mail: showMail(mail, images) });
  } catch (error) {
    say({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  } finally {
    showing.close();
  }
}
