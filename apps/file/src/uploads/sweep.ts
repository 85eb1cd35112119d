import { Injectable } from '@nestjs/common';
import { inTenant, systemContext } from '@parley/runtime/context';
import { Every, runAllTasks } from '@parley/runtime/scheduling';
import { Database } from '@parley/persistence';
import { tenantOf } from '../files/file.serializer.ts';
import { MessageFiles } from '../files/message-files.ts';
import { findExpiredFiles, SWEEP_BATCH, type ExpiredFile } from './uploads.queries.ts';

/** Decides about what ended before its time: unused uploads are removed; attachments stay if their message exists. */
@Injectable()
export class Sweep {
  constructor(
    private readonly db: Database,
    private readonly messageFiles: MessageFiles,
  ) {}

  @Every('10s', 'file.sweep')
  async run(signal?: AbortSignal): Promise<void> {
    let expired: ExpiredFile[];
    do {
      expired = await this.db.system(findExpiredFiles);
      await runAllTasks(byTenant(expired).map((files) => () => this.#decide(files)));
    } while (expired.length === SWEEP_BATCH && signal?.aborted !== true);
  }

  #decide(files: readonly ExpiredFile[]): Promise<void> {
    const [{ workspaceId, mode }] = files.map(tenantOf) as [ReturnType<typeof tenantOf>];
    return this.messageFiles.decide(inTenant(systemContext(), workspaceId, mode), files);
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
