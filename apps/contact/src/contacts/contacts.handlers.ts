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
  listContacts,
  searchContacts,
  searchableContacts,
  mergeCustomFields,
  notFound,
  updateContact,
  updateContacts,
  upsertContact,
  uuidOf,
  type Contact,
  type ParsedInput,
} from '@parley/contracts';
import { type TenantContext } from '@parley/runtime/context';
import { changedFields, newUuid, uuidOfNewRecord } from '@parley/runtime/records';
import { readPage, searchBest } from '@parley/lists';
import { changeEach, Database, type Transaction } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { ContactRow } from './contact.entity.ts';
import { contactChanges } from './contact.rules.ts';
import { toContact } from './contact.serializer.ts';
import * as queries from './contacts.queries.ts';

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

/** 422: an external id and an address that belong to different contacts. */
function ambiguousMatch(rows: readonly ContactRow[], externalId: string | null): ApiError {
  const details = rows.map((row) => {
    const param = row.external_id === externalId ? 'external_id' : 'email';
    return { code: 'ambiguous_match', param, message: `belongs to ${encodeId('contact', row.id)}` } as const;
  });
  const message = 'external_id and email belong to different contacts';
  return new ApiError('ambiguous_match', { param: 'external_id', message, details });
}

@Injectable()
export class Contacts {
  constructor(private readonly db: Database) {}

  @Handles(createContact)
  create(ctx: TenantContext, { body }: ParsedInput<typeof createContact>) {
    return this.db.transaction(ctx, (tx) => this.#add(tx, body));
  }

  @Handles(upsertContact)
  async upsert(ctx: TenantContext, { body }: ParsedInput<typeof upsertContact>) {
    const key = body.email == null ? null : emailKey(body.email);
    const write = () =>
      this.db.transaction(ctx, async (tx) => {
        const found = await tx.query(queries.lockIdentified, [body.external_id ?? null, key]);
        const [row, another] = found;
        if (another !== undefined) throw ambiguousMatch(found, body.external_id ?? null);
        if (row === undefined)
          return { data: await this.#add(tx, { ...NOTHING, ...body }), meta: { created: true } };
        const data = (await this.#change(tx, row, body)) ?? toContact(row);
        return { data, meta: { created: false } };
      });
    return write().catch((error: unknown) => {
      // Another request has created the contact meanwhile: it is found now.
      if (error instanceof ApiError && error.code === 'duplicate_value') return write();
      throw error;
    });
  }

  @Handles(getContact)
  async get(ctx: TenantContext, { params }: ParsedInput<typeof getContact>) {
    const row = await this.db.read(ctx).one(queries.findContact, [uuidOf('contact', params.contact_id)]);
    if (row === undefined) throw notFound('contact');
    return toContact(row);
  }

  @Handles(listContacts)
  async list(ctx: TenantContext, { query }: ParsedInput<typeof listContacts>) {
    const { rows, ...page } = await readPage(this.db.read(ctx), queries.contactList, query);
    return { ...page, items: rows.map(toContact) };
  }

  @Handles(searchContacts)
  async search(ctx: TenantContext, input: ParsedInput<typeof searchContacts>) {
    const db = this.db.read(ctx);
    const { rows, ...found } = await searchBest(db, queries.contactList, searchableContacts, input);
    return { ...found, items: rows.map(toContact) };
  }

  @Handles(updateContact)
  update(ctx: TenantContext, { params, body }: ParsedInput<typeof updateContact>) {
    const id = uuidOf('contact', params.contact_id);
    return this.db.transaction(ctx, async (tx) => {
      const row = await tx.lock(queries.findContactForUpdate, [id]);
      if (row === undefined) throw notFound('contact');
      return (await this.#change(tx, row, body)) ?? toContact(row);
    });
  }

  @Handles(updateContacts)
  updateMany(ctx: TenantContext, { body }: ParsedInput<typeof updateContacts>) {
    return this.db.transaction(ctx, (tx) =>
      changeEach(tx, body.ids, {
        kind: 'contact',
        lock: queries.lockContacts,
        change: async (row) => (await this.#change(tx, row, body.update)) !== null,
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
  async findOrCreate(ctx: TenantContext, input: ParsedInput<typeof findOrCreateContact>) {
    if (input.id !== undefined) {
      const row = await this.db.read(ctx).one(queries.findContact, [uuidOf('contact', input.id)]);
      return row === undefined ? null : toContact(row);
    }
    const email = input.email as string;
    const key = emailKey(email);
    const known = await this.db.read(ctx).one(queries.findContactByEmail, [key]);
    if (known !== undefined) return toContact(known);
    return this.db.transaction(ctx, async (tx) => {
      const id = newUuid();
      const row = await tx.one(queries.insertOrLockContact, [id, email, key, input.name ?? null, new Date()]);
      if (row === undefined) throw new Error('upsert of a contact returned no row');
      const contact = toContact(row);
      // Otherwise a concurrent request created it and emitted the event.
      if (row.id === id) tx.emit(contactCreated, contact);
      return contact;
    });
  }

  async #add(tx: Transaction, draft: Draft): Promise<Contact> {
    const row = await tx.insert(
      ContactRow,
      {
        ...draft,
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

  /** Applies a patch to a locked row and emits its event. Returns `null` if the patch changes nothing. */
  async #change(tx: Transaction, row: ContactRow, patch: Patch): Promise<Contact | null> {
    const changes = contactChanges(row, patch);
    if (Object.keys(changes).length === 0) return null;
    const contact = toContact(await tx.update(ContactRow, row, changes, ['email', 'external_id']));
    tx.emit(contactUpdated, contact, changedFields(toContact(row), contact));
    return contact;
  }
}
