import { z } from 'zod';
import { component, documentedAs, integer, optionalString, string } from './documented.ts';
import { ERROR_TYPES, errors, type ErrorCode, type ErrorType } from './error.ts';
import { exampleId } from './id.ts';
import { fieldsBeside, READ_ONLY, withMeta } from './operation.ts';

const RECORDS_MAX = 100;
/** Most bytes that one update writes to all records together, each with its search words, an event and its deliveries. */
const BYTES_MAX = 1024 * 1024;

/** Maximum array length, including duplicate ids. */
const IDS_MAX = 1_000;

/** An update that names no field which the records show and it cannot write: none of them could have the value. */
function withoutReadOnly<Update extends z.ZodObject>(record: z.ZodObject, update: Update): Update {
  const readOnly = fieldsBeside(record, update);
  const checked = z.unknown().superRefine((sent, context) => {
    if (typeof sent !== 'object' || sent === null) return;
    for (const name of readOnly.filter((one) => one in sent))
      context.addIssue({
        code: 'custom',
        path: [name],
        message: READ_ONLY.message,
        params: { code: READ_ONLY.code },
      });
  });
  return documentedAs(checked.pipe(update) as unknown as Update, update);
}

/** The resources of which many records can be updated at once. */
type BulkNoun = 'contact' | 'conversation' | 'ticket';

const bulkBody = <Update extends z.ZodType>(noun: BulkNoun, update: Update) =>
  z
    .object({
      ids: z
        .array(z.string().max(255))
        .min(1)
        .max(IDS_MAX)
        .transform((ids) => [...new Set(ids)])
        .refine((ids) => ids.length <= RECORDS_MAX, {
          message: `must contain at most ${RECORDS_MAX} different ids`,
          params: { code: 'too_many_items' satisfies ErrorCode },
        })
        .meta({
          description: `Ids of the records to update, 1 to ${RECORDS_MAX} different ones; of ${IDS_MAX} at most, duplicates are ignored`,
          examples: [[exampleId(noun)]],
        }),
      update: update.describe('Fields to change in every record'),
    })
    .superRefine((body, context) => {
      const { ids, update: changes } = body as { ids: string[]; update: unknown };
      const most = Math.max(1, Math.floor(BYTES_MAX / Buffer.byteLength(JSON.stringify(changes))));
      if (ids.length <= most) return;
      const message = `must contain at most ${most} different ids for an update of this size`;
      const params = { code: 'too_many_items' satisfies ErrorCode };
      context.addIssue({ code: 'custom', path: ['ids'], message, params });
    });

export const BulkError = component('BulkError', 'The reason why a record could not be updated', {
  type: z.enum(Object.keys(ERROR_TYPES) as [ErrorType, ...ErrorType[]]).describe('Error type'),
  code: z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]).describe('Error code'),
  message: string('Human-readable message', 'No such ticket.'),
  param: optionalString('Path of the invalid parameter', 'update.email'),
});

const BulkItem = component('BulkItem', 'Result of a bulk update for one record', {
  id: string('Id, as sent', exampleId('ticket')),
  status: z.enum(['updated', 'unchanged', 'failed']).describe('Result for this record'),
  error: BulkError.optional(),
});

const BulkMeta = component('BulkMeta', 'Counts of a bulk update', {
  total: integer('Number of different ids in the request', 3),
  succeeded: integer('Number of records that now match the update, unchanged ones included', 2),
  failed: integer('Number of records that could not be updated', 1),
});

const bulkResult = withMeta(z.array(BulkItem).describe('Results in the order of the ids'), BulkMeta);
export interface BulkResult {
  data: z.output<typeof BulkItem>[];
  meta: z.output<typeof BulkMeta>;
}

/** What the operations that apply one update to many resources have in common. */
export const bulkUpdate = <Update extends z.ZodObject>(
  noun: BulkNoun,
  record: z.ZodObject,
  update: Update,
) => ({
  summary: `Bulk update ${noun}s`,
  description:
    `Applies one update to up to ${RECORDS_MAX} ${noun}s; each succeeds or fails independently. Returns 200 even if some ` +
    `fail; check the \`status\` of each result. An update that is invalid for every ${noun} returns 422 and changes none. ` +
    'Counts as one request towards the rate limit. The size of `update` times the number of records is at most 1 MiB.',
  body: bulkBody(noun, withoutReadOnly(record, update)),
  response: bulkResult,
  errors: ['read_only_parameter'] as const,
});
