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
import type { PhoneKeys } from '@parley/lists';

type Patch = ParsedInput<typeof updateContact>['body'];

const IDENTIFIERS = ['email', 'phone', 'external_id'] as const;

/**
 * Columns that a patch changes; empty if none. Throws 422 if neither an email, a phone number nor an external id would remain.
 * @param keys those of the phone number of the patch
 */
export function contactChanges(row: ContactRow, patch: Patch, keys: PhoneKeys): RowChanges<ContactRow> {
  const { custom_fields: fields, ...rest } = patch;
  const requested: RowChanges<ContactRow> = { ...rest };
  if (patch.email !== undefined) requested.email_key = patch.email === null ? null : emailKey(patch.email);
  if (patch.phone !== undefined) Object.assign(requested, keys);
  if (fields !== undefined) requested.custom_fields = mergeCustomFields(row.custom_fields, fields);
  const changes = changedValues(row, requested);
  const next = { ...row, ...changes };
  if (IDENTIFIERS.every((field) => next[field] === null))
    throw invalidParameter(
      IDENTIFIERS.find((field) => patch[field] === null) ?? 'email',
      CONTACT_METHOD_REQUIRED,
    );
  return changes;
}
