import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { encodeId } from '@parley/contracts';
import { inTenant, systemContext } from '@parley/runtime/context';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { runAllTasks, ScheduledJob } from '@parley/runtime/scheduling';
import { Database } from '@parley/persistence';
import { objectKey, ObjectStorage } from './object-storage.ts';
import {
  CLAIM_BATCH,
  claimRemovedObjects,
  forgetRemovedObject,
  type RemovedObject,
} from './removed-objects.queries.ts';

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

  async #remove({ workspace_id: workspace, mode, file_id: id }: RemovedObject): Promise<void> {
    const ctx = inTenant(systemContext(), encodeId('workspace', workspace), mode);
    await this.storage.remove(objectKey(ctx.tenant, encodeId('file', id)));
    await this.db.read(ctx).query(forgetRemovedObject, [id]);
  }
}
