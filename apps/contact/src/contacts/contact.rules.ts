import {
  emailKey,
  invalidParameter,
  mergeCustomFields,
  type ParsedInput,
  CONTACT_METHOD_REQUIRED,
  type updateContact,
} from '@parley/contracts';
import { changedValues } from '@parley/runtime/records';
import type { RowChanges } from '@parley/persistence';
import type { ContactRow } from './contact.entity.ts';

type Patch = ParsedInput<typeof updateContact>['body'];

/** Columns that a patch changes; empty if none. Throws 422 if neither an email nor a phone number would remain. */
export function contactChanges(row: ContactRow, patch: Patch): RowChanges<ContactRow> {
  const { custom_fields: fields, ...rest } = patch;
  const requested: RowChanges<ContactRow> = { ...rest };
  if (patch.email !== undefined) requested.email_key = patch.email === null ? null : emailKey(patch.email);
  if (fields !== undefined) requested.custom_fields = mergeCustomFields(row.custom_fields, fields);
  const changes = changedValues(row, requested);
  if ({ ...row, ...changes }.email === null && { ...row, ...changes }.phone === null) {
    const param = patch.email === null ? 'email' : 'phone';
    throw invalidParameter(param, CONTACT_METHOD_REQUIRED);
  }
  return changes;
}
