import { encodeId, type Contact } from '@parley/contracts';
import { versioned } from '@parley/runtime/records';
import type { ContactRow } from './contact.entity.ts';

export function toContact(row: ContactRow): Contact {
  return versioned(row.version, {
    id: encodeId('contact', row.id),
    email: row.email,
    name: row.name,
    phone: row.phone,
    phone_e164: row.phone_e164,
    external_id: row.external_id,
    company: row.company,
    custom_fields: row.custom_fields,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  });
}
