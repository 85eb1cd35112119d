import { Injectable } from '@nestjs/common';
import { inTenant, systemContext } from '@parley/runtime/context';
import { Every, runAllTasks } from '@parley/runtime/scheduling';
import { Database } from '@parley/persistence';
import { tenantOf } from '../files/file.serializer.ts';
import { MessageFiles } from '../files/message-files.ts';
import { findExpired, SWEEP_BATCH, type Expired } from './uploads.queries.ts';

/** Decides about what ended before its time: unused uploads are removed; attachments stay if their message exists. */
@Injectable()
export class Sweep {
  constructor(
    private readonly db: Database,
    private readonly messageFiles: MessageFiles,
  ) {}

  @Every('10s', 'file.sweep')
  async run(signal?: AbortSignal): Promise<void> {
    let expired: Expired[];
    do {
      expired = await this.db.system(findExpired);
      await runAllTasks(byTenant(expired).map((undecided) => () => this.#decide(undecided)));
    } while (expired.length >= SWEEP_BATCH && signal?.aborted !== true);
  }

  #decide(undecided: readonly Expired[]): Promise<void> {
    const [{ workspaceId, mode }] = undecided.map(tenantOf) as [ReturnType<typeof tenantOf>];
    return this.messageFiles.decide(inTenant(systemContext(), workspaceId, mode), undecided);
  }
}

function byTenant(expired: readonly Expired[]): Expired[][] {
  const tenants = new Map<string, Expired[]>();
  for (const one of expired) {
    const key = `${one.workspace_id}/${one.mode}`;
    tenants.set(key, [...(tenants.get(key) ?? []), one]);
  }
  return [...tenants.values()];
}
