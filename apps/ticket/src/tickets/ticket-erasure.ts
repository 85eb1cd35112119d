import { Injectable } from '@nestjs/common';
import {
  countedBatch,
  ERASE_BATCH,
  ServiceErasure,
  workspaceStatement,
  type Erasure,
  type ErasureSteps,
} from '@parley/persistence';

/** Replaces the subject, which a ticket cannot be without. */
const ERASED_SUBJECT = 'Erased';

/** Includes tickets of requests that had begun before: they take up to 45 s. */
const clearTickets = workspaceStatement<{ erased: 1 }>(
  'ticket.clear_of_contact',
  `update ticket set subject = '${ERASED_SUBJECT}', description = null, custom_fields = '{}', version = version + 1,
       updated_at = now()
    where workspace_id = $1 and mode = $2 and id in (
      select id from ticket
       where workspace_id = $1 and mode = $2 and contact_id = $3 and created_at < $4::timestamptz + interval '1 minute'
         and (subject <> '${ERASED_SUBJECT}' or description is not null or custom_fields <> '{}')
       limit ${ERASE_BATCH} for update)
   returning 1 as erased`,
);

/** Those that were merged into others, which nobody sees unless the merge is undone. */
const clearMergedTickets = workspaceStatement<{ erased: 1 }>(
  'merged_ticket.clear_of_contact',
  `update merged_ticket set gained = gained || '{"custom_fields": {}}', record = record
       || '{"subject": "${ERASED_SUBJECT}", "description": null, "custom_fields": {}}'
    where workspace_id = $1 and mode = $2 and id in (
      select id from merged_ticket
       where workspace_id = $1 and mode = $2 and contact_id = $3
         and (record->>'created_at')::timestamptz < $4::timestamptz + interval '1 minute'
         and (record->>'subject' <> '${ERASED_SUBJECT}' or record->>'description' is not null
              or record->'custom_fields' <> '{}' or gained->'custom_fields' <> '{}')
       limit ${ERASE_BATCH} for update)
   returning 1 as erased`,
);

/** Removes the texts of the tickets of an erased contact; its name goes with `contact.deleted`. */
@Injectable()
export class TicketErasure extends ServiceErasure {
  /** An inbox exists in both modes. */
  override readonly settings = ['inbox'];

  override steps(type: Erasure['type']): ErasureSteps {
    if (type !== 'contact') return {};
    return {
      tickets: async (tx, { mode, subjectId, requestedAt }) =>
        countedBatch(await tx.query(clearTickets, [mode, subjectId, requestedAt])),
      merged_tickets: async (tx, { mode, subjectId, requestedAt }) =>
        countedBatch(await tx.query(clearMergedTickets, [mode, subjectId, requestedAt])),
    };
  }
}
