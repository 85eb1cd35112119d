import type { INestApplicationContext } from '@nestjs/common';
import { Authenticator, TOKEN_STORE_FACTORY } from '@parley/admission';
import { ContactModule } from '@parley/contact';
import type { ServiceName } from '@parley/contracts';
import { ConversationModule } from '@parley/conversation';
import { EventTransport } from '@parley/events';
import { authenticatorOptions, GatewayConfig, startGateway } from '@parley/gateway';
import { IdentityModule } from '@parley/identity';
import { createLogger, KernelConfig, startService, type Env } from '@parley/kernel';
import { InProcessRpc, Rpc, RpcTransport } from '@parley/rpc';
import { TicketModule } from '@parley/ticket';
import { WebhookModule } from '@parley/webhook';
import { authenticatorFor, eventsFor } from './transports.ts';

const SERVICES: readonly { name: ServiceName; module: new () => object }[] = [
  { name: 'identity', module: IdentityModule },
  { name: 'contact', module: ContactModule },
  { name: 'conversation', module: ConversationModule },
  { name: 'ticket', module: TicketModule },
  { name: 'webhook', module: WebhookModule },
];

export interface Platform {
  url: string;
  rpc: RpcTransport;
  close(): Promise<void>;
}

/**
 * Starts every service and the gateway in this process, on one database, with the broker and the Redis that the
 * environment names. Stops what it started when one fails.
 */
export async function startPlatform(env: Env): Promise<Platform> {
  const rpc = new InProcessRpc();
  const logger = createLogger('standalone', new KernelConfig(env).LOG_LEVEL);
  const names = SERVICES.map(({ name }) => name);
  const events = eventsFor(env, names, logger);
  const options = authenticatorOptions(new GatewayConfig(env), new Rpc(rpc));
  const auth = authenticatorFor(env, options, logger);
  const providers = [
    { provide: RpcTransport, useValue: rpc },
    { provide: EventTransport, useValue: events.transport },
    { provide: Authenticator, useValue: auth.authenticator },
    { provide: TOKEN_STORE_FACTORY, useValue: auth.tokenStoreFactory },
  ];
  const started: INestApplicationContext[] = [];
  // First what accepts work, then what does it, then what carries its events: nothing is cut off in the middle.
  const close = async () => {
    await auth.close();
    for (const service of started) await service.close();
    await events.close();
  };
  try {
    for (const { name, module } of SERVICES)
      started.push(await startService(module, { name, env, providers }));
    const gateway = await startGateway({ env, providers });
    return {
      url: gateway.url,
      rpc,
      close: async () => {
        await gateway.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
