import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { encodeId, sendNotice, type LinkNotice } from '@parley/contracts';
import { Database } from '@parley/persistence';
import { Rpc } from '@parley/rpc';
import { inWorkspace, systemContext } from '@parley/runtime/context';
import { Encryptor } from '@parley/runtime/encryptor';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { runAllTasks, ScheduledJob } from '@parley/runtime/scheduling';
import { ForgottenPasswords } from '../sign-in/forgotten-passwords.ts';
import { findWorkspace } from '../workspaces/workspaces.queries.ts';
import type { InvitationRequest, ResetRequest } from './notice-request.ts';
import { claimRequests, deleteRequest, purposeOf, type NoticeRequestRow } from './notice-requests.queries.ts';

/** Maximum delay in noticing what other processes have stored, and what comes again. */
const POLL_MS = 2_000;
const BATCH = 20;

/** A notice, and whom it is for. */
interface Addressed {
  readonly email: string;
  readonly notice: LinkNotice;
}

/** Hands the stored requests to the mail service, which takes each once. */
@Injectable()
export class NoticeRelay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #job: ScheduledJob;

  constructor(
    private readonly db: Database,
    private readonly encryptor: Encryptor,
    private readonly rpc: Rpc,
    private readonly passwords: ForgottenPasswords,
    @Inject(LOGGER) logger: Logger,
  ) {
    const work = (signal: AbortSignal) => this.#relay(signal);
    this.#job = new ScheduledJob(work, { everyMs: POLL_MS, name: 'notice.relay', logger });
  }

  onApplicationBootstrap(): void {
    this.#job.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#job.stop();
  }

  wake(): void {
    this.#job.run();
  }

  async #relay(signal: AbortSignal): Promise<void> {
    let claimed: NoticeRequestRow[] = [];
    do {
      claimed = await this.db.system(claimRequests, [BATCH]);
      await runAllTasks(claimed.map((row) => () => this.#hand(row)));
    } while (claimed.length === BATCH && !signal.aborted);
  }

  /** A request that fails comes again. One that the mail service does not take goes: the installation sends no mails. */
  async #hand(row: NoticeRequestRow): Promise<void> {
    const addressed = row.expires_at.getTime() <= Date.now() ? null : await this.#addressed(row);
    if (addressed !== null) await this.rpc.call(sendNotice, systemContext(), { id: row.id, ...addressed });
    await this.db.system(deleteRequest, [row.id]);
  }

  async #addressed(row: NoticeRequestRow): Promise<Addressed | null> {
    const { id, kind, workspace_id: workspace, encrypted, expires_at: expiresAt } = row;
    const request: unknown = JSON.parse(this.encryptor.decrypt(encrypted, purposeOf(id)).toString());
    const until = { expires_at: expiresAt.toISOString() };
    if (kind === 'password_reset') {
      const found = await this.passwords.linkFor(request as ResetRequest, expiresAt);
      return found && { email: found.email, notice: { kind, link: found.link, ...until } };
    }
    const { email, link } = request as InvitationRequest;
    const workspaceId = encodeId('workspace', workspace ?? '');
    const found = await this.db.read(inWorkspace(systemContext(), workspaceId)).one(findWorkspace);
    return found === undefined
      ? null
      : { email, notice: { kind, workspace: { id: workspaceId, name: found.name }, link, ...until } };
  }
}
