import type { HttpRequestError } from '@parley/egress';
import { mailboxFailure, type MailboxFailure, type SendErrorCode, type Step } from './send-error.ts';

const STEPS: Partial<Readonly<Record<HttpRequestError['code'], Step>>> = {
  dns_failed: 'dns',
  tls_failed: 'tls',
  connection_lost: 'authentication',
  timeout: 'authentication',
};

/** The failure of a request that was not made, or had no effect if it was. */
export function requestFailure({ code }: HttpRequestError): MailboxFailure {
  return mailboxFailure(code satisfies SendErrorCode, STEPS[code] ?? 'connection');
}
