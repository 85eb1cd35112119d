import { Authenticator, RedisAuthenticator, RedisConfig } from '@parley/admission';
import { lookUpToken, recordTokenUse } from '@parley/contracts';
import { systemContext } from '@parley/kernel';
import { Rpc, RpcConfig, RpcTransport, TcpRpc } from '@parley/rpc';
import { runProcess } from '@parley/service';
import { GatewayConfig, startGateway } from './index.ts';

await runProcess({
  name: 'gateway',
  configs: [GatewayConfig, RpcConfig, RedisConfig],
  start: async (env, logger) => {
    const transport = new TcpRpc(new RpcConfig(env), logger);
    const rpc = new Rpc(transport);
    const authenticator = new RedisAuthenticator({
      redis: new RedisConfig(env),
      lookUp: (hash) => rpc.call(lookUpToken, systemContext(), { hash }),
      recordUse: async (uses) => {
        await rpc.call(recordTokenUse, systemContext(), { uses });
      },
      failuresPerMinute: new GatewayConfig(env).AUTH_FAILURES_PER_MINUTE,
      clientRequestsPerMinute: new GatewayConfig(env).OAUTH_REQUESTS_PER_MINUTE,
      log: logger,
    });
    const gateway = await startGateway({
      env,
      providers: [
        { provide: RpcTransport, useValue: transport },
        { provide: Authenticator, useValue: authenticator },
      ],
    });
    return {
      close: async () => {
        await gateway.close();
        await authenticator.close();
        transport.close();
      },
    };
  },
});
