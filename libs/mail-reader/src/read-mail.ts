/** A header field as it came: names in lower case, values unfolded, raw bytes decoded, encoded words (RFC 2047) as they are. */
export interface HeaderField {
  readonly name: string;
  readonly value: string;
}

/** An address of a header, as written: it is not known to be one that mail can be sent to. */
export interface ReadAddress {
  /** The display name, decoded and without control and bidi characters. */
  readonly name: string | null;
  /** The domain in lower case; the local part as it came. */
  readonly address: string;
  /** The name of the group (RFC 5322 section 3.4) that has it. */
  readonly group: string | null;
}

/** A part that is a file to its reader: an attachment, an inline image, an attached mail. */
export interface ReadPart {
  /** Its place among these parts, from 0. */
  readonly index: number;
  /** A name that is safe as a file name, at most 255 characters. */
  readonly name: string;
  /** The media type without parameters, in lower case. */
  readonly type: string;
  /** Bytes after the transfer encoding. */
  readonly size: number;
  /** SHA-256 of these bytes in hexadecimal. */
  readonly sha256: string;
  /** Its Content-ID without angle brackets. */
  readonly contentId: string | null;
  /** An image to which the HTML refers by its Content-ID (RFC 2392), whatever its disposition says. */
  readonly isInline: boolean;
}

/** The machine-readable part of a report about another mail. */
export interface ReadReports {
  /** Text of `message/delivery-status` (RFC 3464); of several such parts, with a blank line between them. */
  readonly deliveryStatus: string | null;
  /** Text of `message/feedback-report` (ARF, RFC 5965). */
  readonly feedback: string | null;
  /** Text of `message/disposition-notification` (RFC 8098). */
  readonly disposition: string | null;
  /** The headers of the mail that it is about: of `message/rfc822` or `text/rfc822-headers` in a multipart/report. */
  readonly returnedHeaders: readonly HeaderField[] | null;
}

/** What keeps the content of a mail from being read; the content is an attachment then. A signature beside a readable text is none. */
export type Protection = 'pgp' | 'smime';

/** What was read of a mail. Plain data: it crosses the boundary of a worker. */
export interface ReadMail {
  /** All fields of the head, in the order in which they came. */
  readonly headers: readonly HeaderField[];
  /** The addresses of the first From. */
  readonly from: readonly ReadAddress[];
  readonly sender: ReadAddress | null;
  readonly replyTo: readonly ReadAddress[];
  readonly to: readonly ReadAddress[];
  readonly cc: readonly ReadAddress[];
  readonly subject: string;
  /** The id with its angle brackets, as it came: without them where there were none. Null without one. */
  readonly messageId: string | null;
  /** Ids with their angle brackets, at most 100 of the newest; the newest last. */
  readonly inReplyTo: readonly string[];
  readonly references: readonly string[];
  /** The instant of its Date field, for display alone; null if it cannot be read. */
  readonly date: Date | null;
  /** The text parts in their order; of a mail that is only HTML the text of it. At most 65,536 characters. */
  readonly text: string;
  /** The HTML parts, joined in their order; null without any, or beyond 1 MiB. It is not sanitised. */
  readonly html: string | null;
  readonly parts: readonly ReadPart[];
  readonly reports: ReadReports;
  readonly protection: Protection | null;
  /** Something of it was left out, because it exceeds a limit; the source has it. */
  readonly isTruncated: boolean;
  /** No text was found in its structure, and `text` is the body of the source as it came. */
  readonly isFallback: boolean;
  /** Bytes of the source. */
  readonly size: number;
  /** SHA-256 in hexadecimal of From, Date, Subject, To and the body, without trace headers: equal for two copies of one mail. */
  readonly contentHash: string;
}
