import type { EgressGuard } from '@parley/egress';
import type { MailConfig } from '../../mail.config.ts';

export type SmtpAuthentication =
  | { readonly type: 'password'; readonly username: string; readonly password: string }
  | { readonly type: 'oauth2'; readonly username: string; readonly accessToken: string };

/** Milliseconds. */
export interface SmtpTimeouts {
  /** Name resolution and TCP, for all addresses together. */
  readonly connect: number;
  /** The time from then until the server has taken the sign-in. */
  readonly setup: number;
  /** The time without progress in an answer or in the body. RFC 5321 section 4.5.3.2 asks for 5 minutes. */
  readonly command: number;
  /** The answer to the complete body. Who stops waiting before 10 minutes makes duplicates (RFC 1047, RFC 5321 section 4.5.3.2.6). */
  readonly reply: number;
}

export const SMTP_TIMEOUTS: SmtpTimeouts = {
  connect: 10_000,
  setup: 60_000,
  command: 5 * 60_000,
  reply: 10 * 60_000,
};

export interface SmtpOptions {
  readonly guard: EgressGuard;
  /** A name or an address; that of IPv6 in brackets or without. */
  readonly host: string;
  /** One of {@link SUBMISSION_PORTS}, or any port of a host that the options of the guard name. */
  readonly port: number;
  /** `none` is possible for hosts that the options of the guard name. */
  readonly security: 'tls' | 'starttls' | 'none';
  readonly authentication: SmtpAuthentication | null;
  readonly timeouts?: SmtpTimeouts;
  /** Connections that stay open for the next mail; 0 makes one for each mail. */
  readonly idleConnections?: number;
  /** Milliseconds after which they are closed. */
  readonly idleMs?: number;
  /** The name in EHLO; by default that of the machine. */
  readonly clientName?: string;
  /** Trusted certificate authorities as PEM, in place of Node's own. */
  readonly ca?: string;
}

/** The options that the operator sets for all connections. */
export const configuredSmtp = ({
  MAIL_ANSWER_TIMEOUT: reply,
  MAIL_CLIENT_NAME: name,
}: MailConfig): Pick<SmtpOptions, 'timeouts' | 'clientName'> => ({
  timeouts: { ...SMTP_TIMEOUTS, reply },
  ...(name !== '' && { clientName: name }),
});
