import { z } from 'zod';
import { ERROR_TYPES, errors, type ErrorCode, type ErrorType } from './error.ts';
import { withMeta } from './operation.ts';

/** The body of a bulk update: up to 100 ids and one change for all of them. An id given twice counts once. */
export function bulkBody<Update extends z.ZodType>(update: Update) {
  return z.object({
    ids: z
      .array(z.string().max(255))
      .min(1)
      .max(100)
      .transform((ids) => [...new Set(ids)])
      .meta({ description: 'The records to change, 1 to 100' }),
    update,
  });
}

const BulkItem = z.object({
  id: z.string(),
  status: z.enum(['updated', 'unchanged', 'failed']),
  error: z
    .object({
      type: z.enum(Object.keys(ERROR_TYPES) as [ErrorType, ...ErrorType[]]),
      code: z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]),
      message: z.string(),
      param: z.string().optional(),
    })
    .optional()
    .meta({ description: 'Why this one failed; the others are changed all the same' }),
});

const BulkMeta = z.object({ total: z.int(), succeeded: z.int(), failed: z.int() });

/** The response of a bulk update: what became of each id, in the order in which they were sent. */
export const bulkResult = withMeta(z.array(BulkItem), BulkMeta);
export interface BulkResult {
  data: z.output<typeof BulkItem>[];
  meta: z.output<typeof BulkMeta>;
}
