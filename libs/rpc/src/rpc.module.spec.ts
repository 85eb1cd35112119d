import { Injectable, Module, type INestApplicationContext, type Provider, type Type } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  createContact,
  encodeId,
  findOrCreateContact,
  getContact,
  procedures,
  type Contact,
  type ParsedInput,
} from '@parley/contracts';
import { systemContext, type TenantContext } from '@parley/runtime/context';
import { startService } from '@parley/runtime/process';
import { gate, newTenant } from '@parley/testing';
import { Handles } from './handles.ts';
import { InProcessRpc } from './in-process.ts';
import { RpcModule } from './rpc.module.ts';
import { Rpc } from './rpc.ts';
import { RpcTransport } from './transport.ts';

const CONTACT_ID = encodeId('contact', '01890a5d-ac96-774b-bcce-b302099a8057');
const contact = { id: CONTACT_ID, email: 'dana@example.com', name: 'Dana' } as Contact;

const contexts: TenantContext[] = [];
let held: Promise<void> | undefined;

@Injectable()
class Reading {
  readonly #answer = contact;

  @Handles(getContact)
  async get(ctx: TenantContext, { params }: ParsedInput<typeof getContact>): Promise<Contact> {
    contexts.push(ctx);
    await held;
    return { ...this.#answer, id: params.contact_id };
  }

  @Handles(findOrCreateContact)
  find(_ctx: TenantContext, input: ParsedInput<typeof findOrCreateContact>): Promise<Contact | null> {
    return Promise.resolve(input.id === undefined ? null : contact);
  }
}

@Injectable()
class Writing {
  @Handles(createContact)
  create(): Promise<Contact> {
    return Promise.resolve(contact);
  }
}

/** Handles what the contact service offers beyond the two above. */
@Injectable()
class Others {
  [name: string]: () => Promise<void>;
}
for (const procedure of procedures.filter(({ service }) => service === 'contact')) {
  if ([getContact, findOrCreateContact, createContact].some(({ id }) => id === procedure.id)) continue;
  const value = () => Promise.resolve();
  Others.prototype[procedure.id] = value;
  Handles(procedure)(Others.prototype, procedure.id, { value: value as never });
}

function moduleOf(...providers: Provider[]): Type {
  @Module({ imports: [RpcModule.forService('contact')], providers })
  class SpecModule {}
  return SpecModule;
}

let transport: InProcessRpc;
const started: INestApplicationContext[] = [];
beforeEach(() => {
  transport = new InProcessRpc();
  contexts.length = 0;
  held = undefined;
});
afterEach(async () => {
  for (const app of started.splice(0)) await app.close();
});

async function start(module: Type, ...others: Provider[]): Promise<INestApplicationContext> {
  const env = { ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString('base64'), LOG_LEVEL: 'silent' };
  const providers = [{ provide: RpcTransport, useValue: transport }, ...others];
  const app = await startService(module, { name: 'contact', env, providers });
  started.push(app);
  return app;
}

describe('a service', () => {
  it('responds to the procedures that its providers handle', async () => {
    const app = await start(moduleOf(Reading, Writing, Others));
    const rpc = app.get(Rpc);
    const params = { contact_id: CONTACT_ID };
    expect(await rpc.call(getContact, newTenant(), { params })).toEqual(contact);
    expect(await rpc.call(findOrCreateContact, newTenant(), { email: 'dana@example.com' })).toBeNull();
    const body = { email: 'dana@example.com' };
    expect(await rpc.call(createContact, newTenant(), { body })).toEqual(contact);
  });

  it('does not start without a handler for each of its procedures, and names the missing ones', async () => {
    await expect(start(moduleOf(Writing, Others))).rejects.toThrow(
      /^service contact has no handler for (contact\.get, contact\.find_or_create|contact\.find_or_create, contact\.get)$/,
    );
    const all = procedures.filter(({ service }) => service === 'contact').map(({ id }) => id);
    await expect(start(moduleOf())).rejects.toThrow(all.join(', '));
    await expect(transport.call('contact', 'contact.get', systemContext(), {})).rejects.toMatchObject({
      code: 'service_unavailable',
    });
  });

  it('finishes running calls before it closes', async () => {
    const [opened, open] = gate();
    held = opened;
    const app = await start(moduleOf(Reading, Writing, Others));
    const answer = app.get(Rpc).call(getContact, newTenant(), { params: { contact_id: CONTACT_ID } });
    let closed = false;
    const closing = app.close().then(() => (closed = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(closed).toBe(false);
    open();
    expect(await answer).toEqual(contact);
    await closing;
  });
});

it('a call to another service has no idempotency key, which is used only by the service that received the request', async () => {
  const rpc = (await start(moduleOf(Reading, Writing, Others))).get(Rpc);
  const idempotency = { key: 'k', credentialId: 'key_1', fingerprint: 'f' };
  const ctx = { ...newTenant(), idempotency };
  const params = { contact_id: CONTACT_ID };
  await rpc.call(getContact, ctx, { params });
  await rpc.forward(getContact, ctx, { params });
  expect(contexts.map((seen) => seen.idempotency)).toEqual([undefined, idempotency]);
  expect(contexts[0]).toEqual({ ...newTenant(), ...ctx, idempotency: undefined });
});
