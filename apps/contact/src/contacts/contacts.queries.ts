import { emailKey } from '@parley/contracts';
import {
  addressPattern,
  createdWithin,
  defineList,
  equals,
  type Filter,
  type PhoneKeys,
  prefixRange,
  updatedWithin,
} from '@parley/lists';
import { Selection, tenantStatement } from '@parley/persistence';
import { ContactRow } from './contact.entity.ts';

const CONTACTS = Selection.of(ContactRow);

export const findContact = tenantStatement<ContactRow>(
  'contact.find',
  `${CONTACTS.select()} where workspace_id = $1 and mode = $2 and id = $3`,
);

export const findContactForUpdate = tenantStatement<ContactRow>(
  'contact.find_for_update',
  `${findContact.text} for update`,
);

export const findContacts = tenantStatement<ContactRow>(
  'contact.find_many',
  `${CONTACTS.select()} where workspace_id = $1 and mode = $2 and id = any($3::uuid[]) order by id`,
);

export const lockContacts = tenantStatement<ContactRow>('contact.lock', `${findContacts.text} for update`);

/** Contacts that have an external id (`$3`) or an address (`$4`): at most two. */
export const findIdentified = tenantStatement<ContactRow>(
  'contact.find_identified',
  `${CONTACTS.select()} where workspace_id = $1 and mode = $2 and (external_id = $3 or email_key = $4) order by id`,
);

export const lockIdentified = tenantStatement<ContactRow>(
  'contact.lock_identified',
  `${findIdentified.text} for update`,
);

/** The digits find a number that was none of any country when it was written. */
const HAS_NUMBER = `(phone_e164 = (?::text[])[1] or phone_digits = (?::text[])[2])`;

/** The oldest contact with a number: the values of {@link numberValues}. */
export const findContactByPhone = tenantStatement<ContactRow>(
  'contact.find_by_phone',
  `${CONTACTS.select()} where workspace_id = $1 and mode = $2 and ${HAS_NUMBER.replaceAll('?', '$3')}
    order by phone_e164 = ($3::text[])[1] desc nulls last, created_at, id limit 1`,
);

/** Until the end of the transaction: nothing else keeps two requests from creating a contact of one number. */
export const lockPhone = tenantStatement<never>(
  'contact.lock_phone',
  `select pg_advisory_xact_lock(hashtextextended(concat_ws('/', 'phone', $1::uuid, $2::text, ($3::text[])[1], ($3::text[])[2]), 0))`,
);

export const numberValues = ({ phone_e164, phone_digits }: PhoneKeys) => [phone_e164, phone_digits];

/** Kind of an address filter, which decides the index that serves it; `*` is a wildcard. */
function kindOf(filter: string): 'exact' | 'prefix' | 'suffix' | 'infix' {
  const [start = '', ...others] = filter.split('*');
  if (others.length === 0) return 'exact';
  if (start !== '') return 'prefix';
  return others.length === 1 && others[0] !== '' ? 'suffix' : 'infix';
}

/** SQL of each kind; `?` is bound to {@link emailValues}. */
const EMAIL_CONDITIONS: Readonly<Record<ReturnType<typeof kindOf>, string>> = {
  exact: 'email_key = (?::text[])[1]',
  prefix:
    'email_order >= (?::text[])[2] and email_order < (?::text[])[3] and email_order like (?::text[])[1]',
  suffix: 'reverse(email_key) >= (?::text[])[2] and reverse(email_key) < (?::text[])[3]',
  infix: `email_order > '' and email_order like (?::text[])[1]`,
};

/** The exact key; else the `like` pattern and the index range of its prefix (of the reversed address for a suffix). */
function emailValues(filter: string): string[] {
  const kind = kindOf(filter);
  const key = emailKey(filter);
  if (kind === 'exact') return [key];
  const start = kind === 'suffix' ? [...key].reverse().join('') : key;
  return [addressPattern(filter), ...prefixRange(start.slice(0, start.indexOf('*')))];
}

const email: Filter = {
  sql: (filter: string) => EMAIL_CONDITIONS[kindOf(filter)],
  value: emailValues,
  set: (filter: string) => (kindOf(filter) === 'exact' ? undefined : 'unknown'),
  rowSql: `email_key || '' like (?::text[])[1]`,
  indexOnly: true,
};

export const contactList = defineList<ContactRow>({
  name: 'contact.list',
  rows: CONTACTS,
  countedBy: null,
  sorts: {
    created_at: 'created_at',
    updated_at: 'updated_at',
    name: { column: 'name_order', missing: "''" },
    email: { column: 'email_order', missing: "''" },
    company: { column: 'company_order', missing: "''" },
  },
  filters: {
    email,
    phone: { sql: HAS_NUMBER, value: numberValues, set: 'small' },
    external_id: { ...equals('external_id'), set: 'small' },
    ...createdWithin,
    ...updatedWithin,
  },
  search: {
    columns: {
      email: {
        sql: `email_order > '' and email_order like any(?::text[])`,
        rowSql: 'email_key like any(?::text[])',
        value: (patterns: readonly string[]) => patterns.map(addressPattern),
        set: 'large',
        indexOnly: true,
      },
    },
  },
});
