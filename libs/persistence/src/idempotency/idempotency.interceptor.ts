import { Injectable } from '@nestjs/common';
import { failedAfterCommit, type Procedure } from '@parley/contracts';
import { type Context, type TenantContext } from '@parley/runtime/context';
import { HandlerInterceptor, type HandlerResult } from '@parley/runtime/handlers';
import { deleteInBatches, Every } from '@parley/runtime/scheduling';
import { Database } from '../transaction/database.ts';
import { IdempotencyStore, pruneExpired, Replay } from './idempotency.store.ts';

/** Replays the saved response of a repeated request, and saves the responses of handlers that do not write. */
@Injectable()
export class IdempotencyInterceptor extends HandlerInterceptor {
  constructor(
    private readonly database: Database,
    private readonly store: IdempotencyStore,
  ) {
    super();
  }

  override async intercept(
    _procedure: Procedure,
    ctx: Context,
    next: () => Promise<unknown>,
  ): Promise<HandlerResult> {
    const claim = (ctx as TenantContext).idempotency;
    if (claim === undefined) return { value: await next(), replayed: false };
    const tenant = ctx as TenantContext;
    const saved = await this.store.find(this.database.read(tenant), claim);
    if (saved !== undefined) return saved;
    try {
      const value = await next();
      if (!this.store.saved.has(claim))
        // The handler has had its effect, although its response cannot be kept.
        await this.database.transaction(tenant, () => Promise.resolve(value)).catch(failedAfterCommit);
      return { value, replayed: false };
    } catch (error) {
      if (error instanceof Replay) return error.result;
      // If this fails too, the reservation expires.
      await this.store.release(this.database.read(tenant), claim).catch(() => undefined);
      throw error;
    }
  }
}

@Injectable()
export class IdempotencyPruning {
  constructor(private readonly database: Database) {}

  @Every('60s', 'idempotency.prune')
  prune(): Promise<void> {
    return deleteInBatches(() => this.database.system(pruneExpired));
  }
}
