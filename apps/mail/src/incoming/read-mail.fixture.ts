import { createHash } from 'node:crypto';
import type { HeaderField, ReadAddress, ReadMail, ReadReports } from '@parley/mail-reader';

const NO_REPORTS: ReadReports = {
  deliveryStatus: null,
  feedback: null,
  disposition: null,
  returnedHeaders: null,
};

interface Part {
  readonly headers: readonly HeaderField[];
  readonly body: string;
}

/** What the rules read of a mail, of its source: as much of MIME as the mails of the specs have. */
export function readSource(source: Buffer | string, changes: Partial<ReadMail> = {}): ReadMail {
  const raw = (typeof source === 'string' ? Buffer.from(source) : source).toString('latin1');
  const part = partOf(raw.replaceAll(/\r\n?/g, '\n'));
  const { headers } = part;
  const found = contentOf(part, false, 0);
  const [from = ''] = all(headers, 'from');
  const ids = (name: string) =>
    all(headers, name)
      .join(' ')
      .match(/<[^\s<>]+>/g) ?? [];
  const date = new Date(all(headers, 'date')[0] ?? '');
  return {
    headers,
    from: addresses(from),
    sender: addresses(all(headers, 'sender')[0] ?? '')[0] ?? null,
    replyTo: addresses(all(headers, 'reply-to').join(',')),
    to: addresses(all(headers, 'to').join(',')),
    cc: addresses(all(headers, 'cc').join(',')),
    subject: all(headers, 'subject')[0] ?? '',
    messageId: all(headers, 'message-id')[0]?.trim() ?? null,
    inReplyTo: ids('in-reply-to').slice(-100),
    references: ids('references').slice(-100),
    date: Number.isNaN(date.getTime()) ? null : date,
    text: (found.text || found.htmlText).slice(0, 65_536),
    html: found.html,
    parts: [],
    reports: found.reports,
    protection: null,
    isTruncated: false,
    isFallback: false,
    size: raw.length,
    contentHash: createHash('sha256').update(`${from}\n${part.body}`).digest('hex'),
    ...changes,
  };
}

/** A mail of the given fields and text. */
export function mailOf(
  fields: Readonly<Record<string, string | readonly string[]>>,
  text = 'Hello',
  changes: Partial<ReadMail> = {},
): ReadMail {
  const lines = Object.entries(fields).flatMap(([name, values]) =>
    [values].flat().map((value) => `${name}: ${value}`),
  );
  return readSource(`${lines.join('\n')}\n\n${text}`, changes);
}

interface Content {
  text: string;
  html: string | null;
  htmlText: string;
  reports: ReadReports;
}

function contentOf(part: Part, inReport: boolean, depth: number): Content {
  const type = all(part.headers, 'content-type')[0] ?? 'text/plain';
  const media = (/^[^\s;]*/.exec(type)?.[0] ?? '').toLowerCase();
  const nothing: Content = { text: '', html: null, htmlText: '', reports: NO_REPORTS };
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1];
  if (media.startsWith('multipart/') && boundary !== undefined && depth < 10) {
    const isReport = inReport || media === 'multipart/report';
    return piecesOf(part.body, `--${boundary.trim()}`)
      .map((piece) => contentOf(partOf(piece), isReport, depth + 1))
      .reduce(joined, nothing);
  }
  const body = decoded(part);
  const report = (name: keyof ReadReports) => ({ ...nothing, reports: { ...NO_REPORTS, [name]: body } });
  if (/^message\/(?:global-)?delivery-status$/.test(media)) return report('deliveryStatus');
  if (media === 'message/feedback-report') return report('feedback');
  if (media === 'message/disposition-notification') return report('disposition');
  if (media === 'message/rfc822' || media === 'text/rfc822-headers') {
    const returnedHeaders = inReport ? partOf(body).headers : null;
    return { ...nothing, reports: { ...NO_REPORTS, returnedHeaders } };
  }
  if (media === 'text/html') return { ...nothing, html: body, htmlText: plain(body) };
  return media.startsWith('text/') || media === '' ? { ...nothing, text: body } : nothing;
}

function piecesOf(body: string, delimiter: string): string[] {
  const pieces: string[][] = [];
  for (const line of body.split('\n')) {
    if (line.trimEnd() === delimiter) pieces.push([]);
    else if (line.trimEnd() === `${delimiter}--`) break;
    else pieces.at(-1)?.push(line);
  }
  return pieces.map((lines) => lines.join('\n'));
}

function joined(one: Content, other: Content): Content {
  const { reports } = one;
  return {
    text: [one.text, other.text].filter((text) => text !== '').join('\n'),
    html: one.html ?? other.html,
    htmlText: one.htmlText + other.htmlText,
    reports: {
      deliveryStatus: reports.deliveryStatus ?? other.reports.deliveryStatus,
      feedback: reports.feedback ?? other.reports.feedback,
      disposition: reports.disposition ?? other.reports.disposition,
      returnedHeaders: reports.returnedHeaders ?? other.reports.returnedHeaders,
    },
  };
}

function partOf(text: string): Part {
  const end = text.startsWith('\n') ? 0 : text.indexOf('\n\n');
  const head = end < 0 ? text : text.slice(0, end);
  const unfolded = head.replaceAll(/\n[ \t]+/g, ' ').split('\n');
  const headers = unfolded.flatMap((line) => {
    const [, name, value] = /^([!-9;-~]+)[ \t]*:[ \t]*(.*)$/.exec(line) ?? [];
    return name === undefined || value === undefined
      ? []
      : [{ name: name.toLowerCase(), value: utf8(value) }];
  });
  return { headers, body: end < 0 ? '' : text.slice(end + (end === 0 ? 1 : 2)) };
}

function decoded({ headers, body }: Part): string {
  const encoding = (all(headers, 'content-transfer-encoding')[0] ?? '').trim().toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString().replaceAll('\r\n', '\n');
  if (encoding !== 'quoted-printable') return utf8(body);
  const bytes = body
    .replaceAll(/=[ \t]*\n/g, '')
    .replaceAll(/=([\dA-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

/** Text of bytes that were read as Latin-1. */
const utf8 = (text: string) => (/[^\0-\xFF]/.test(text) ? text : Buffer.from(text, 'latin1').toString());

const plain = (html: string) =>
  html
    .replaceAll(/<(?:br|\/p|\/div|\/tr|\/h\d)[^>]*>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', ' ');

const all = (headers: readonly HeaderField[], name: string) =>
  headers.filter((field) => field.name === name).map(({ value }) => value);

/** `Dana <dana@example.com>, kim@example.com`, and groups: `Team: dana@example.com;`. */
function addresses(text: string): ReadAddress[] {
  const group = /^\s*([^":<@]+):/.exec(text)?.[1]?.trim() ?? null;
  const list = group === null ? text : text.slice(text.indexOf(':') + 1).replace(/;\s*$/, '');
  return (list.match(/(?:"[^"]*"|[^,"])+/g) ?? []).flatMap((one) => {
    const [, name = '', inner = ''] = /^\s*(.*?)\s*<([^<>]*)>\s*$/.exec(one) ?? [null, '', one];
    const address = inner.replace(/ \([^()]*\)$/, '').trim();
    const at = address.lastIndexOf('@');
    if (at < 1) return [];
    const shown = name.replace(/^"(.*)"$/, '$1');
    const domain = address.slice(at).toLowerCase();
    return [{ name: shown === '' ? null : shown, address: address.slice(0, at) + domain, group }];
  });
}
