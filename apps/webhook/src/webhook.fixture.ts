import type { INestApplicationContext } from '@nestjs/common';
import { EventTransport, InProcessEvents } from '@parley/events';
import { startService } from '@parley/runtime/process';
import { InProcessRpc, Rpc, RpcTransport } from '@parley/rpc';
import { WebhookModule } from './webhook.module.ts';

export interface WebhookProcess {
  app: INestApplicationContext;
  rpc: Rpc;
}

/** The service as one of several processes over a database, which may send to this machine. */
export async function startWebhooks(
  databaseUrl: string,
  env: Readonly<Record<string, string>> = {},
): Promise<WebhookProcess> {
  const transport = new InProcessRpc();
  const app = await startService(WebhookModule, {
    name: 'webhook',
    env: {
      DATABASE_URL: databaseUrl,
      ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString('base64'),
      LOG_LEVEL: 'silent',
      WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32',
      ...env,
    },
    providers: [
      { provide: RpcTransport, useValue: transport },
      { provide: EventTransport, useValue: new InProcessEvents(['webhook']) },
    ],
  });
  return { app, rpc: new Rpc(transport) };
}
