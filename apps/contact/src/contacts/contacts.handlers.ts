import { Inject, Injectable } from '@nestjs/common';
import {
  contactCreated,
  createContact,
  emailKey,
  findOrCreateContact,
  getContact,
  mergeCustomFields,
  notFound,
  uuidOf,
  type Contact,
  type Received,
} from '@parley/contracts';
import { newUuid, type TenantContext } from '@parley/kernel';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { ContactRow } from './contact.entity.ts';
import * as queries from './contacts.queries.ts';

@Injectable()
export class Contacts {
  constructor(@Inject(Database) private readonly db: Database) {}

  @Handles(createContact)
  create(ctx: TenantContext, { body }: Received<typeof createContact>): Promise<Contact> {
    return this.db.transaction(ctx, async (tx) => {
      const row = await tx.insert(
        ContactRow,
        {
          ...body,
          id: newUuid(),
          email_key: body.email === null ? null : emailKey(body.email),
          custom_fields: mergeCustomFields({}, body.custom_fields) ?? {},
        },
        'email',
      );
      const contact = queries.toContact(row);
      tx.emit(contactCreated, contact);
      return contact;
    });
  }

  @Handles(getContact)
  async get(ctx: TenantContext, { params }: Received<typeof getContact>): Promise<Contact> {
    const row = await this.db.read(ctx).one(queries.findContact, [uuidOf('contact', params.contact_id)]);
    if (row === undefined) throw notFound('contact');
    return queries.toContact(row);
  }

  @Handles(findOrCreateContact)
  async findOrCreate(
    ctx: TenantContext,
    input: Received<typeof findOrCreateContact>,
  ): Promise<Contact | null> {
    if (input.id !== undefined) {
      const row = await this.db.read(ctx).one(queries.findContact, [uuidOf('contact', input.id)]);
      return row === undefined ? null : queries.toContact(row);
    }
    const email = input.email as string;
    const key = emailKey(email);
    const known = await this.db.read(ctx).one(queries.findContactByEmail, [key]);
    if (known !== undefined) return queries.toContact(known);
    return this.db.transaction(ctx, async (tx) => {
      const values = [newUuid(), email, key, input.name ?? null, new Date()];
      const created = await tx.one(queries.insertContactUnlessKnown, values);
      if (created !== undefined) {
        tx.emit(contactCreated, queries.toContact(created));
        return queries.toContact(created);
      }
      // Somebody else was faster; under READ COMMITTED the next statement sees their row.
      const row = await tx.one(queries.findContactByEmail, [key]);
      return row === undefined ? null : queries.toContact(row);
    });
  }
}
