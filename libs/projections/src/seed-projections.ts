import { Injectable } from '@nestjs/common';
import { seedContactProjections, type ParsedInput } from '@parley/contracts';
import { inTenant, type Context } from '@parley/runtime/context';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { sampleBatch, sampleContact } from '@parley/sample-data';
import { insertSampleContacts } from './projections.queries.ts';

@Injectable()
export class SeedContactProjections {
  constructor(private readonly db: Database) {}

  @Handles(seedContactProjections)
  write(ctx: Context, batch: ParsedInput<typeof seedContactProjections>) {
    const contacts = sampleBatch(batch, sampleContact);
    return this.db.transaction(inTenant(ctx, batch.workspace, batch.mode), async (tx) => {
      const inserted = await tx.query(insertSampleContacts, [JSON.stringify(contacts)]);
      return { written: inserted.length };
    });
  }
}
