import { Strategy, type VerifyFunction } from 'passport-http-bearer';

/** A token, or why there is none: nothing that could be one was sent, or it cannot be read as one. */
export type Bearer = { token: string } | 'missing' | 'malformed';

/**
 * The bearer strategy of passport, narrowed to the Authorization header: as it comes it also takes tokens from the
 * body and from the query string, which end in access logs (RFC 6750 section 2.3, RFC 9700 section 4.3.2).
 * The outcome is a field, not a callback: the strategy decides synchronously, so one instance serves all requests
 * and none costs a closure.
 */
class HeaderStrategy extends Strategy<VerifyFunction> {
  outcome: Bearer = 'missing';

  constructor() {
    super((token, done) => {
      done(null, { token });
    });
  }

  override authenticate(request: Parameters<Strategy<VerifyFunction>['authenticate']>[0]): void {
    const { authorization } = request.headers;
    super.authenticate({ headers: { authorization } } as typeof request);
  }

  success(found: { token: string }): void {
    this.outcome = found;
  }

  /** Called with a challenge when there is no bearer token, and with a bare status when the header is not two words. */
  fail(challenge: string | number): void {
    this.outcome = typeof challenge === 'number' ? 'malformed' : 'missing';
  }
}

const strategy = new HeaderStrategy();

/**
 * The token of an Authorization header. Another scheme counts as `missing`: such a caller does not know yet that a
 * bearer token is asked for (RFC 6750 section 3.1).
 */
export function readBearer(authorization: string | undefined): Bearer {
  strategy.authenticate({ headers: { authorization } } as Parameters<typeof strategy.authenticate>[0]);
  const { outcome } = strategy;
  return outcome === 'malformed' && !/^bearer(?: |$)/i.test(authorization ?? '') ? 'missing' : outcome;
}
