import { Counter } from '@parley/runtime/metrics';
import { NOTICE_KINDS } from './budget.rules.ts';

const RESULTS = ['sent', 'deferred', 'failed', 'expired', 'over_budget'] as const;

export const noticesCompleted = new Counter<'kind' | 'result'>({
  name: 'parley_notices_total',
  help: `Mails of the product itself by kind and by what became of them: ${RESULTS.join(', ')}`,
  labelNames: ['kind', 'result'],
});
// Otherwise the first one would be no increase.
for (const kind of NOTICE_KINDS) for (const result of RESULTS) noticesCompleted.inc({ kind, result }, 0);
