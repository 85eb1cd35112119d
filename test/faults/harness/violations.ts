import type { FaultCase } from './fault-case.ts';
import type { Verdict, Write } from './history.ts';

/** After this the harness waits for nothing any more. How long it took is in the table. */
export const RECOVERED_WITHIN_S = 120;
/** The time that a request may take. */
export const REQUEST_TIMEOUT_MS = 5_000;
const TYPED = ['service_unavailable', 'outcome_unknown'];

/** Which promise did not hold; `case` is one that only this case makes. */
export type Promised =
  | 'lost'
  | 'unexpected'
  | 'repeated effect'
  | 'order'
  | 'recovery'
  | 'request'
  | 'tenant'
  | 'delivery'
  | 'conservation'
  | 'resources'
  | 'case';

export interface Violation {
  /** `incomplete`: the case could not be run to its end, or its fault did not happen. */
  readonly kind: Promised | 'incomplete';
  readonly text: string;
}

export const violations = (kind: Violation['kind'], texts: readonly string[]): Violation[] =>
  texts.map((text) => ({ kind, text }));

/** A violation if there are some of something. */
function some(kind: Promised, what: string, found: readonly string[]): Violation[] {
  return found.length === 0 ? [] : violations(kind, [`${found.length} ${what}, first: ${found[0]}`]);
}

/** What a history shows to be wrong. */
export function violationsOf(
  { mayReorder = false }: Pick<FaultCase, 'mayReorder'>,
  { lost, unexpected, repeated, crossed, outOfOrder, recoveredS }: Verdict,
): Violation[] {
  const isLate = recoveredS > RECOVERED_WITHIN_S;
  return [
    ...some('lost', 'lost', lost),
    ...some('unexpected', 'unexpected', unexpected),
    ...some('repeated effect', 'with two effects', repeated),
    ...some('tenant', 'in another workspace or mode', crossed),
    ...some('order', 'out of order', mayReorder ? [] : outOfOrder),
    ...violations('recovery', isLate ? [`recovered after ${recoveredS} s`] : []),
  ];
}

/** What is wrong with the responses. A request without one is refused by nobody: no case may have any. */
export function violationsOfRequests(
  { api }: Pick<FaultCase, 'api'>,
  writes: readonly Pick<Write, 'outcome' | 'code' | 'status'>[],
): Violation[] {
  const isAllowed = ({ outcome, code = '' }: Pick<Write, 'outcome' | 'code'>) =>
    outcome === 'ok' || (api === 'may refuse' && TYPED.includes(code));
  const wrong = writes.filter((write) => !isAllowed(write));
  const [first] = wrong;
  return violations('request', [
    ...(first === undefined
      ? []
      : [`${wrong.length} responses like ${first.status ?? 'none'} ${first.code ?? 'without a code'}`]),
  ]);
}
