import { Injectable } from '@nestjs/common';
import { encodeId, sendDigest } from '@parley/contracts';
import { contextOfRow, systemContext } from '@parley/runtime/context';
import { deleteInBatches, Every, runAllTasks } from '@parley/runtime/scheduling';
import { Database } from '@parley/persistence';
import { Rpc } from '@parley/rpc';
import * as queries from './digests.queries.ts';

/** Time for which a notification stays unread before a mail tells of it. */
const UNREAD_MS = 3_600_000;
/** Time after which a digest that the mail service could not take is old news. It knows ids for as long, so that it sends each once. */
const KEPT_MS = 86_400_000;

/** Mails users what they have not read. Each notification is in one digest, and the mail service sends a digest once. */
@Injectable()
export class Digests {
  constructor(
    private readonly db: Database,
    private readonly rpc: Rpc,
  ) {}

  @Every('10s', 'notification.digest')
  async run(): Promise<void> {
    await this.db.system(queries.collectDigests, [new Date(Date.now() - UNREAD_MS)]);
    const digests = await this.db.system(queries.findDigests, [new Date(Date.now() - KEPT_MS)]);
    await runAllTasks(digests.map((digest) => () => this.#hand(digest)));
  }

  @Every('1h', 'notification.digest.prune')
  async prune(): Promise<void> {
    const before = new Date(Date.now() - KEPT_MS);
    await deleteInBatches(() => this.db.system(queries.pruneDigests, [before]));
  }

  /** One that fails comes again. One that the mail service does not take goes: the installation sends no mails. */
  async #hand(row: queries.DigestRow): Promise<void> {
    const { id, workspace_id: workspace, user_id: user, unread, newest } = row;
    const records = newest.map(({ cause, kind, record_id }) => ({
      cause,
      record_id: encodeId(kind, record_id),
    }));
    await this.rpc.call(sendDigest, systemContext(), {
      id,
      workspace_id: encodeId('workspace', workspace),
      digest: { user_id: encodeId('user', user), unread, newest: records },
    });
    await this.db.read(contextOfRow(row)).query(queries.deleteDigest, [id]);
  }
}
