import { Injectable } from '@nestjs/common';
import { tagDeleted, tagKey, tagUpdated, type EventOf } from '@parley/contracts';
import { On } from '@parley/events';
import type { Transaction } from '@parley/persistence';
import { TagChangeJob } from './tag-change-job.ts';
import { insertTagChange } from './tag-changes.queries.ts';

@Injectable()
export class TagChangeSubscribers {
  constructor(private readonly job: TagChangeJob) {}

  @On(tagUpdated)
  async renameTagOfRecordsWhenUpdated(event: EventOf<typeof tagUpdated>, tx: Transaction) {
    const oldName = event.previous?.name;
    if (oldName !== undefined) await this.#enqueue(tx, event.sequence, oldName, event.data.name);
  }

  @On(tagDeleted)
  async removeTagFromRecordsWhenDeleted(event: EventOf<typeof tagDeleted>, tx: Transaction) {
    await this.#enqueue(tx, event.sequence, event.data.name, null);
  }

  async #enqueue(tx: Transaction, sequence: string, oldName: string, newName: string | null): Promise<void> {
    await tx.query(insertTagChange, [sequence, tagKey(oldName), newName]);
    tx.afterCommit(() => {
      this.job.wake();
    });
  }
}
