import { encodeId, type Contact } from '@parley/contracts';
import { versioned } from '@parley/kernel';
import {
  addressPattern,
  createdWithin,
  defineList,
  tenantStatement,
  type ColumnFilter,
} from '@parley/persistence';
import type { ContactRow } from './contact.entity.ts';

export const findContact = tenantStatement<ContactRow>(
  'contact.find',
  'select * from contact where workspace_id = $1 and mode = $2 and id = $3',
);

/** Locked until the transaction ends, so that what is decided from it still holds when it is written. */
export const findContactForUpdate = tenantStatement<ContactRow>(
  'contact.find_for_update',
  `${findContact.text} for update`,
);

export const lockContacts = tenantStatement<ContactRow>(
  'contact.lock',
  'select * from contact where workspace_id = $1 and mode = $2 and id = any($3::uuid[]) order by id for update',
);

export const findContactByEmail = tenantStatement<ContactRow>(
  'contact.find_by_email',
  'select * from contact where workspace_id = $1 and mode = $2 and email_key = $3',
);

/**
 * A new contact, or the one that has the address by now, which is locked: one that was only looked up again could be
 * deleted meanwhile. It is the new one if it has the id that was sent.
 */
export const insertOrLockContact = tenantStatement<ContactRow>(
  'contact.insert_or_lock',
  `insert into contact (workspace_id, mode, id, version, email, email_key, name, created_at, updated_at)
   values ($1, $2, $3, 1, $4, $5, $6, $7, $7) on conflict on constraint contact_email
   do update set email_key = excluded.email_key returning *`,
);

/**
 * The address filter as two patterns of LIKE: of the address, and of the address written backwards, so that an index
 * also finds `*@example.com`.
 */
export function emailPatterns(filter: string): [string, string] {
  return [addressPattern(filter), addressPattern(filter, 'backwards')];
}

const email: ColumnFilter = {
  sql: 'email_key like (?::text[])[1] and reverse(email_key) like (?::text[])[2]',
  value: emailPatterns,
};

export const contactList = defineList<ContactRow>({
  name: 'contact.list',
  select: 'select contact.* from contact',
  table: 'contact',
  countedBy: null,
  sorts: {
    created_at: 'created_at',
    updated_at: 'updated_at',
    name: 'name_order',
    email: 'email_order',
    company: 'company_order',
  },
  filters: {
    email,
    ...createdWithin,
  },
  search: { columns: { email } },
});

/** A contact as the API shows it. */
export function toContact(row: ContactRow): Contact {
  return versioned(row.version, {
    id: encodeId('contact', row.id),
    email: row.email,
    name: row.name,
    phone: row.phone,
    company: row.company,
    custom_fields: row.custom_fields,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  });
}
