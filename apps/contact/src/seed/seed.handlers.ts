import { Injectable } from '@nestjs/common';
import { seedContacts, type ParsedInput } from '@parley/contracts';
import { inTenant, type Context } from '@parley/runtime/context';
import { NO_PHONE, phoneKeys } from '@parley/lists';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { sampleBatch, sampleContact } from '@parley/sample-data';
import { ContactRow } from '../contacts/contact.entity.ts';

@Injectable()
export class SeedContacts {
  constructor(private readonly db: Database) {}

  /** Emits no events. */
  @Handles(seedContacts)
  write(ctx: Context, batch: ParsedInput<typeof seedContacts>) {
    const rows = sampleBatch(batch, sampleContact).map((contact) => ({
      ...contact,
      ...(contact.phone === null ? NO_PHONE : phoneKeys(contact.phone, null)),
      external_id: null,
      version: 1,
      updated_at: contact.created_at,
    }));
    return this.db.transaction(inTenant(ctx, batch.workspace, batch.mode), async (tx) => ({
      written: (await tx.insertMissing(ContactRow, rows, 'seed')).length,
    }));
  }
}
