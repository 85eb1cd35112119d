import type { SMTPServerError } from 'smtp-server';

/** The answers of the listener (RFC 5321 section 4.2, RFC 3463). Those with 4 make the client try again. */
export const REPLIES = {
  tooManyConnections: [421, '4.7.0 Too many connections from your address'],
  tooManyUnknown: [421, '4.7.0 Too many recipients that do not exist'],
  tooLong: [421, '4.4.2 The session takes too long'],
  unknownRecipient: [550, '5.1.1 No such mailbox'],
  otherMailbox: [452, '4.5.3 Send the mail to this recipient separately'],
  unavailable: [451, '4.3.0 The mail cannot be stored at the moment'],
  storageFull: [452, '4.3.1 The storage of the mailbox is full'],
  tooLarge: [552, '5.3.4 The mail is too large'],
} as const;

/** An answer that refuses something. */
export class Reply extends Error implements SMTPServerError {
  override readonly name = 'Reply';
  readonly responseCode: number;

  constructor([code, text]: (typeof REPLIES)[keyof typeof REPLIES]) {
    super(text);
    this.responseCode = code;
  }
}
