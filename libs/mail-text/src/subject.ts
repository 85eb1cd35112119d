import { headerText } from './text.rules.ts';

const SUBJECT_MAX = 998;

/** What mail programs put before the subject of a reply, by their languages. */
const REPLY_PREFIXES = [
  ...['re', 'aw', 'antw', 'antwort', 'sv', 'vs', 'odp', 'r', 'rif', 'ref', 'res', 'resp', 'rép', 'ynt', 'atb'],
  ...['bls', 'ats', 'vá', 'răsp', 'απ', 'σχετ', 'отв', 'תגובה', 'השב', 'رد', '回复', '回覆', '答复', '答覆', '返信', '답장'],
]; // oxfmt-ignore

/** Prefixes before a subject, with the counters of some programs: `RE[2]:`, `Re^3:`, `Re (4):`. */
const PREFIX = new RegExp(
  String.raw`^(?:(?:${REPLY_PREFIXES.join('|')}) ?(?:\[\d{1,3}\]|\(\d{1,3}\)|\^?\d{1,3})? ?[:：] ?)+`,
  'iu',
);

/** What they put before the subject of a mail that they forward. */
const FORWARD_PREFIX =
  /^\s{0,4}(?:fwd?|wg|tr|rv|enc|doorst|vl|vb|pd|trs|fs|ilt|i̇lt|továbbítás|redir|пересл|переслано|προωθ|转发|轉寄|転送|전달)(?:\[\d{1,3}\])? ?[:：]/iu;

/** A subject as it is sent: on one line, without control characters, at most 998 characters. */
export function subjectLine(subject: string): string {
  return headerText(subject, SUBJECT_MAX);
}

/** The subject of a reply: with `Re: ` before it, unless it has a prefix of a reply in any language already. */
export function replySubject(subject: string): string {
  const line = subjectLine(subject);
  return PREFIX.test(line) ? line : subjectLine(`Re: ${line}`);
}

/** Whether the subject is that of a mail that forwards another one: `Fwd: …`, `WG: …`, `TR: …`, and no reply to one. */
export function isForwardSubject(subject: string): boolean {
  return FORWARD_PREFIX.test(subject);
}
