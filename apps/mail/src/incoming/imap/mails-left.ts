import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Acceptor } from '../acceptor.ts';
import { arrivalAt } from '../fetching/fetched-mail.ts';
import { transportKey } from '../keys.rules.ts';
import { isOversized, isRefusal } from './imap-errors.rules.ts';
import type { FoundMail } from './imap-session.ts';
import { readHead } from './known-mails.ts';
import { placeOf, type Position } from './position.rules.ts';
import type { Reading } from './reading.ts';

const MESSAGES = {
  too_large: 'The mail is larger than this installation takes. It stays at its IMAP server.',
  refused: 'The IMAP server does not hand the mail out. It stays there.',
};

/** Records mails that stay at their IMAP server, so that those who look after the mailbox learn of them. */
@Injectable()
export class MailsLeft {
  constructor(private readonly acceptor: Acceptor) {}

  /** The sender and the subject are part of it if the connection can still ask for them. A mail is recorded once, also if it gets another UID. */
  async record(
    { mailbox, session, folder }: Reading,
    position: Position,
    mail: FoundMail,
    code: keyof typeof MESSAGES,
  ): Promise<void> {
    const head = session.isUsable ? await headOf(session, mail) : undefined;
    const read = head === undefined ? null : await readHead(head);
    const [from] = read?.from ?? [];
    await this.acceptor.record({
      ...arrivalAt(mailbox),
      transportKey:
        head === undefined
          ? transportKey(placeOf(position, folder, mail))
          : `left:${createHash('sha256').update(head).digest('hex')}`,
      size: mail.size,
      reason: { code, message: MESSAGES[code] },
      sender: from === undefined ? null : { address: from.address, name: from.name },
      subject: read === null || read.subject === '' ? null : read.subject,
    });
  }
}

async function headOf(session: Reading['session'], { uid }: FoundMail): Promise<Buffer | undefined> {
  try {
    return (await session.headsOf([uid])).get(uid);
  } catch (error) {
    if (isRefusal(error) || isOversized(error)) return undefined;
    throw error;
  }
}
