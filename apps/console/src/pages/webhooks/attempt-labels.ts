/** Why an attempt failed, in words that say where to look. */
const ERRORS: Readonly<Record<string, string>> = {
  timeout: 'The endpoint did not answer in time',
  connect_timeout: 'No connection within the time limit',
  connection_refused: 'The connection was refused: nothing listens there',
  connection_reset: 'The connection was closed before an answer',
  unreachable: 'The host cannot be reached',
  dns_failed: 'The name of the host cannot be resolved',
  tls_failed: 'The TLS certificate was not accepted',
  target_not_allowed: 'The address is not allowed by this installation',
  invalid_response: 'The answer was no valid HTTP',
  redirect: 'The endpoint redirected; redirects are not followed',
  request_failed: 'The request failed',
  secret_unreadable: 'Not sent: the secret cannot be decrypted',
  body_missing: 'Not sent: the payload is older than its retention time',
  cancelled: 'Stopped by a restart; it is sent again',
};

export function outcomeOf({
  status_code: status,
  error,
}: {
  status_code: number | null;
  error: string | null;
}): string {
  if (error === null) return `Answered ${status ?? ''}`.trim();
  if (error === 'unexpected_status' && status !== null) return `Answered ${status} instead of 2xx`;
  return ERRORS[error] ?? error;
}

const TRIGGERS: Readonly<Record<string, string>> = {
  schedule: 'By schedule',
  manual: 'Sent again by hand',
  test: 'Test',
};

export const triggerOf = (trigger: string): string => TRIGGERS[trigger] ?? trigger;
