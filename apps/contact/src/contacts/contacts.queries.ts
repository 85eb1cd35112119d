import { emailKey, encodeId, type Contact } from '@parley/contracts';
import { versioned } from '@parley/kernel';
import { addressPattern, createdWithin, defineList, type Filter, prefixRange } from '@parley/lists';
import { tenantStatement } from '@parley/persistence';
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

/** How an address filter is found: as it is, by its beginning, by its end alone, or nowhere but in all addresses. */
function formOf(filter: string): 'whole' | 'beginning' | 'end' | 'anywhere' {
  const [start = '', ...others] = filter.split('*');
  if (others.length === 0) return 'whole';
  if (start !== '') return 'beginning';
  return others.length === 1 && others[0] !== '' ? 'end' : 'anywhere';
}

/** SQL of each form; `?` is what {@link emailValues} makes of the filter. */
const FORMS: Readonly<Record<ReturnType<typeof formOf>, string>> = {
  whole: 'email_key = (?::text[])[1]',
  beginning:
    'email_order >= (?::text[])[2] and email_order < (?::text[])[3] and email_order like (?::text[])[1]',
  end: 'reverse(email_key) >= (?::text[])[2] and reverse(email_key) < (?::text[])[3]',
  anywhere: `email_order > '' and email_order like (?::text[])[1]`,
};

/** The address, or its pattern, and between what an index has those that begin, or written backwards end, as it does. */
function emailValues(filter: string): string[] {
  const form = formOf(filter);
  const key = emailKey(filter);
  if (form === 'whole') return [key];
  const start = form === 'end' ? [...key].reverse().join('') : key;
  return [addressPattern(filter), ...prefixRange(start.slice(0, start.indexOf('*')))];
}

const email: Filter = {
  sql: (filter: string) => FORMS[formOf(filter)],
  value: emailValues,
  set: (filter: string) => (formOf(filter) === 'whole' ? undefined : 'unknown'),
  rowSql: `email_key || '' like (?::text[])[1]`,
  indexOnly: true,
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
  search: {
    columns: {
      email: {
        sql: `email_order > '' and email_order like ?`,
        rowSql: 'email_key like ?',
        value: addressPattern,
        set: 'large',
        indexOnly: true,
      },
    },
  },
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
