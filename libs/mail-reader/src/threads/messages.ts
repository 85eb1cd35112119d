import type { MessagePort } from 'node:worker_threads';
import type { ReadMail } from '../read-mail.ts';
import type { MailPart } from '../structure/file-parts.ts';
import type { UnreadableMailCode } from '../unreadable-mail-error.ts';

/** Tells a thread to read the mail whose bytes come over the first port, and to speak of it over the second one. */
export interface ReadRequest {
  readonly source: MessagePort;
  readonly reading: MessagePort;
}

/** What a thread says of the mail that it reads. */
export type ReadingMessage =
  /** A part, whose bytes come over the port; the thread goes on at the answer. */
  | { readonly kind: 'part'; readonly part: MailPart; readonly bytes: MessagePort }
  | { readonly kind: 'read'; readonly mail: ReadMail }
  | { readonly kind: 'unreadable'; readonly code: UnreadableMailCode; readonly message: string }
  /** The source or the taker of a part has failed, or the reader itself. */
  | { readonly kind: 'failed'; readonly message: string };

/** The answer to a part. */
export type PartAnswer = 'taken' | 'refused';
