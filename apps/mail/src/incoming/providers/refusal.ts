import type { ErrorCode } from '@parley/contracts';

/** What is answered, by why a request is refused. */
const ANSWERS = {
  authentication: { code: 'forbidden', status: 401 },
  busy: { code: 'service_unavailable', status: 503 },
  malformed: { code: 'invalid_parameter', status: 400 },
  misconfigured: { code: 'invalid_parameter', status: 422 },
  too_large: { code: 'body_too_large', status: 413 },
  unavailable: { code: 'service_unavailable', status: 503 },
} as const satisfies Record<string, { readonly code: ErrorCode; readonly status: number }>;

export type RefusalReason = keyof typeof ANSWERS;

export const REFUSAL_REASONS = Object.keys(ANSWERS) as RefusalReason[];

/** A request of a provider that is not taken over. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  readonly status: number;

  constructor(
    readonly reason: RefusalReason,
    message: string,
  ) {
    super(message);
    const { code, status } = ANSWERS[reason];
    this.code = code;
    this.status = status;
  }

  /** Whether a repetition of the request would be refused too, whatever an admin changes. */
  get isFinal(): boolean {
    return this.reason === 'malformed' || this.reason === 'too_large';
  }
}

export const malformed = (message: string): Refusal => new Refusal('malformed', message);
export const misconfigured = (message: string): Refusal => new Refusal('misconfigured', message);
export const unauthenticated = (message: string): Refusal => new Refusal('authentication', message);
