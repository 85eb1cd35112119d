import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { encodeId, type Mode } from '@parley/contracts';
import { contextOfRow, type SqlTransaction } from '@parley/runtime/context';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { runAllTasks, ScheduledJob } from '@parley/runtime/scheduling';
import { Database, systemStatement, tenantStatement } from '@parley/persistence';
import { objectKey, ObjectStorage } from './object-storage.ts';

interface RemovedObject {
  workspace_id: string;
  mode: Mode;
  file_id: string;
}

const CLAIM_BATCH = 50;

/** The lock is held by a backup (k8s/components/backup/backup.sh), so that it has the object of each file in its dump. */
const MAY_REMOVE = 'select pg_try_advisory_xact_lock_shared(7311, hashtext(current_schema())) as may';

/** Whether a transaction may remove objects that it finds from now on. */
export async function mayRemoveObjects(tx: SqlTransaction): Promise<boolean> {
  const [row] = await tx.raw<{ may: boolean }>('removed_object.may_remove', MAY_REMOVE, []);
  return row?.may === true;
}

/** Due again after a minute, two, four …, at most an hour. Not of a file that exists: two processes may have got its upload. */
export const claimRemovedObjects = systemStatement<RemovedObject>(
  'removed_object.claim',
  'one job serves all workspaces',
  `update removed_object set attempts = least(attempts + 1, 1000),
      due_at = now() + least(interval '1 minute' * 2 ^ least(attempts, 6), interval '1 hour')
    where (${MAY_REMOVE}) and (workspace_id, mode, file_id) in (
      select workspace_id, mode, file_id from removed_object r where due_at <= now() and not exists (
        select from file f where f.workspace_id = r.workspace_id and f.mode = r.mode and f.id = r.file_id)
       order by due_at limit ${CLAIM_BATCH} for update skip locked)
   returning workspace_id, mode, file_id`,
);

const forgetRemovedObject = tenantStatement<never>(
  'removed_object.forget',
  'delete from removed_object where workspace_id = $1 and mode = $2 and file_id = $3',
);

const RETRY_MS = 15_000;

/** Removes the objects of deleted files: right after the commit, and again until the storage has removed them. */
@Injectable()
export class RemovedObjects implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #job: ScheduledJob;

  constructor(
    private readonly db: Database,
    private readonly storage: ObjectStorage,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.#job = new ScheduledJob((signal) => this.#removeDue(signal), {
      everyMs: RETRY_MS,
      name: 'file.objects.remove',
      logger,
    });
  }

  onApplicationBootstrap(): void {
    this.#job.start();
  }

  /** Starts a round; called after a commit that has deleted files. */
  wake(): void {
    this.#job.run();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#job.stop();
  }

  async #removeDue(signal: AbortSignal): Promise<void> {
    let due: RemovedObject[];
    do {
      due = await this.db.system(claimRemovedObjects);
      await runAllTasks(due.map((object) => () => this.#remove(object)));
    } while (due.length === CLAIM_BATCH && !signal.aborted);
  }

  async #remove(removed: RemovedObject): Promise<void> {
    const ctx = contextOfRow(removed);
    await this.storage.remove(objectKey(ctx.tenant, encodeId('file', removed.file_id)));
    await this.db.read(ctx).query(forgetRemovedObject, [removed.file_id]);
  }
}
