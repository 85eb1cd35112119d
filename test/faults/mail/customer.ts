import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@parley/testing';
import { read, valueOf, type ReadPart } from '../../../apps/mail/src/composing/composed.fixture.ts';
import { mailServersFolder } from '../../setup/mail-servers.mjs';
import type { MailServerProcess } from './mail-server-process.ts';

const swaks = join(mailServersFolder, 'swaks/usr/bin/swaks');

interface Letter {
  readonly to: string;
  readonly subject?: string;
  readonly fields?: readonly string[];
  readonly body: string;
}

/** Somebody who writes to a mailbox with a mail program, and whose own mailbox is in Dovecot. */
export class Customer {
  constructor(
    readonly address: string,
    private readonly smtpPort: number,
    private readonly mailboxes: MailServerProcess,
  ) {}

  /** Hands a mail over to the server of its recipient. */
  async write({ to, subject = 'Where is my order?', fields = [], body }: Letter): Promise<void> {
    const head = [`From: Dana Reyes <${this.address}>`, `To: ${to}`, `Subject: ${subject}`];
    const own = [`Message-ID: <${randomUUID()}@customer.test>`, `Date: ${new Date().toUTCString()}`];
    const data = [...head, ...own, ...fields, '', body, ''].join('\n');
    const envelope = ['--from', this.address, '--to', to];
    await promisify(execFile)('perl', [
      ...[swaks, '--silent', '2', '--server', `127.0.0.1:${this.smtpPort}`],
      ...[...envelope, '--data', data.replaceAll('\n', '\\n')],
    ]);
  }

  get mails(): string[] {
    return this.mailboxes.mailsOf(`${this.address}/Maildir`);
  }

  /** The mail with a text, once it is in the mailbox of the customer. */
  received(text: string): Promise<ReadPart> {
    return eventually(() => {
      const found = this.mails.filter((source) => source.includes(text));
      if (found.length !== 1 || found[0] === undefined)
        throw new Error(`${found.length} mails have the text`);
      return read(found[0].replaceAll(/\r?\n/g, '\r\n'));
    });
  }
}

/** The fields by which a mail program tells what a mail answers (RFC 5322 section 3.6.4). */
export function answering(mail: ReadPart): string[] {
  const id = valueOf(mail, 'Message-ID');
  const references = [...new Set([...valueOf(mail, 'References').split(' '), id])];
  return [`In-Reply-To: ${id}`, `References: ${references.join(' ')}`];
}
