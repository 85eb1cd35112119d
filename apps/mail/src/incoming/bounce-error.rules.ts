import { sendError, type SendError, type SendErrorCode } from '../transports/send-error.ts';

/** What a bounce says about the address: only a hard one suppresses it. */
export type BounceKind = 'hard' | 'soft' | 'policy' | 'too_large' | 'other';

export interface BounceError extends SendError {
  readonly kind: BounceKind;
}

type Rule = readonly [pattern: RegExp, cause: SendErrorCode];

const KINDS: Partial<Record<SendErrorCode, BounceKind>> = {
  recipient_unknown: 'hard',
  mailbox_full: 'soft',
  temporarily_refused: 'soft',
  expired: 'soft',
  refused_by_policy: 'policy',
  too_large: 'too_large',
};

/** Codes of RFC 3463, 5248 and 7505; the first one that applies decides. */
const BY_STATUS: readonly Rule[] = [
  [/^5\.1\.(?:1|2|3|6|10)$|^5\.4\.4$/, 'recipient_unknown'],
  [/^[45]\.2\.2$/, 'mailbox_full'],
  [/^5\.(?:3\.4|2\.3)$/, 'too_large'],
  // "Delivery time expired": the server has given up a mail that was refused for now.
  [/^[45]\.4\.7$/, 'expired'],
  [/^5\.7\./, 'refused_by_policy'],
  // "Bad sender's address" (RFC 3463 section 3.2).
  [/^5\.1\.[78]$/, 'sender_refused'],
  [/^4\./, 'temporarily_refused'],
];

/** Codes that say less than the text beside them: "other or undefined status" (RFC 3463 section 3.1), and some that servers use for all. */
const VAGUE = /^5\.(?:\d\.0|1\.4|3\.[0-35-9]|4\.[0-35-9]|5\.\d|6\.\d)$/;

/** Texts of servers without a code, or with a vague one; the first one that applies decides. */
const BY_TEXT: readonly Rule[] = [
  [/receiving (?:mail|email|messages) (?:at a rate|too (?:quickly|fast))/, 'temporarily_refused'],
  [
    /\bsender\b.{0,40}(?:reject|refused|denied|invalid|not (?:exist|valid|allowed|authori[sz]ed))/,
    'sender_refused',
  ],
  [
    /(?:mail ?box|inbox|quota|storage|disk|account|user|recipient).{0,30}(?:full|exceed|over ?quota|over (?:the )?limit)|over ?quota|quota (?:exceeded|violation)|(?:exceed\w*|insufficient).{0,40}(?:quota|storage|disk space)|not enough (?:storage|disk)|no space left/,
    'mailbox_full',
  ],
  [
    /(?:message|mail|size|content|body|attachment).{0,40}(?:too (?:large|big|long)|exceed\w*.{0,40}(?:size|limit|length|maximum)|larger than)|exceed\w*.{0,30}(?:message|mail|maximum|fixed).{0,20}size|maximum .{0,20}(?:message )?size|size limit exceeded|limit (?:of|on) .{0,30}size/,
    'too_large',
  ],
  [
    /(?:user|recipient|mailbox|address|account|alias|local part)(?: name)?\b.{0,60}(?:unknown|not (?:found|recogni[sz]ed|listed|exist|valid|known|our customer)|does ?n[o']t exist|doesn['’]t (?:exist|have)|not exist|disabled|inactive|deactivated|invalid|unavailable|no longer|suspended|closed|rejected: undeliverable)/,
    'recipient_unknown',
  ],
  [
    /(?:unknown|no such|invalid|bad|illegal|nonexistent|non-existent|not a valid) (?:or (?:illegal|invalid) )?(?:user|recipient|mailbox|address|account|person|domain|host|destination|alias|local)|unroutable|unrouteable|no mailbox (?:here )?by that name|not our customer|user doesn|(?:couldn't|could not|can't|cannot) (?:find|be found)|wasn't found|no (?:valid )?(?:mx|mail exchanger|mail server)|null mx|no smtp service|host \S{1,253} not found|dns lookup failure|frozen|host (?:or domain )?(?:name )?(?:is )?(?:unknown|not found)|domain (?:name )?(?:does not exist|not found|couldn)|name service error|host not found|nxdomain|no (?:account|user|mailbox|recipient)\b|does not (?:have a|accept mail|exist)|address rejected/,
    'recipient_unknown',
  ],
  [
    /spam|\bblack ?list|\bblock(?:ed|list)|denied|polic(?:y|ies)|prohibited|not (?:allowed|permitted|authori[sz]ed)|reputation|dmarc|\bspf\b|\bdkim\b|\brbl\b|dnsbl|virus|malware|phish|relay(?:ing)?|content (?:rejected|filter)|banned|unsolicited|restrict|secur|refused to (?:accept|talk)|forbidden|\brdns\b|\bptr\b|filtered|mismatch|authentication (?:required|failed)/,
    'refused_by_policy',
  ],
  [
    /time[d ]*[ -]?out|expired|too long|deferred|temporar|try again|retry|(?:couldn't|could not|unable to|cannot) (?:connect|contact|reach)|connection (?:refused|lost|reset|dropped)|no route|unreachable|greylist|rate limit|too many|giving up|(?:multiple|all) retries|failing for a long time|not accept(?:ing)? .{0,20}connect|service .{0,12}unavailable|hop count|loop/,
    'temporarily_refused',
  ],
];

/**
 * The cause of a bounce by its enhanced status code (RFC 3463, 5248), or by what the server said where there is none or one that says little.
 * A code in the text of the server is more exact than the vague one of the report.
 */
export function bounceError(status: string | null, said: string): BounceError {
  const text = said.slice(0, 2_000);
  const code = isVague(status) ? (statusIn(text) ?? status) : status;
  const cause = causeOf(code, text);
  return { ...sendError(cause, { status: code, text }), kind: KINDS[cause] ?? 'other' };
}

/** The first enhanced status code in a text that stands by itself or behind a reply code: `550 5.1.1`, `(#5.1.1)`, `550-5.1.1`. */
export function statusIn(text: string): string | null {
  const codes = [...text.matchAll(/(?<![\d.])[45]\.\d{1,2}\.\d{1,3}(?![\d.])/g)].map(([code]) => code);
  return codes.find((code) => !isVague(code)) ?? codes[0] ?? null;
}

const isVague = (status: string | null) => status === null || VAGUE.test(status);

function causeOf(status: string | null, said: string): SendErrorCode {
  const byStatus = first(BY_STATUS, status ?? '');
  if (byStatus !== null && (byStatus !== 'temporarily_refused' || said === '')) return byStatus;
  const byText = first(BY_TEXT, said.toLowerCase());
  // A refusal for now is none for good, whatever its text says of the address.
  if (byStatus !== null) return byText === 'mailbox_full' ? byText : byStatus;
  const reply = /(?<![\d.])([45])\d\d(?![\d.])/.exec(said)?.[1];
  return byText ?? (reply === '4' ? 'temporarily_refused' : 'refused');
}

const first = (rules: readonly Rule[], text: string): SendErrorCode | null =>
  rules.find(([pattern]) => pattern.test(text))?.[1] ?? null;
