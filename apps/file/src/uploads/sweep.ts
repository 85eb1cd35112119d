import { Inject, Injectable } from '@nestjs/common';
import { encodeId, findExistingMessages, uuidOf } from '@parley/contracts';
import { Every, inTenant, runAllTasks, systemContext, type TenantContext } from '@parley/kernel';
import { Database } from '@parley/persistence';
import { Rpc } from '@parley/rpc';
import { discardFiles } from '../files/files.queries.ts';
import { tenantOf } from '../files/file.serializer.ts';
import { MessageFiles } from '../files/message-files.ts';
import { RemovedObjects } from '../storage/removed-objects.ts';
import { findExpiredFiles, SWEEP_BATCH, type ExpiredFile } from './uploads.queries.ts';

/**
 * Decides about what requests and processes have left that ended before their time: uploads that nothing became of are
 * removed; attachments stay if their message exists.
 */
@Injectable()
export class Sweep {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Rpc) private readonly rpc: Rpc,
    @Inject(MessageFiles) private readonly messageFiles: MessageFiles,
    @Inject(RemovedObjects) private readonly removedObjects: RemovedObjects,
  ) {}

  @Every('60s', 'file.sweep')
  async run(signal?: AbortSignal): Promise<void> {
    let expired: ExpiredFile[];
    do {
      expired = await this.db.system(findExpiredFiles);
      await runAllTasks(byTenant(expired).map((files) => () => this.#decide(files)));
    } while (expired.length === SWEEP_BATCH && signal?.aborted !== true);
    this.removedObjects.wake();
  }

  /** Of one tenant. In several processes at a time it has its effect once: each statement looks at the rows again. */
  async #decide(files: readonly ExpiredFile[]): Promise<void> {
    const [{ workspaceId, mode }] = files.map(tenantOf) as [ReturnType<typeof tenantOf>];
    const ctx = inTenant(systemContext(), workspaceId, mode);
    const messages = await this.#existing(ctx, files);
    const abandoned = files.filter(({ message_id: id }) => id === null || !messages.has(id));
    await this.db.transaction(ctx, async (tx) => {
      await this.messageFiles.confirmIn(tx, [...messages]);
      await tx.query(discardFiles, [abandoned.map(({ id }) => id)]);
    });
  }

  /** The messages of the files that were committed. */
  async #existing(ctx: TenantContext, files: readonly ExpiredFile[]): Promise<Set<string>> {
    const ids = new Set(files.flatMap(({ message_id: id }) => (id === null ? [] : [id])));
    if (ids.size === 0) return ids;
    const input = { ids: [...ids].map((id) => encodeId('message', id)) };
    const existing = await this.rpc.call(findExistingMessages, ctx, input);
    return new Set(existing.map((id) => uuidOf('message', id)));
  }
}

function byTenant(files: readonly ExpiredFile[]): ExpiredFile[][] {
  const tenants = new Map<string, ExpiredFile[]>();
  for (const file of files) {
    const key = `${file.workspace_id}/${file.mode}`;
    tenants.set(key, [...(tenants.get(key) ?? []), file]);
  }
  return [...tenants.values()];
}
