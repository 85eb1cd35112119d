import { bodyText } from '@parley/mail-text';
import { TNEF_MAX } from '../limits.ts';
import { decodeWords } from '../headers/encoded-words.ts';
import { firstValue } from '../headers/header-fields.ts';
import type { Protection } from '../read-mail.ts';
import { BodyTexts, outermostAlternative, withoutLoneSurrogates } from '../text/body-texts.ts';
import { calendarSummary } from '../text/calendar.ts';
import { decodeText } from '../text/charsets.ts';
import { referencedContentIds } from '../text/html-parts.ts';
import { readTnef } from '../tnef/tnef.ts';
import { fallbackText } from './fallback.ts';
import { FileParts, type TakePart } from './file-parts.ts';
import type { Leaf, StructureNode } from './mail-structure.ts';
import { protectionOf, textProtection } from './protection.ts';
import { fieldsOf, Reports } from './reports.ts';
import type { MailSource } from './source.ts';

const CALENDAR_BYTES_MAX = 256 * 1024;
const MESSAGE_HEAD_MAX = 16 * 1024;
const TNEF_TYPES = new Set(['application/ms-tnef', 'application/vnd.ms-tnef']);
/** Versions of a text for programs that know them, beside the ones that all know. */
const OTHER_VERSIONS = new Set(['text/x-amp-html', 'text/watch-html']);

/** Reads the leaves of one mail into texts, files and reports. */
export class MailReading {
  private readonly texts = new BodyTexts();
  private readonly reports = new Reports();
  private readonly files: FileParts;
  private protection: Protection | null = null;
  private calendar = '';

  constructor(onPart: TakePart) {
    this.files = new FileParts(onPart);
  }

  async take(leaf: Leaf): Promise<void> {
    this.protection ??= protectionOf(leaf);
    if (await this.reports.take(leaf)) return;
    if (this.isOtherVersion(leaf)) return;
    if (this.isBody(leaf)) await this.takeText(leaf);
    else if (isTnef(leaf)) await this.takeTnef(leaf);
    else await this.takeFile(leaf);
  }

  /** What was read, of a source that has ended. */
  result(source: MailSource, root: StructureNode | null) {
    const html = this.texts.html();
    const text = this.texts.text();
    const isEmpty = text === '' && this.texts.isEmpty && this.calendar === '' && this.reports.isEmpty;
    const isFallback = isEmpty && this.files.count === 0 && this.protection === null;
    const fallback = isFallback
      ? fallbackText(source.start, root?.head.charset ?? null)
      : { text: '', isCut: false };
    const others = [fallback.text, this.calendar, this.reports.text()];
    const shown = text === '' ? this.texts.cut(others.find((other) => other !== '') ?? '') : text;
    return {
      text: shown,
      html,
      parts: this.files.result(html === null ? new Set() : referencedContentIds(html)),
      reports: this.reports.result(),
      protection: this.protection ?? textProtection(shown),
      isTruncated: this.texts.isTruncated || this.files.isTruncated || fallback.isCut,
      isFallback: fallback.text !== '',
    };
  }

  /** Text that is read, and no file: a named part is one, except where it is all that could be the text. */
  private isBody({ head, parent }: Leaf): boolean {
    const isText = head.type === 'text/plain' || head.type === 'text/html' || isEnriched(head.type);
    if (parent === null)
      return head.type.startsWith('text/') && head.type !== 'text/calendar' && !isNamedFile(head);
    if (!isText || head.isAttachment) return false;
    return head.name === null || parent.head.type === 'multipart/alternative' || this.texts.isEmpty;
  }

  /** A version of a text that has others, which all programs know. */
  private isOtherVersion(leaf: Leaf): boolean {
    if (outermostAlternative(leaf) === null) return false;
    return OTHER_VERSIONS.has(leaf.head.type) || (isEnriched(leaf.head.type) && !this.texts.isEmpty);
  }

  private async takeText(leaf: Leaf): Promise<void> {
    if (leaf.head.type === 'text/html') await this.texts.addHtml(leaf);
    else await this.texts.addPlain(leaf);
  }

  private async takeFile(leaf: Leaf): Promise<void> {
    const { head, body } = leaf;
    if (head.type === 'text/calendar' && this.calendar === '') {
      const { bytes } = await body.peek(CALENDAR_BYTES_MAX);
      this.calendar = bodyText(
        withoutLoneSurrogates(calendarSummary(decodeText(bytes, head.charset ?? 'utf-8'))),
      );
    }
    const name = head.name ?? (head.type === 'message/rfc822' ? await subjectOf(leaf) : null);
    await this.files.handOut({ ...head, name }, piecesOf(leaf));
  }

  /** Hands out the attachments of a winmail.dat instead of it, and itself if it cannot be decoded. */
  private async takeTnef(leaf: Leaf): Promise<void> {
    const { bytes, isWhole } = await leaf.body.peek(TNEF_MAX);
    const message = isWhole ? readTnef(bytes) : null;
    if (message === null) {
      await this.takeFile(leaf);
      return;
    }
    if (this.texts.isEmpty && message.html !== null) this.texts.addHtmlText(leaf, message.html);
    if (this.texts.isEmpty && message.text !== '') this.texts.addText(leaf, message.text);
    for (const { content, ...description } of message.attachments)
      await this.files.handOut(description, once(content));
  }
}

async function* piecesOf({ body }: Leaf): AsyncGenerator<Buffer> {
  for (let piece = await body.read(); piece !== null; piece = await body.read()) yield piece;
}

async function* once(content: Buffer): AsyncGenerator<Buffer> {
  await Promise.resolve();
  if (content.length > 0) yield content;
}

/** The subject of an attached mail, which is a name for it. */
async function subjectOf({ body }: Leaf): Promise<string | null> {
  const { bytes } = await body.peek(MESSAGE_HEAD_MAX);
  const subject = decodeWords(
    firstValue(fieldsOf(bytes.subarray(0, MESSAGE_HEAD_MAX)), 'subject'),
  ).replaceAll(/[/\\]/g, '-');
  return subject === '' ? null : `${subject}.eml`;
}

const isEnriched = (type: string) => type === 'text/enriched' || type === 'text/richtext';

const isNamedFile = ({ isAttachment, name }: Leaf['head']) => isAttachment && name !== null;

function isTnef({ head }: Leaf): boolean {
  return TNEF_TYPES.has(head.type) || /^winmail\d*\.dat$/i.test(head.name ?? '');
}
