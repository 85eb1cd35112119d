import { z } from 'zod';
import { ERROR_TYPES, errors, type ErrorCode, type ErrorType } from './error.ts';
import { withMeta } from './operation.ts';

const EXAMPLE = 'ticket_01h2xcejqtf2nbrexx3vqjhp41';

const RECORDS_MAX = 100;
/** With ids that are given more than once. */
const SENT_MAX = 1_000;

/** The body of a bulk update: up to 100 ids and one change for all of them. An id given twice counts once. */
export function bulkBody<Update extends z.ZodType>(update: Update) {
  return z.object({
    ids: z
      .array(z.string().max(255))
      .min(1)
      .max(SENT_MAX)
      .transform((ids) => [...new Set(ids)])
      .refine((ids) => ids.length <= RECORDS_MAX, {
        message: `must name at most ${RECORDS_MAX} records`,
        params: { code: 'too_many_items' satisfies ErrorCode },
      })
      .meta({
        description: `The records to change, 1 to ${RECORDS_MAX}; an id given twice counts once`,
        examples: [[EXAMPLE]],
      }),
    update: update.meta({ description: 'What to change in each of them' }),
  });
}

const BulkError = z
  .object({
    type: z
      .enum(Object.keys(ERROR_TYPES) as [ErrorType, ...ErrorType[]])
      .meta({ description: 'Kind of the error' }),
    code: z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]).meta({ description: 'What is wrong' }),
    message: z.string().meta({ description: 'For a developer to read', examples: ['No such ticket.'] }),
    param: z
      .string()
      .optional()
      .meta({ description: 'The part of the request at fault', examples: ['update.email'] }),
  })
  .meta({ id: 'BulkError', description: 'Why one record was not changed' });

const BulkItem = z
  .object({
    id: z.string().meta({ description: 'The id as it was sent', examples: [EXAMPLE] }),
    status: z.enum(['updated', 'unchanged', 'failed']).meta({ description: 'What became of the record' }),
    error: BulkError.optional(),
  })
  .meta({ id: 'BulkItem', description: 'What a bulk update did to one record' });

const BulkMeta = z
  .object({
    total: z.int().meta({ description: 'How many records were named', examples: [3] }),
    succeeded: z.int().meta({ description: 'How many are now as asked', examples: [2] }),
    failed: z.int().meta({ description: 'How many could not be changed', examples: [1] }),
  })
  .meta({ id: 'BulkMeta', description: 'What a bulk update did, in numbers' });

/** The response of a bulk update: what became of each id, in the order in which they were sent. */
export const bulkResult = withMeta(
  z.array(BulkItem).meta({ description: 'What became of each record, in the order they were sent' }),
  BulkMeta,
);
export interface BulkResult {
  data: z.output<typeof BulkItem>[];
  meta: z.output<typeof BulkMeta>;
}
