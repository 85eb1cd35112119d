import { Injectable } from '@nestjs/common';
import { isKeyUsed, type ParsedInput, type Result } from '@parley/contracts';
import { Handles, type TenantContext } from '@parley/kernel';
import type { Database } from '../database.ts';
import type { IdempotencyStore } from './idempotency.store.ts';

/** What other services may ask about the Idempotency-Keys of this one. */
@Injectable()
export class IdempotencyKeys {
  constructor(
    private readonly database: Database,
    private readonly store: IdempotencyStore,
  ) {}

  @Handles(isKeyUsed)
  async isUsed(ctx: TenantContext, input: ParsedInput<typeof isKeyUsed>): Promise<Result<typeof isKeyUsed>> {
    return { used: await this.store.isUsed(this.database.read(ctx), input.credential_id, input.key) };
  }
}
