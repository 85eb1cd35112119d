import { Injectable } from '@nestjs/common';
import { encodeId, uuidOf } from '@parley/contracts';
import {
  createApp,
  deleteApp,
  listApps,
  listGrants,
  revokeGrants,
  rotateAppSecret,
  updateApp,
  type ParsedConsoleInput,
} from '@parley/contracts/console';
import { HandlesConsole, type ConsoleCall } from './handles-console.ts';
import { OAuthApps, versionOf } from '../oauth/apps.handlers.ts';
import { ConnectedApps } from '../oauth/connected-apps.ts';

@Injectable()
export class AppsConsole {
  constructor(
    private readonly apps: OAuthApps,
    private readonly connected: ConnectedApps,
  ) {}

  @HandlesConsole(listApps)
  async list({ ctx }: ConsoleCall) {
    return (await this.apps.listOf(ctx)).map((app) => ({ ...app, version: versionOf(app) }));
  }

  @HandlesConsole(createApp)
  create({ ctx }: ConsoleCall, { body }: ParsedConsoleInput<typeof createApp>) {
    return this.apps.register(ctx, body, 'redirect_uris');
  }

  @HandlesConsole(updateApp)
  update(
    { ctx }: ConsoleCall,
    { params, body: { version, ...changes } }: ParsedConsoleInput<typeof updateApp>,
  ) {
    return this.apps.change(ctx, params.app_id, changes, 'redirect_uris', version);
  }

  @HandlesConsole(rotateAppSecret)
  rotateSecret({ ctx }: ConsoleCall, { params, body }: ParsedConsoleInput<typeof rotateAppSecret>) {
    return this.apps.replaceSecret(ctx, params.app_id, body.grace_period);
  }

  @HandlesConsole(deleteApp)
  async delete({ ctx }: ConsoleCall, { params }: ParsedConsoleInput<typeof deleteApp>) {
    await this.apps.remove(ctx, params.app_id);
  }

  @HandlesConsole(listGrants)
  async listGrants({ ctx, session }: ConsoleCall) {
    const connected = await this.connected.list(ctx, session);
    return connected.map((app) => ({
      app_id: encodeId('app', app.app_id),
      name: app.name,
      mode: app.mode,
      scopes: app.scopes,
      connected_at: app.since.toISOString(),
      last_used_at: app.last_used.toISOString(),
      // Paths and queries of endpoints may hold tokens.
      webhooks: app.webhooks?.map(({ id, mode, url }) => ({ id, mode, host: new URL(url).host })) ?? null,
    }));
  }

  @HandlesConsole(revokeGrants)
  async revokeGrants({ ctx, session }: ConsoleCall, { params }: ParsedConsoleInput<typeof revokeGrants>) {
    await this.apps.requireRegistered(ctx, params.app_id);
    await this.connected.disconnect(ctx, session, uuidOf('app', params.app_id));
  }
}
