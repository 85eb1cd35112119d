import { Injectable } from '@nestjs/common';
import {
  ApiError,
  contactCreated,
  contactDeleted,
  contactUpdated,
  createContact,
  deleteContact,
  emailKey,
  encodeId,
  findOrCreateContact,
  getContact,
  invalidParameter,
  listContacts,
  lookUpContacts,
  searchContacts,
  searchableContacts,
  mergeCustomFields,
  notFound,
  updateContact,
  updateContacts,
  upsertContact,
  uuidOf,
  type Contact,
  type ContactReference,
  type ParsedInput,
} from '@parley/contracts';
import { type TenantContext } from '@parley/runtime/context';
import { changedFields, uuidOfNewRecord } from '@parley/runtime/records';
import { readPage, searchBest, type PhoneKeys } from '@parley/lists';
import { changeEach, Database, wasErasedAfter, type Transaction } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { ContactRow } from './contact.entity.ts';
import { contactChanges } from './contact.rules.ts';
import { toContact } from './contact.serializer.ts';
import * as queries from './contacts.queries.ts';
import { PhoneNumbers } from './phone-numbers.ts';

type Draft = ParsedInput<typeof createContact>['body'];
type Patch = ParsedInput<typeof updateContact>['body'];

/** A contact of which only what identifies it is known. */
const NOTHING: Draft = {
  email: null,
  name: null,
  phone: null,
  external_id: null,
  company: null,
  custom_fields: {},
};

type Identified = Pick<Patch, 'email' | 'external_id'>;

const identifiers = ({ email, external_id: id }: Identified) => [
  id ?? null,
  email == null ? null : emailKey(email),
];

/** Throws 422 if the external id and the address belong to different contacts. */
function onlyOne(
  rows: readonly ContactRow[],
  { external_id: externalId }: Identified,
): ContactRow | undefined {
  if (rows.length < 2) return rows[0];
  const details = rows.map((row) => {
    const param = row.external_id === externalId ? 'external_id' : 'email';
    return { code: 'ambiguous_match', param, message: `belongs to ${encodeId('contact', row.id)}` } as const;
  });
  const message = 'external_id and email belong to different contacts';
  throw new ApiError('ambiguous_match', { param: 'external_id', message, details });
}

/** Throws 422 unless what a reference has beside an id is that contact's own. */
function assertSame(
  row: ContactRow,
  keys: PhoneKeys,
  { email, external_id: externalId, phone }: ContactReference,
) {
  const refuse = (param: string) => invalidParameter(param, 'is not that of the contact');
  if (email !== undefined && row.email_key !== emailKey(email)) throw refuse('email');
  if (externalId !== undefined && row.external_id !== externalId) throw refuse('external_id');
  const isNumber =
    keys.phone_e164 !== null ? row.phone_e164 === keys.phone_e164 : row.phone_digits === keys.phone_digits;
  if (phone !== undefined && !isNumber) throw refuse('phone');
}

/** Runs a write again that a contact of another request has stopped, which is found now. */
async function withRivals<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'duplicate_value') return write();
    throw error;
  }
}

@Injectable()
export class Contacts {
  constructor(
    private readonly db: Database,
    private readonly numbers: PhoneNumbers,
  ) {}

