import { Authenticator, RedisConfig, RedisState, requireRedisAccess } from '@parley/admission';
import { HttpUploads, UploadLimitsConfig, UploadTransport, UploadTransportConfig } from '@parley/files';
import { Rpc, RpcConfig, RpcTransport, TcpRpc } from '@parley/rpc';
import { runProcess } from '@parley/service';
import { authenticatorOptions, GatewayConfig, startGateway } from './index.ts';

await runProcess({
  name: 'gateway',
  configs: [GatewayConfig, UploadLimitsConfig, RpcConfig, UploadTransportConfig, RedisConfig],
  start: async (env, log) => {
    const redis = new RedisConfig(env);
    const transport = new TcpRpc(new RpcConfig(env), log);
    const uploads = new HttpUploads(new UploadTransportConfig(env), log);
    const options = authenticatorOptions(
      new GatewayConfig(env),
      new UploadLimitsConfig(env),
      new Rpc(transport),
    );
    const state = new RedisState({ ...options, redis, log });
    const authenticator = new Authenticator(state, options);
    const starting = startGateway({
      env,
      providers: [
        { provide: RpcTransport, useValue: transport },
        { provide: UploadTransport, useValue: uploads },
        { provide: Authenticator, useValue: authenticator },
      ],
    });
    // Side by side: without Redis a gateway works in degraded mode.
    const [gateway] = await Promise.all([starting, requireRedisAccess(redis)]);
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
