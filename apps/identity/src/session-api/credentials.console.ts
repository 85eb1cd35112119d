import { Injectable } from '@nestjs/common';
import { ApiError, encodeId } from '@parley/contracts';
import {
  createKey,
  createPat,
  listKeys,
  listPats,
  revokeKey,
  revokePat,
  type ParsedConsoleInput,
} from '@parley/contracts/console';
import { Database } from '@parley/persistence';
import { HandlesConsole, type ConsoleCall } from './handles-console.ts';
import { lockActingAdmin } from '../users/acting-admin.ts';
import { toKey, toPat } from '../credentials/credential.serializer.ts';
import { Credentials } from '../credentials/credentials.handlers.ts';
import { listRecentCredentials } from '../credentials/credentials.queries.ts';

/** How long credentials that have ended are listed. */
const SHOWN_MS = 30 * 86_400_000;

@Injectable()
export class CredentialsConsole {
  constructor(
    private readonly db: Database,
    private readonly credentials: Credentials,
  ) {}

  @HandlesConsole(listKeys)
  async listKeys({ ctx }: ConsoleCall) {
    const values = ['api_key', null, new Date(Date.now() - SHOWN_MS)];
    const rows = await this.db.read(ctx).query(listRecentCredentials, values);
    return rows.map((row) => ({
      ...toKey(row),
      created_by: { id: encodeId('user', row.user_id), name: row.user_name },
    }));
  }

  @HandlesConsole(createKey)
  async createKey({ ctx, session }: ConsoleCall, { body }: ParsedConsoleInput<typeof createKey>) {
    const added = await this.db.transaction(ctx, async (tx) => {
      await lockActingAdmin(tx);
      return this.credentials.addKey(tx, session.user_id, body);
    });
    return { id: added.id, token: added.key, expires_at: added.expiresAt?.toISOString() ?? null };
  }

  @HandlesConsole(revokeKey)
  revokeKey({ ctx }: ConsoleCall, { params }: ParsedConsoleInput<typeof revokeKey>) {
    return this.credentials.endKey(ctx, params.key_id);
  }

  @HandlesConsole(listPats)
  async listPats({ ctx, session }: ConsoleCall) {
    const values = ['personal_access_token', session.user_id, new Date(Date.now() - SHOWN_MS)];
    const rows = await this.db.read(ctx).query(listRecentCredentials, values);
    return rows.map((row) => {
      const { user_id: _, email: __, ...pat } = toPat(row);
      return pat;
    });
  }

  @HandlesConsole(createPat)
  async createPat({ ctx, session }: ConsoleCall, { body }: ParsedConsoleInput<typeof createPat>) {
    const user = { id: session.user_id, role: session.role };
    const added = await this.db.transaction(ctx, (tx) => this.credentials.addPat(tx, user, body));
    if (added === null) throw new ApiError('forbidden', { message: 'You have been deactivated.' });
    const { id, token, expiresAt } = added;
    return { id, token, expires_at: expiresAt?.toISOString() ?? null };
  }

  @HandlesConsole(revokePat)
  revokePat({ ctx, session }: ConsoleCall, { params }: ParsedConsoleInput<typeof revokePat>) {
    return this.credentials.endPat(ctx, params.pat_id, session.user_id);
  }
}
