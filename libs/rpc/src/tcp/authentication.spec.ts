import { describe, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import { failureOf, userContext } from '../rpc.conformance.ts';
import { CallerIdentity, handshakeProof, newNonce } from './handshake.ts';
import { RpcConfig, type Role } from './rpc.config.ts';
import { closed, FakeService, tcpRpc, type Settings } from './tcp.fixture.ts';

const OLD = 'the previous secret of the services';
const NOW = 'the current secret of all services';
const NEXT = 'the next secret of all the services';
const OPERATOR = 'the secret of the operator alone';

let service: FakeService;
const serve = async (env: Settings) => (service = await FakeService.start(env));

function call(env: Settings, role?: Role, procedure = 'ticket.create') {
  const rpc = tcpRpc({ RPC_ADDRESSES: service.entry, RPC_CONNECT_TIMEOUT: '1s', ...env }, role);
  return rpc.call('ticket', procedure, userContext(), {});
}

const asOperator = (env: Settings, procedure = 'sla.set') => call(env, 'operator', procedure);
const OK = { value: 'ok', replayed: false };

describe('a call', () => {
  it('arrives if both sides know the secret, and no other does', async () => {
    await serve({ RPC_SECRET: NOW });
    await expect(call({ RPC_SECRET: NOW })).resolves.toEqual(OK);
    for (const env of [{}, { RPC_SECRET: NEXT }, { OPERATOR_SECRET: NOW }] as Settings[])
      expect((await failureOf(call(env))).code).toBe('service_unavailable');
    // Nor can an operator act as a service with its secret, or without one.
    expect((await failureOf(asOperator({ OPERATOR_SECRET: NOW }))).code).toBe('service_unavailable');
    expect(service.received).toHaveLength(1);
  });

  it('is not sent to a service that does not know the secret', async () => {
    await serve({});
    expect((await failureOf(call({ RPC_SECRET: NOW }))).code).toBe('service_unavailable');
    expect(service.received).toEqual([]);
  });

  it('arrives while the secret is rotated, in any order of the restarts', async () => {
    for (const [accepts, sends] of [
      [NOW, `${NOW},${NEXT}`],
      [`${NOW},${NEXT}`, NOW],
      [`${NOW},${NEXT}`, `${NEXT},${NOW}`],
      [`${NEXT},${NOW}`, `${NOW},${NEXT}`],
      [NEXT, `${NEXT},${NOW}`],
    ] as const) {
      await serve({ RPC_SECRET: accepts });
      await expect(call({ RPC_SECRET: sends })).resolves.toEqual(OK);
    }
    await serve({ RPC_SECRET: NOW });
    expect((await failureOf(call({ RPC_SECRET: OLD }))).code).toBe('service_unavailable');
  });
});

describe('an operator command', () => {
  it('is for operators alone, and they can call nothing else', async () => {
    await serve({ RPC_SECRET: NOW, OPERATOR_SECRET: OPERATOR });
    await expect(asOperator({ OPERATOR_SECRET: OPERATOR })).resolves.toEqual(OK);
    await expect(call({ RPC_SECRET: NOW })).resolves.toEqual(OK);
    for (const refused of [
      asOperator({ OPERATOR_SECRET: OPERATOR }, 'ticket.create'),
      call({ RPC_SECRET: NOW }, 'service', 'sla.set'),
    ])
      expect((await failureOf(refused)).code).toBe('forbidden');
    expect(service.received).toHaveLength(2);
  });

  it('needs the secret even if calls of services need none', async () => {
    await serve({ OPERATOR_SECRET: OPERATOR });
    await expect(call({})).resolves.toEqual(OK);
    await expect(asOperator({ OPERATOR_SECRET: OPERATOR })).resolves.toEqual(OK);
    expect((await failureOf(asOperator({}))).code).toBe('forbidden');
    expect((await failureOf(asOperator({ OPERATOR_SECRET: NEXT }))).code).toBe('service_unavailable');
  });

  it('needs no secret on a loopback address without any', async () => {
    await serve({});
    await expect(asOperator({})).resolves.toEqual(OK);
  });
});

describe('a connection', () => {
  it.each([
    ['calls at once', '{"id":"1","pattern":"ping"}'],
    ['sends a malformed greeting', '{"id":"1","pattern":"hello","data":{"role":"admin","nonce":"x"}}'],
    ['sends a proof without a greeting', '{"id":"1","pattern":"proof","data":{"proof":"x"}}'],
    ['sends a proof of nothing', '{"id":"1","pattern":"proof"}'],
    ['sends a long frame', JSON.stringify({ id: '1', pattern: 'hello', data: 'x'.repeat(2_000) })],
  ])('that %s is closed', async (_, message) => {
    await serve({ RPC_SECRET: NOW });
    const socket = connect(service.port, '127.0.0.1');
    socket.on('error', () => undefined).resume();
    socket.write(`${message.length}#${message}`);
    await closed(socket);
    expect(service.received).toEqual([]);
  });

  it('cannot repeat or return a proof that it has seen', () => {
    const identity = new CallerIdentity(new RpcConfig({ RPC_SECRET: NOW }));
    const callerNonce = newNonce();
    const greet = () =>
      identity.advance('hello', { role: 'service', nonce: callerNonce }) as { nonce: string };
    const exchange = { role: 'service', callerNonce, serverNonce: greet().nonce } as const;
    const proof = handshakeProof('caller', NOW, exchange);
    // Another connection gets another nonce.
    greet();
    expect(() => identity.advance('proof', { proof })).toThrow('wrong secret');
    const again = { ...exchange, serverNonce: greet().nonce };
    expect(() => identity.advance('proof', { proof: handshakeProof('server', NOW, again) })).toThrow(
      'wrong secret',
    );
    expect(identity.isKnown).toBe(false);
    const last = { ...exchange, serverNonce: greet().nonce };
    expect(identity.advance('proof', { proof: handshakeProof('caller', NOW, last) })).toEqual({
      proof: handshakeProof('server', NOW, last),
    });
    expect(identity.isKnown).toBe(true);
  });
});
