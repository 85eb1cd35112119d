import { createHash, randomBytes } from 'node:crypto';
import {
  createContact,
  createConversation,
  createFile,
  createMessage,
  createTicket,
  deleteFile,
  type Id,
} from '@parley/contracts';
import type { ApiClient } from '@parley/testing';

/** What one turn of a writer has written, across five services. */
export interface Written {
  readonly conversation: Id<'conversation'>;
  readonly ticket: Id<'ticket'>;
  readonly file: Id<'file'>;
  readonly sha256: string;
}

/** Bytes of a file of any size up to 100 KB, and their hash. */
function someFile() {
  const bytes = randomBytes(1 + Math.floor(Math.random() * 100_000));
  return {
    file: new File([bytes], 'report.bin'),
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
}

/** A conversation with a file in its message, and a ticket of it; and a file that is deleted again. */
export async function write(client: ApiClient): Promise<Written> {
  const contact = { email: `${crypto.randomUUID()}@example.com` };
  const { data: conversation } = await client.ok(createConversation, { body: { contact } });
  const { file, sha256 } = someFile();
  const { data: message } = await client.ok(createMessage, {
    params: { conversation_id: conversation.id },
    body: { body: 'See below', attachments: [file] },
  });
  const { data: ticket } = await client.ok(createTicket, {
    body: { subject: 'Printer', conversation_id: conversation.id },
  });
  const { data: unused } = await client.ok(createFile, { body: { file: someFile().file } });
  await client.ok(deleteFile, { params: { file_id: unused.id } });
  const [attachment] = message.attachments;
  if (attachment?.file_id == null) throw new Error(`${message.id} has no file`);
  return { conversation: conversation.id, ticket: ticket.id, file: attachment.file_id, sha256 };
}

/** Writes again and again, with so many writers at a time, until it is stopped. */
export class Writers {
  readonly written: Written[] = [];
  #isStopped = false;
  readonly #running: Promise<void[]>;

  constructor(client: ApiClient, count: number) {
    this.#running = Promise.all(Array.from({ length: count }, () => this.#write(client)));
  }

  stop(): Promise<unknown> {
    this.#isStopped = true;
    return this.#running;
  }

  async #write(client: ApiClient): Promise<void> {
    while (!this.#isStopped) this.written.push(await write(client));
  }
}

/** A contact, whose event goes to a receiver of its own. */
export async function writeContact(client: ApiClient): Promise<Id<'contact'>> {
  const { data } = await client.ok(createContact, { body: { email: `${crypto.randomUUID()}@example.com` } });
  return data.id;
}
