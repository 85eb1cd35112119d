import type { INestApplicationContext } from '@nestjs/common';
import { Authenticator, TOKEN_STORE_FACTORY } from '@parley/admission';
import { ContactModule } from '@parley/contact';
import { lookUpToken, recordTokenUse, type ParsedInput, type ServiceName } from '@parley/contracts';
import { ConversationModule } from '@parley/conversation';
import { EventTransport } from '@parley/events';
import { GatewayConfig, startGateway } from '@parley/gateway';
import { IdentityModule } from '@parley/identity';
import { createLogger, KernelConfig, startService, systemContext, type Env } from '@parley/kernel';
import { InProcessRpc, Rpc, RpcTransport } from '@parley/rpc';
import { TicketModule } from '@parley/ticket';
import { WebhookModule } from '@parley/webhook';
import { admissionFor, eventsFor } from './transports.ts';

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
  const caller = new Rpc(rpc);
  const tokens = {
    lookUp: (hash: string) => caller.call(lookUpToken, systemContext(), { hash }),
    recordUse: async (uses: ParsedInput<typeof recordTokenUse>['uses']) => {
      await caller.call(recordTokenUse, systemContext(), { uses });
    },
    failuresPerMinute: new GatewayConfig(env).AUTH_FAILURES_PER_MINUTE,
    clientRequestsPerMinute: new GatewayConfig(env).OAUTH_REQUESTS_PER_MINUTE,
  };
  const admission = admissionFor(env, tokens, logger);
  const providers = [
    { provide: RpcTransport, useValue: rpc },
    { provide: EventTransport, useValue: events.transport },
    { provide: Authenticator, useValue: admission.admission },
    { provide: TOKEN_STORE_FACTORY, useValue: admission.tokenStoreFactory },
  ];
  const started: INestApplicationContext[] = [];
  // First what accepts work, then what does it, then what carries its events: nothing is cut off in the middle.
  const close = async () => {
    await admission.close();
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
