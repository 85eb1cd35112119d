// A gateway of its own, for the test that measures what idle event streams cost: services and tokens are in memory, and no
// client runs in this process. It says `url` and `tokens` when it serves, and its memory whenever it is asked.
import { getHeapSpaceStatistics } from 'node:v8';
import { Authenticator, hashToken, MemoryState, mintToken } from '@parley/authentication';
import { encodeId } from '@parley/contracts';
import { UploadTransport } from '@parley/files';
import { startGateway } from '@parley/gateway';
import { newUuid } from '@parley/kernel';
import { RpcTransport } from '@parley/rpc';

const WORKSPACES = 50;
const POSITION = `${'0'.repeat(16)}-${'0'.repeat(26)}-20261121`;

class Services {
  call(_service, id, _ctx, { logs = [] }) {
    const read = { position: POSITION, is_end: true, events: [] };
    const value = id === 'event.open_log' ? { position: POSITION } : { logs: logs.map(() => read) };
    return Promise.resolve({ value, replayed: false });
  }
}

const records = new Map();
const tokens = Array.from({ length: WORKSPACES }, () => {
  const token = mintToken('sk_live_', 'Ab12');
  const principal = {
    kind: 'api_key',
    credentialId: encodeId('key', newUuid()),
    workspaceId: encodeId('workspace', newUuid()),
    mode: 'live',
    userId: encodeId('user', newUuid()),
    role: 'admin',
    scopes: ['tickets:read'],
  };
  records.set(hashToken(token), { state: 'active', principal, expiresAt: null, limit: 1_000_000 });
  return token;
});
const authenticator = new Authenticator(new MemoryState(), {
  lookUp: (hash) => Promise.resolve(records.get(hash)),
  recordUse: () => Promise.resolve(),
  failuresPerMinute: 1_000_000,
});
const gateway = await startGateway({
  env: {
    GATEWAY_PORT: '0',
    GATEWAY_HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    DRAIN_DELAY: '0s',
    EVENT_STREAM_HEARTBEAT: '1s',
    EVENT_STREAMS_PER_CREDENTIAL: '100',
    ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString('base64'),
  },
  providers: [
    { provide: RpcTransport, useValue: new Services() },
    { provide: UploadTransport, useValue: {} },
    { provide: Authenticator, useValue: authenticator },
  ],
});

process.on('message', (message) => {
  if (message === 'stop') {
    void gateway.close().then(() => process.exit(0));
    return;
  }
  // Twice: what the first collection has finalized goes with the second.
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  // V8 returns little of its young generation to the system, so that it says nothing about what is kept.
  const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
  process.send({ heap: heapUsed + external, rss: rss - young.physical_space_size });
});
process.send({ url: gateway.url, tokens });