  @Handles(createContact)
  async create(ctx: TenantContext, { body }: ParsedInput<typeof createContact>) {
    const keys = await this.numbers.keysOf(ctx, body.phone);
    return this.db.transaction(ctx, (tx) => this.#add(tx, body, keys));
  }

  @Handles(upsertContact)
  async upsert(ctx: TenantContext, { body }: ParsedInput<typeof upsertContact>) {
    const keys = await this.numbers.keysOf(ctx, body.phone);
    return withRivals(() =>
      this.db.transaction(ctx, async (tx) => {
        const row = onlyOne(await tx.query(queries.lockIdentified, identifiers(body)), body);
        if (row === undefined)
          return { data: await this.#add(tx, { ...NOTHING, ...body }, keys), meta: { created: true } };
        const data = (await this.#change(tx, row, body, keys)) ?? toContact(row);
        return { data, meta: { created: false } };
      }),
    );
  }

  @Handles(getContact)
  async get(ctx: TenantContext, { params }: ParsedInput<typeof getContact>) {
    const row = await this.db.read(ctx).one(queries.findContact, [uuidOf('contact', params.contact_id)]);
    if (row === undefined) throw notFound('contact');
    return toContact(row);
  }

  @Handles(lookUpContacts)
  async lookUp(ctx: TenantContext, { ids }: ParsedInput<typeof lookUpContacts>) {
    const uuids = ids.map((id) => uuidOf('contact', id));
    return (await this.db.read(ctx).query(queries.findContacts, [uuids])).map(toContact);
  }

  @Handles(listContacts)
  async list(ctx: TenantContext, { query }: ParsedInput<typeof listContacts>) {
    const { phone, ...others } = query;
    const filters =
      phone === undefined ? others : { ...others, phone: await this.numbers.keysOf(ctx, phone) };
    const { rows, ...page } = await readPage(this.db.read(ctx), queries.contactList, filters);
    return { ...page, items: rows.map(toContact) };
  }

  @Handles(searchContacts)
  async search(ctx: TenantContext, input: ParsedInput<typeof searchContacts>) {
    const db = this.db.read(ctx);
    const { rows, ...found } = await searchBest(db, queries.contactList, searchableContacts, input);
    return { ...found, items: rows.map(toContact) };
  }

  @Handles(updateContact)
  async update(ctx: TenantContext, { params, body }: ParsedInput<typeof updateContact>) {
    const keys = await this.numbers.keysOf(ctx, body.phone);
    const id = uuidOf('contact', params.contact_id);
    return this.db.transaction(ctx, async (tx) => {
      const row = await tx.lock(queries.findContactForUpdate, [id]);
      if (row === undefined) throw notFound('contact');
      return (await this.#change(tx, row, body, keys)) ?? toContact(row);
    });
  }

  @Handles(updateContacts)
  async updateMany(ctx: TenantContext, { body }: ParsedInput<typeof updateContacts>) {
    const keys = await this.numbers.keysOf(ctx, body.update.phone);
    return this.db.transaction(ctx, (tx) =>
      changeEach(tx, body.ids, {
        kind: 'contact',
        lock: queries.lockContacts,
        change: async (row) => (await this.#change(tx, row, body.update, keys)) !== null,
      }),
    );
  }

  @Handles(deleteContact)
  remove(ctx: TenantContext, { params }: ParsedInput<typeof deleteContact>) {
    const id = uuidOf('contact', params.contact_id);
    return this.db.transaction(ctx, async (tx) => {
      if ((await tx.lock(queries.findContactForUpdate, [id])) === undefined) throw notFound('contact');
      await tx.remove(ContactRow, id);
      tx.emit(contactDeleted, { id: params.contact_id });
    });
  }

  @Handles(findOrCreateContact)
  async findOrCreate(ctx: TenantContext, reference: ParsedInput<typeof findOrCreateContact>) {
    try {
      return await this.#findOrCreate(ctx, reference);
    } catch (error) {
      throw error instanceof ApiError ? error.withParamPrefix('contact') : error;
    }
  }

  async #findOrCreate(
    ctx: TenantContext,
    { written_at: writtenAt = null, ...reference }: ParsedInput<typeof findOrCreateContact>,
  ): Promise<Contact | null> {
    const { id, email, external_id: externalId, name = null, phone = null } = reference;
    const keys = await this.numbers.keysOf(ctx, phone);
    const db = this.db.read(ctx);
    if (id !== undefined) {
      const row = await db.one(queries.findContact, [uuidOf('contact', id)]);
      if (row !== undefined) assertSame(row, keys, reference);
      return row === undefined ? null : toContact(row);
    }
    const isOfPhone = email === undefined && externalId === undefined;
    const find = async (from: Pick<typeof db, 'query'>) =>
      isOfPhone
        ? (await from.query(queries.findContactByPhone, [queries.numberValues(keys)]))[0]
        : onlyOne(await from.query(queries.findIdentified, identifiers(reference)), reference);
    const known = await find(db);
    const isOfErased =
      writtenAt !== null && email !== undefined && (await wasErasedAfter(db, email, writtenAt));
    if (isOfErased) return null;
    if (known !== undefined) return toContact(known);
    // The record of the context is the ticket or the conversation.
    const own = { ...ctx, recordId: undefined };
    return withRivals(() =>
      this.db.transaction(own, async (tx) => {
        if (isOfPhone) await tx.query(queries.lockPhone, [queries.numberValues(keys)]);
        const rival = await find(tx);
        if (rival !== undefined) return toContact(rival);
        const draft = { ...NOTHING, email: email ?? null, external_id: externalId ?? null, name, phone };
        return this.#add(tx, draft, keys);
      }),
    );
  }

  async #add(tx: Transaction, draft: Draft, keys: PhoneKeys): Promise<Contact> {
    const row = await tx.insert(
      ContactRow,
      {
        ...draft,
        ...keys,
        id: uuidOfNewRecord(tx.ctx),
        email_key: draft.email === null ? null : emailKey(draft.email),
        custom_fields: mergeCustomFields({}, draft.custom_fields),
      },
      ['email', 'external_id'],
    );
    const contact = toContact(row);
    tx.emit(contactCreated, contact);
    return contact;
  }

  /** Applies a patch to a locked row and emits its event. Returns `null` if the patch changes nothing. `keys`: of its number. */
  async #change(tx: Transaction, row: ContactRow, patch: Patch, keys: PhoneKeys): Promise<Contact | null> {
    const changes = contactChanges(row, patch, keys);
    if (Object.keys(changes).length === 0) return null;
    const contact = toContact(await tx.update(ContactRow, row, changes, ['email', 'external_id']));
    tx.emit(contactUpdated, contact, changedFields(toContact(row), contact));
    return contact;
  }
}
