import { encodeId, type Contact } from '@parley/contracts';
import { tenantStatement } from '@parley/persistence';
import type { ContactRow } from './contact.entity.ts';

export const findContact = tenantStatement<ContactRow>(
  'contact.find',
  'select * from contact where workspace_id = $1 and mode = $2 and id = $3',
);

export const findContactByEmail = tenantStatement<ContactRow>(
  'contact.find_by_email',
  'select * from contact where workspace_id = $1 and mode = $2 and email_key = $3',
);

export const insertContactUnlessKnown = tenantStatement<ContactRow>(
  'contact.insert_unless_known',
  `insert into contact (workspace_id, mode, id, version, email, email_key, name, created_at, updated_at)
   values ($1, $2, $3, 1, $4, $5, $6, $7, $7) on conflict on constraint contact_email do nothing returning *`,
);

/** A contact as the API shows it. */
export function toContact(row: ContactRow): Contact {
  return {
    id: encodeId('contact', row.id),
    email: row.email,
    name: row.name,
    phone: row.phone,
    company: row.company,
    custom_fields: row.custom_fields,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
