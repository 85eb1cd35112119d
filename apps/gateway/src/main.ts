import { Authenticator, RedisConfig, RedisState } from '@parley/admission';
import { Rpc, RpcConfig, RpcTransport, TcpRpc } from '@parley/rpc';
import { runProcess } from '@parley/service';
import { authenticatorOptions, GatewayConfig, startGateway } from './index.ts';

await runProcess({
  name: 'gateway',
  configs: [GatewayConfig, RpcConfig, RedisConfig],
  start: async (env, log) => {
    const transport = new TcpRpc(new RpcConfig(env), log);
    const options = authenticatorOptions(new GatewayConfig(env), new Rpc(transport));
    const state = new RedisState({ ...options, redis: new RedisConfig(env), log });
    const authenticator = new Authenticator(state, options);
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
