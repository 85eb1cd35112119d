import { Authenticator, RedisConfig, RedisState, requireRedisAccess } from '@parley/authentication';
import { HttpFiles, UploadLimitsConfig, FileTransport, FileTransportConfig } from '@parley/files';
import { health, KernelConfig, runProcess } from '@parley/runtime/process';
import { Rpc, RpcConfig, RpcTransport, TcpRpc } from '@parley/rpc';
import { authenticatorOptions, GatewayConfig, startGateway } from './index.ts';

/** How long a start waits for Redis before the gateway works without it. */
const REDIS_WITHIN_MS = 3_000;

await runProcess({
  name: 'gateway',
  configs: [GatewayConfig, UploadLimitsConfig, RpcConfig, FileTransportConfig, RedisConfig],
  start: async (env, log) => {
    const redis = new RedisConfig(env);
    const transport = new TcpRpc(new RpcConfig(env), log);
    const uploads = new HttpFiles(new FileTransportConfig(env), log);
    const rpc = new Rpc(transport);
    const options = authenticatorOptions(new GatewayConfig(env), new UploadLimitsConfig(env), rpc);
    const state = new RedisState({ ...options, redis, keys: new KernelConfig(env).ENCRYPTION_KEYS, log });
    const authenticator = new Authenticator(state, options);
    const gateway = await startGateway({
      env,
      providers: [
        { provide: RpcTransport, useValue: transport },
        { provide: FileTransport, useValue: uploads },
        { provide: Authenticator, useValue: authenticator },
      ],
      // Requests come as soon as a gateway listens: without Redis, the first call to identity has less time than a connection takes.
      beforeListening: async () => {
        health.setWaiting('connections', 'connecting to Redis and the services');
        await Promise.all([
          requireRedisAccess(redis),
          state.untilAvailable(REDIS_WITHIN_MS),
          transport.warmUp(),
        ]);
        health.setWaiting('connections', null);
      },
    });
    return {
      close: async () => {
        await gateway.close();
        await authenticator.close();
        uploads.close();
        transport.close();
      },
    };
  },
});
