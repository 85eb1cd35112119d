import {
  emailKey,
  invalidParameter,
  mergeCustomFields,
  type ParsedInput,
  CONTACT_METHOD_REQUIRED,
  type updateContact,
} from '@parley/contracts';
import { differences } from '@parley/kernel';
import type { RowChanges } from '@parley/persistence';
import type { ContactRow } from './contact.entity.ts';

type Patch = ParsedInput<typeof updateContact>['body'];

/** What a patch changes in a contact; empty when it asks for what already is. Throws 422 when nothing would reach it. */
export function contactChanges(row: ContactRow, patch: Patch): RowChanges<ContactRow> {
  const { custom_fields: fields, ...rest } = patch;
  const asked: RowChanges<ContactRow> = { ...rest };
  if (patch.email !== undefined) asked.email_key = patch.email === null ? null : emailKey(patch.email);
  if (fields !== undefined) asked.custom_fields = mergeCustomFields(row.custom_fields, fields);
  const changes = differences(row, asked);
  if ({ ...row, ...changes }.email === null && { ...row, ...changes }.phone === null) {
    const param = patch.email === null ? 'email' : 'phone';
    throw invalidParameter(param, CONTACT_METHOD_REQUIRED);
  }
  return changes;
}
