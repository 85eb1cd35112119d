import { Injectable } from '@nestjs/common';
import type { Transaction } from '@parley/persistence';
import { Database } from '@parley/persistence';
import type { WorkspaceContext } from '@parley/runtime/context';
import { Encryptor } from '@parley/runtime/encryptor';
import { newUuid } from '@parley/runtime/records';
import { NoticeRelay } from './notice-relay.ts';
import type { InvitationRequest, ResetRequest } from './notice-request.ts';
import { NoticeState } from './notice-state.ts';
import * as queries from './notice-requests.queries.ts';

/** Stores what the mail service is to send, in the transaction that makes it: no crash loses a mail, and none delays an answer. */
@Injectable()
export class NoticeRequests {
  constructor(
    private readonly db: Database,
    private readonly encryptor: Encryptor,
    private readonly state: NoticeState,
    private readonly relay: NoticeRelay,
  ) {}

  /** Has an invitation mailed, if the installation mails at all. Returns whether it is known to. */
  async invitation(
    tx: Transaction<WorkspaceContext>,
    request: InvitationRequest,
    expiresAt: Date,
  ): Promise<boolean> {
    const are = await this.state.get();
    if (are === 'off') return false;
    const id = newUuid();
    await tx.query(queries.insertInvitationRequest, [id, this.#encrypt(id, request), expiresAt]);
    tx.afterCommit(() => this.relay.wake());
    return are === 'on';
  }

  /** The same work for each address: only the relay looks for its accounts. */
  async reset(request: ResetRequest, expiresAt: Date): Promise<void> {
    const id = newUuid();
    await this.db.system(queries.insertResetRequest, [id, this.#encrypt(id, request), expiresAt]);
    this.relay.wake();
  }

  #encrypt(id: string, request: InvitationRequest | ResetRequest): Buffer {
    return this.encryptor.encrypt(JSON.stringify(request), queries.purposeOf(id));
  }
}
