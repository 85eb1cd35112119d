import { initializedCounter } from '@parley/runtime/metrics';
import { NOTICE_KINDS } from './budget.rules.ts';

const RESULTS = ['sent', 'deferred', 'failed', 'expired', 'over_budget'] as const;

export const noticesCompleted = initializedCounter(
  {
    name: 'parley_notices_total',
    help: `Mails of the product itself by kind and by what became of them: ${RESULTS.join(', ')}`,
  },
  { kind: NOTICE_KINDS, result: RESULTS },
);
