import { Inject, Injectable } from '@nestjs/common';
import type { ApiError } from '@parley/contracts';
import { storageFull, UploadLimitsConfig } from '@parley/files';
import type { TenantContext } from '@parley/runtime/context';
import { Database, type Transaction } from '@parley/persistence';
import { lockQuota, sumStoredBytes } from './uploads.queries.ts';

/** How many bytes the files of a workspace may have together, in both modes. */
@Injectable()
export class StorageQuota {
  readonly #quota: number;

  constructor(
    private readonly db: Database,
    @Inject(UploadLimitsConfig) { STORAGE_QUOTA }: UploadLimitsConfig,
  ) {
    this.#quota = STORAGE_QUOTA === 0 ? Infinity : STORAGE_QUOTA;
  }

  /** Bytes that the workspace may still store; others may store them meanwhile. */
  async left(ctx: TenantContext): Promise<number> {
    if (this.#quota === Infinity) return Infinity;
    const [stored] = await this.db.read(ctx).query(sumStoredBytes);
    return Math.max(0, this.#quota - (stored?.bytes ?? 0));
  }

  /** Throws if the workspace has no room for these bytes; until the transaction ends, nobody else takes it. */
  async take(tx: Transaction, size: number): Promise<void> {
    if (this.#quota === Infinity || size === 0) return;
    await tx.query(lockQuota);
    const [stored] = await tx.query(sumStoredBytes);
    if ((stored?.bytes ?? 0) + size > this.#quota) throw this.exceeded();
  }

  exceeded(): ApiError {
    const message = `The files of the workspace may have ${this.#quota} bytes together. Delete some of them first.`;
    return storageFull(message);
  }
}
