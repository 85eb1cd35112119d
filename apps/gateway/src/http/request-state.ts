import type { Admitted } from '@parley/authentication';
import type { Principal } from '@parley/contracts';
import type { TracedWork } from '@parley/runtime/tracing';
import type { OperationRoute } from '../operations/operation-route.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Its bearer token, which may be invalid. */
    token: string | null;
    principal: Principal | null;
    reservation: Admitted['reservation'] | null;
    /** Its trace; `null` until the first hook. */
    trace: TracedWork | null;
    operationRoute: OperationRoute | null;
  }

  interface FastifyContextConfig {
    /** Set on routes that ask for no credentials. Health probes are counted, and never refused. */
    open?: 'limited' | 'probe';
    operationRoute?: OperationRoute;
    /** Set on routes that authenticate clients by themselves, and count them. */
    oauthRoute?: string;
  }
}
