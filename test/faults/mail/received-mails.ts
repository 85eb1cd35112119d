import { createHash } from 'node:crypto';
import type { ReceivedMail } from '../../../apps/mail/src/transports/smtp/scripted-smtp-server.fixture.ts';

/** A copy of a mail that a server has in full. */
export interface Copy {
  /** Its place among all copies. */
  readonly nth: number;
  readonly messageId: string;
  readonly sha256: string;
  readonly isAccepted: boolean;
}

/** Each reply of a test says which it is. */
export const textOf = (name: string): string => `This is reply ${name}.`;
const TEXT = /This is reply ([\w-]+)\./;

/** The copies that a server has received, by the names of their replies. */
export class ReceivedMails {
  readonly #copies = new Map<string, Copy[]>();
  #count = 0;

  /** Takes mails whose sessions are over, and keeps no more of them than is asked for. */
  take(mails: readonly ReceivedMail[]): void {
    for (const { content, answer } of mails) {
      const text = content.toString('latin1');
      const name = TEXT.exec(text)?.[1] ?? 'without a text';
      const ids = [...text.matchAll(/^Message-ID: (.+)\r$/gm)].map(([, id]) => id);
      const copy: Copy = {
        nth: this.#count++,
        messageId: ids.join(' '),
        sha256: createHash('sha256').update(content).digest('hex'),
        isAccepted: answer === 250,
      };
      this.#copies.set(name, [...this.of(name), copy]);
    }
  }

  of(name: string): readonly Copy[] {
    return this.#copies.get(name) ?? [];
  }

  get names(): string[] {
    return [...this.#copies.keys()];
  }
}
