import type { Authenticator, Refusal, TokenResult } from '@parley/authentication';
import type { FastifyRequest } from 'fastify';
import { Strategy, type VerifyFunctionWithRequest } from 'passport-http-bearer';
import { keyedRequest } from './idempotency.ts';
import { addressOf } from './request-context.ts';

/** A request without a valid token, and the `WWW-Authenticate` of its 401 (RFC 6750 section 3). */
export interface Challenged {
  readonly kind: 'challenged';
  readonly refusal: Refusal;
  readonly challenge: string;
}

const MISSING: Refusal = { kind: 'refused', code: 'missing_api_key', known: false };
const MALFORMED: Refusal = { kind: 'refused', code: 'invalid_api_key', known: false };
const REALM = 'api';

/** What the strategy reads of a request: the header alone. It would take tokens of body and query string as well, which
 * end in access logs (RFC 6750 section 2.3, RFC 9700 section 4.3.2). */
interface HeaderOnly {
  readonly headers: { readonly authorization: string | undefined };
  readonly request: FastifyRequest;
  refusal?: Refusal;
}

type StrategyRequest = Parameters<Strategy<VerifyFunctionWithRequest>['authenticate']>[0];

/** Passport derives an object with these methods from a strategy for each request, on which the strategy calls one of them. */
interface Attempt extends Strategy<VerifyFunctionWithRequest> {
  success: (result: Exclude<TokenResult, Refusal>) => void;
  fail: (challenge: string | number) => void;
  error: (error: unknown) => void;
}

/** The bearer strategy of passport, whose verify callback asks the authenticator. */
export class BearerAuthentication {
  readonly #strategy: Strategy<VerifyFunctionWithRequest>;

  constructor(authenticator: Authenticator) {
    this.#strategy = new Strategy<VerifyFunctionWithRequest>(
      { realm: REALM, passReqToCallback: true },
      (given, token, done) => {
        const asked = given as unknown as HeaderOnly;
        const { request } = asked;
        const { operationRoute } = request.routeOptions.config;
        const keyed = keyedRequest(operationRoute, request.headers['idempotency-key']);
        request.token = token;
        authenticator.authenticate(token, addressOf(request), keyed).then((result) => {
          if (result.kind === 'refused') {
            asked.refusal = result;
            done(null, false, result.code === 'token_expired' ? 'Token expired' : '');
          } else done(null, result);
        }, done);
      },
    );
  }

  /** Whose request it is. Another scheme counts as a missing token: such a caller does not know yet which one is asked for. */
  authenticate(request: FastifyRequest): Promise<Exclude<TokenResult, Refusal> | Challenged> {
    const { authorization } = request.headers;
    const asked: HeaderOnly = { headers: { authorization }, request };
    return new Promise((resolve, reject) => {
      const attempt = Object.create(this.#strategy) as Attempt;
      attempt.success = resolve;
      attempt.error = reject;
      // A bare status is that of a header which is not two words.
      attempt.fail = (challenge) =>
        resolve(
          typeof challenge === 'number' && /^bearer(?: |$)/i.test(authorization ?? '')
            ? challenged(MALFORMED, `Bearer realm="${REALM}", error="invalid_token"`)
            : challenged(
                asked.refusal ?? MISSING,
                typeof challenge === 'number' ? `Bearer realm="${REALM}"` : challenge,
              ),
        );
      attempt.authenticate(asked as unknown as StrategyRequest);
    });
  }
}

const challenged = (refusal: Refusal, challenge: string) =>
  ({ kind: 'challenged', refusal, challenge }) as const;
