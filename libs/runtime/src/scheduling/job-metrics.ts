import { Counter, ObservedMetric } from '../metrics.ts';

const runs = new Counter({
  name: 'parley_job_runs_total',
  help: 'Runs of scheduled jobs by result: succeeded, failed',
  labelNames: ['task', 'result'],
});

/** Counts a run of a scheduled job. */
export function countRun(task: string, result: 'succeeded' | 'failed'): void {
  runs.inc({ task, result });
}

/** Read at each scrape. */
export const jobsFailing = new ObservedMetric({
  name: 'parley_job_failing',
  help: '1 if the latest run of a scheduled job failed, else 0',
  labelNames: ['task'],
});
