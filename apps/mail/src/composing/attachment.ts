import { Readable } from 'node:stream';
import type MailComposer from 'nodemailer/lib/mail-composer';
import { headerText } from '@parley/mail-text';

export interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  /** Its bytes, their stream, or what opens the stream when the mail comes to it: of several files one is open at a time. */
  readonly content: Buffer | Readable | (() => Readable | Promise<Readable>);
  /** Bytes, where they are known: a mail that is too large is then refused before anything is read. */
  readonly size?: number;
}

const NAME_MAX = 200;
const UNKNOWN_TYPE = 'application/octet-stream';
const TYPE = /^[a-z0-9][\w!#$&^.+-]{0,63}\/[a-z0-9][\w!#$&^.+-]{0,63}$/i;
const CHARSET = /;\s*charset\s*=\s*"?([\w.:-]{1,40})"?/i;

/** What the composer is given for an attachment: always in base64, with a name and a type that cannot end their header. */
export function attachmentOf({ filename, contentType, content }: MailAttachment): MailComposerAttachment {
  return {
    filename: nameOf(filename),
    contentType: typeOf(contentType),
    contentDisposition: 'attachment',
    contentTransferEncoding: 'base64',
    content: typeof content === 'function' ? Readable.from(opened(content), { objectMode: false }) : content,
  };
}

type MailComposerAttachment = NonNullable<MailComposer.Options['attachments']>[number];

function nameOf(filename: string): string {
  return headerText(filename.replaceAll(/[/\\]/g, '_'), NAME_MAX) || 'attachment';
}

/**
 * Messages and multiparts may not be encoded (RFC 2046 section 5.2.1), but their lines may be too long to be sent otherwise, and their
 * parts would be read as parts of the mail: they are sent as bytes, which mail programs open by their name.
 */
function typeOf(contentType: string): string {
  const type = (contentType.split(';')[0] as string).trim().toLowerCase();
  if (!TYPE.test(type) || /^(?:message|multipart)\//.test(type)) return UNKNOWN_TYPE;
  const charset = type.startsWith('text/') ? CHARSET.exec(contentType)?.[1] : undefined;
  return charset === undefined ? type : `${type}; charset=${charset}`;
}

async function* opened(open: () => Readable | Promise<Readable>): AsyncGenerator<Buffer> {
  yield* (await open()) as AsyncIterable<Buffer>;
}
