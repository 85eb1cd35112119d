import { Counter } from '@parley/runtime/metrics';

const RESULTS = ['received', 'waiting', 'confirmed', 'repeated', 'refused', 'delivered', 'failed'] as const;

export const formSubmissions = new Counter<'result'>({
  name: 'parley_form_submissions_total',
  help: `Submissions of contact forms by what became of them: ${RESULTS.join(', ')}; one that is confirmed was waiting before`,
  labelNames: ['result'],
});
// Otherwise the first one would be no increase.
for (const result of RESULTS) formSubmissions.inc({ result }, 0);
