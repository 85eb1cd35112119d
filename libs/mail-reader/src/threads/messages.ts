import type { MessagePort } from 'node:worker_threads';
import type { InlineImage } from '../display/inline-image.ts';
import type { MailToShow, ShownMail } from '../display/show-mail.ts';
import type { ReadMail } from '../read-mail.ts';
import type { MailPart } from '../structure/file-parts.ts';
import type { UnreadableMailCode } from '../unreadable-mail-error.ts';

/** Tells a thread to read the mail whose bytes come over the first port, and to speak of it over the second one. */
export interface ReadRequest {
  readonly kind: 'read';
  readonly source: MessagePort;
  readonly reading: MessagePort;
}

/** Tells a thread to show a mail that was read, and to answer over the port. */
export interface ShowRequest {
  readonly kind: 'show';
  readonly mail: MailToShow;
  readonly images: readonly InlineImage[];
  readonly showing: MessagePort;
}

export type ThreadRequest = ReadRequest | ShowRequest;

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

/** What a thread says of the mail that it shows: that it has loaded what it needs, and at last the result. */
export type ShowingMessage =
  | { readonly kind: 'begun' }
  | { readonly kind: 'shown'; readonly mail: ShownMail }
  | { readonly kind: 'failed'; readonly message: string };
