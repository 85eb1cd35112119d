import type { INestApplicationContext } from '@nestjs/common';
import { Admission, MAKE_ADMISSION_RECORDS, MemoryAdmission } from '@parley/admission';
import { ContactModule } from '@parley/contact';
import { lookUpToken, recordTokenUse, type ServiceName } from '@parley/contracts';
import { ConversationModule } from '@parley/conversation';
import { EventTransport, InProcessEvents } from '@parley/events';
import { GatewayConfig, startGateway } from '@parley/gateway';
import { IdentityModule } from '@parley/identity';
import { startService, systemContext, type Env } from '@parley/kernel';
import { InProcessRpc, Rpc, RpcTransport } from '@parley/rpc';
import { TicketModule } from '@parley/ticket';
import { WebhookModule } from '@parley/webhook';

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

/** Starts every service and the gateway in this process, on one database. Stops what it started when one fails. */
export async function startPlatform(env: Env): Promise<Platform> {
  const rpc = new InProcessRpc();
  const events = new InProcessEvents(SERVICES.map(({ name }) => name));
  const caller = new Rpc(rpc);
  const admission = new MemoryAdmission({
    lookUp: (hash) => caller.call(lookUpToken, systemContext(), { hash }),
    recordUse: async (uses) => {
      await caller.call(recordTokenUse, systemContext(), { uses });
    },
    failuresPerMinute: new GatewayConfig(env).AUTH_FAILURES_PER_MINUTE,
  });
  const providers = [
    { provide: RpcTransport, useValue: rpc },
    { provide: EventTransport, useValue: events },
    { provide: Admission, useValue: admission },
    { provide: MAKE_ADMISSION_RECORDS, useValue: () => admission },
  ];
  const started: INestApplicationContext[] = [];
  // First what accepts work, then what does it, then what carries its events: nothing is cut off in the middle.
  const close = async () => {
    await admission.close();
    for (const service of started) await service.close();
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
