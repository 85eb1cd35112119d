import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { serviceFor, type Input, type InternalCall, type Result } from '@parley/contracts';
import { failureOf } from '../failure.ts';
import type { ContextOf } from '@parley/runtime/handlers';

export type Env = Readonly<Record<string, string | undefined>>;

/** Calls an operator command. Rejects with an error that has the `status` of the response, if there was one. */
export type Call = <C extends InternalCall>(command: C, input: Input<C>) => Promise<Result<C>>;

interface Connection {
  readonly form: 'standalone' | 'services';
  /** What it is connected to, for people. */
  readonly target: string;
  readonly call: Call;
  readonly close: () => void;
}

/** Content of the file by which a standalone tells where its control socket is. */
interface Control {
  port: number;
  secret: string;
}

/**
 * Connects to the control socket of the standalone that runs on the data folder (DATA_DIR), otherwise to the services
 * over RPC (RPC_ADDRESSES).
 */
async function connect(env: Env): Promise<Connection> {
  const dataDir = resolve(env['DATA_DIR'] ?? '.data');
  const control = await readFile(join(dataDir, 'control.json'), 'utf8').then(
    (text) => JSON.parse(text) as Control,
    () => undefined,
  );
  if (control === undefined) return connectToServices(dataDir, env);
  return {
    form: 'standalone',
    target: `standalone on ${dataDir}`,
    call: (command, input) => callControlSocket(control, dataDir, command, input),
    close: () => undefined,
  };
}

/** Connects for as long as the work takes. Rejects with a CommandFailure. */
export async function withConnection(env: Env, work: (connection: Connection) => Promise<void>) {
  const connection = await connect(env).catch((error: unknown) => {
    throw failureOf(error);
  });
  try {
    await work(connection);
  } catch (error) {
    throw failureOf(error);
  } finally {
    connection.close();
  }
}

const withStatus = (message: string, status: number | undefined, cause?: unknown) =>
  Object.assign(new Error(message, { cause }), { status });

async function callControlSocket<C extends InternalCall>(
  { port, secret }: Control,
  dataDir: string,
  { command }: C,
  input: Input<C>,
): Promise<Result<C>> {
  const response = await fetch(`http://127.0.0.1:${port}/${command}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}` },
    body: JSON.stringify(input),
  }).catch((error: unknown) => {
    throw withStatus(`nothing answers on ${dataDir}. Start it with: npm start`, undefined, error);
  });
  const body: unknown = await response.json();
  if (!response.ok) throw withStatus((body as { error: string }).error, response.status);
  return body as Result<C>;
}

async function connectToServices(dataDir: string, env: Env): Promise<Connection> {
  // Only this needs Nest, which takes a while to load. One after the other: Jest cannot import two modules at once that
  // share others.
  const { COMMAND_TIMEOUT_MS, systemContext } = await import('@parley/runtime/context');
  const { createLogger } = await import('@parley/runtime/logging');
  const { Rpc, RpcConfig, TcpRpc } = await import('@parley/rpc');
  const transport = new TcpRpc(new RpcConfig(env, 'operator'), createLogger('operator', 'silent'));
  const rpc = new Rpc(transport);
  const call: Call = async (command, input) => {
    try {
      // Commands are calls without a tenant.
      const ctx = systemContext({ timeoutMs: COMMAND_TIMEOUT_MS }) as ContextOf<typeof command>;
      return await rpc.call(command, ctx, input);
    } catch (error) {
      const { code, status } = error as { code?: string; status?: number };
      if (code !== 'service_unavailable') throw error;
      const service = serviceFor(command, input);
      if (wasRefused(error)) {
        const message = `the ${service} service refuses operator commands: set OPERATOR_SECRET to its value`;
        throw withStatus(message, 401, error);
      }
      const isElsewhere = env['RPC_ADDRESSES'] !== undefined;
      const message = isElsewhere
        ? `no ${service} service answers`
        : `nothing runs on ${dataDir}, and no ${service} service answers. Start: npm start`;
      throw withStatus(message, status, error);
    }
  };
  return {
    form: 'services',
    target: `services at ${env['RPC_ADDRESSES'] ?? 'their default addresses'}`,
    call,
    close: () => transport.close(),
  };
}

/** Whether a call failed because the service did not accept our secret, or we not its. */
function wasRefused(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause.name === 'AuthenticationError') return true;
  return false;
}
