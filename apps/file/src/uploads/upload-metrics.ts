import { ApiError } from '@parley/contracts';
import { Counter, Gauge } from '@parley/runtime/metrics';

export const uploadsInFlight = new Gauge({
  name: 'parley_file_uploads_in_flight',
  help: 'Uploads that this process receives',
});

const uploadedBytes = new Counter({
  name: 'parley_file_uploaded_bytes_total',
  help: 'Bytes of uploads that were stored',
});

const uploads = new Counter({
  name: 'parley_file_uploads_total',
  help: 'Uploads by result',
  labelNames: ['result'],
});

// Otherwise the first one would be no increase.
for (const result of ['stored', 'refused', 'failed', 'aborted']) uploads.inc({ result }, 0);

/** Counts an upload by what became of it. */
export function countUpload(outcome: { size: number } | { error: unknown }): void {
  if ('size' in outcome) uploadedBytes.inc(outcome.size);
  uploads.inc({ result: 'size' in outcome ? 'stored' : resultOf(outcome.error) });
}

function resultOf(error: unknown): 'refused' | 'failed' | 'aborted' {
  if (!(error instanceof ApiError)) return 'aborted';
  return error.status < 500 ? 'refused' : 'failed';
}
