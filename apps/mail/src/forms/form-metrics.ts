import { initializedCounter } from '@parley/runtime/metrics';

const RESULTS = ['received', 'waiting', 'confirmed', 'repeated', 'refused', 'delivered', 'failed'] as const;

export const formSubmissions = initializedCounter(
  {
    name: 'parley_form_submissions_total',
    help: `Submissions of contact forms by what became of them: ${RESULTS.join(', ')}; one that is confirmed was waiting before`,
  },
  { result: RESULTS },
);
