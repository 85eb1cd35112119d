import { Readable, Transform, pipeline } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import {
  addressKey,
  bodyText,
  ComposingError,
  mailboxOf,
  type NamedAddress,
  parseAddress,
  type ParsedAddress,
  subjectLine,
} from '@parley/mail-text';
import { attachmentOf, type MailAttachment } from './attachment.ts';
import type { MailBody } from './body.ts';
import { randomPartOf, type ThreadHeaders } from './message-id.ts';
import { encodedSize, tooLarge } from './size.ts';

/** The header of a mail of a test, by which it is known when it comes back. */
export const PROBE_HEADER = 'X-Parley-Probe';
/** The header with the random part of the Message-ID: inbound mail that has one of ours has come back in a loop. */
const LOOP_HEADER = 'X-Parley-ID';

export interface MailDraft {
  readonly from: NamedAddress;
  readonly to: readonly NamedAddress[];
  readonly cc: readonly NamedAddress[];
  /** Recipients in the envelope alone. */
  readonly bcc: readonly NamedAddress[];
  /** The address with a token, where the mailbox receives subaddresses. */
  readonly replyTo: NamedAddress | null;
  readonly subject: string;
  /** An id of `newMessageId`: the boundaries derive from it, so that the same draft always has the same bytes. */
  readonly messageId: string;
  readonly thread: ThreadHeaders;
  readonly date: Date;
  /** The result of `bodyOf`: its HTML is sent as it is. */
  readonly body: MailBody;
  readonly attachments: readonly MailAttachment[];
  /** Sent without a person behind it, by itself or as an answer (RFC 3834): marked so that no machine answers it. Else null. */
  readonly automatic: 'auto-generated' | 'auto-replied' | null;
  /** The token of a mail of a test. */
  readonly probe?: string | null;
}

export interface ComposedMail {
  /** The mail with CRLF line ends, which fails as its attachments do, or with `too_large`. */
  readonly bytes: Readable;
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  readonly messageId: string;
  /** An address outside ASCII in the headers: the server must offer SMTPUTF8, for each recipient (RFC 6531 section 3.2). */
  readonly needsSmtpUtf8: boolean;
}

/**
 * Composes a mail (RFC 5322, MIME) with at most `sizeMax` bytes. Attachments are read while the bytes are, one after the other, so that
 * the mail is never in memory as a whole; destroying the bytes closes them. Nothing in the draft can add a header, a part or
 * a recipient. Throws a {@link ComposingError}: `invalid_address`, `no_recipient`, or `too_large` if the known sizes are.
 */
export function compose(draft: MailDraft, sizeMax: number): ComposedMail {
  const { attachments, body, messageId } = draft;
  const known = attachments.reduce((sum, one) => sum + sizeOf(one), body.text.length + body.html.length);
  if (known > sizeMax) throw tooLarge(known, sizeMax);
  const from = valid(draft.from);
  const named = [...draft.to, ...draft.cc].map(valid);
  const recipients = [...named, ...draft.bcc.map(valid)];
  if (recipients.length === 0) throw new ComposingError('no_recipient', 'The mail has no recipient');
  const others = draft.replyTo === null ? [] : [valid(draft.replyTo)];
  const composer = new MailComposer({
    ...addressFields(draft),
    ...fields(draft),
    text: bodyText(body.text) || '\n',
    html: bodyText(body.html),
    encoding: 'quoted-printable',
    attachments: attachments.map(attachmentOf),
    newline: 'win',
    // Neither quoted-printable nor base64 has "=_" (RFC 2045 section 6.7): no content ends a part.
    boundaryPrefix: '=_parley',
    baseBoundary: randomPartOf(messageId) ?? '',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    bytes: pipeline(composer.compile().createReadStream(), new SizeLimit(sizeMax), () => undefined),
    envelope: { from: from.address, to: distinct(recipients) },
    messageId,
    needsSmtpUtf8: [from, ...named, ...others].some((address) => address.needsSmtpUtf8),
  };
}

function addressFields({ from, to, cc, replyTo }: MailDraft): MailComposer.Options {
  const named = (one: NamedAddress) => mailboxOf({ name: one.name, address: valid(one).address });
  return {
    from: named(from),
    to: to.map(named),
    cc: cc.map(named),
    replyTo: replyTo === null ? undefined : named(replyTo),
  };
}

function fields({
  subject,
  messageId,
  thread,
  date,
  automatic,
  probe = null,
}: MailDraft): MailComposer.Options {
  return {
    subject: encodedSubject(subject),
    messageId,
    inReplyTo: thread.inReplyTo ?? undefined,
    references: [...thread.references],
    date,
    headers: {
      [LOOP_HEADER]: randomPartOf(messageId) ?? '',
      ...(probe !== null && { [PROBE_HEADER]: probe }),
      ...(automatic !== null && {
        'Auto-Submitted': automatic,
        'X-Auto-Response-Suppress': 'All',
      }),
    },
  };
}

function sizeOf({ content, size }: MailAttachment): number {
  return encodedSize(size ?? (Buffer.isBuffer(content) ? content.length : 0));
}

/** nodemailer leaves words alone that look encoded, and cannot fold long ones: such a subject is encoded here (RFC 2047). */
function encodedSubject(subject: string): string {
  const line = subjectLine(subject);
  if (!/=\?|\S{200}/.test(line)) return line;
  return (line.match(/.{1,11}/gu) ?? [])
    .map((part) => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?=`)
    .join(' ');
}

function valid({ address }: NamedAddress): ParsedAddress {
  const parsed = parseAddress(address);
  if (parsed === null) throw new ComposingError('invalid_address', `Mail cannot be sent to ${address}`);
  return parsed;
}

function distinct(addresses: readonly ParsedAddress[]): readonly string[] {
  const byKey = new Map<string, string>();
  for (const { address } of addresses) {
    if (!byKey.has(addressKey(address))) byKey.set(addressKey(address), address);
  }
  return [...byKey.values()];
}

/** Fails as soon as more than `max` bytes have passed. */
class SizeLimit extends Transform {
  private size = 0;

  constructor(private readonly max: number) {
    super();
  }

  override _transform(
    chunk: Buffer,
    _encoding: BufferEncoding,
    done: (error: Error | null, chunk?: Buffer) => void,
  ): void {
    this.size += chunk.length;
    if (this.size > this.max) done(tooLarge(this.size, this.max));
    else done(null, chunk);
  }
}
