import { Inject, Injectable } from '@nestjs/common';
import { seedCopies, type ParsedInput, type Result } from '@parley/contracts';
import { inTenant, type Context } from '@parley/kernel';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { seededBatch, seededContact } from '@parley/sample-data';
import { keepSeededContacts } from './projections.queries.ts';

/** Copies of made-up contacts, of which no event tells. */
@Injectable()
export class SeedCopies {
  constructor(@Inject(Database) private readonly db: Database) {}

  @Handles(seedCopies)
  keep(ctx: Context, batch: ParsedInput<typeof seedCopies>): Promise<Result<typeof seedCopies>> {
    const contacts = seededBatch(batch, seededContact).map(({ id, name, email, email_key }) => ({
      id,
      name,
      email,
      email_key,
    }));
    return this.db.transaction(inTenant(ctx, batch.workspace, batch.mode), async (tx) => {
      const kept = await tx.query(keepSeededContacts, [JSON.stringify(contacts)]);
      return { written: kept.length };
    });
  }
}
