import { bodyText } from '@parley/mail-text';
import { headerFields, headerLines } from '../headers/header-fields.ts';
import { HEAD_MAX, TEXT_MAX } from '../limits.ts';
import type { HeaderField, ReadReports } from '../read-mail.ts';
import { withoutLoneSurrogates } from '../text/body-texts.ts';
import { decodeText } from '../text/charsets.ts';
import type { Leaf, StructureNode } from './mail-structure.ts';

type ReportText = 'deliveryStatus' | 'feedback' | 'disposition';

const REPORT_TYPES: Readonly<Record<string, ReportText>> = {
  'message/delivery-status': 'deliveryStatus',
  'message/global-delivery-status': 'deliveryStatus',
  'message/feedback-report': 'feedback',
  'message/disposition-notification': 'disposition',
  'message/global-disposition-notification': 'disposition',
};
const RETURNED_HEADERS = new Set(['text/rfc822-headers', 'message/rfc822-headers', 'message/global-headers']);
const RETURNED_MAILS = new Set(['message/rfc822', 'message/global']);

/** Collects what the parts of a report (RFC 6522) say to programs. Some programs send two parts of one kind. */
export class Reports {
  private readonly texts: Record<ReportText, string | null> = {
    deliveryStatus: null,
    feedback: null,
    disposition: null,
  };
  private returned: HeaderField[] | null = null;

  /** Takes a part that is for programs alone. A returned mail is looked at, and stays an attachment: the answer is `false`. */
  async take(leaf: Leaf): Promise<boolean> {
    const { type, charset } = leaf.head;
    const kind = REPORT_TYPES[type];
    if (kind !== undefined) {
      const before = this.texts[kind];
      const { bytes } = await leaf.body.take(TEXT_MAX - (before?.length ?? 0));
      const text = bodyText(withoutLoneSurrogates(decodeText(bytes, charset))).trim();
      this.texts[kind] =
        before === null ? text : withoutLoneSurrogates(`${before}\n\n${text}`.slice(0, TEXT_MAX));
      return true;
    }
    if (!isInReport(leaf)) return false;
    const isHeaders = RETURNED_HEADERS.has(type);
    if (!isHeaders && !RETURNED_MAILS.has(type)) return false;
    const { bytes } = await leaf.body.peek(isHeaders ? HEAD_MAX : 16 * 1024);
    this.returned ??= fieldsOf(bytes.subarray(0, HEAD_MAX));
    return isHeaders;
  }

  get isEmpty(): boolean {
    return this.returned === null && Object.values(this.texts).every((text) => text === null);
  }

  /** What the report says to programs, for one that says nothing to people. */
  text(): string {
    return Object.values(this.texts)
      .filter((text) => text !== null)
      .join('\n\n');
  }

  result(): ReadReports {
    return { ...this.texts, returnedHeaders: this.returned };
  }
}

/** The fields at the beginning of a mail. */
export function fieldsOf(mail: Buffer): HeaderField[] {
  const text = mail.toString('latin1').replace(/^\s+/, '');
  const [head = ''] = text.split(/\r?\n\r?\n/, 1);
  return headerFields(headerLines(head));
}

function isInReport({ parent }: StructureNode): boolean {
  return parent?.head.type === 'multipart/report';
}
