// Shared by the operator commands: options derived from a schema, and the connection to a running platform.
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { serviceFor, validationError } from '@parley/contracts';

/** Ends a command with one line on standard error. */
export class CommandFailure extends Error {
  /** @param exitCode 2: an invalid argument; 1: a platform that does not respond. */
  constructor(message, exitCode) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Runs a command as the main program: prints its result, or the line of its failure, and exits. */
export async function runCommand(command) {
  try {
    const output = await command();
    process.stdout.write(output, () => process.exit(0));
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    process.stderr.write(`${error.message}\n`, () => process.exit(error.exitCode));
  }
}

/** The failure for the error of a call: exit code 2 for a client error, 1 for a platform that does not respond. */
export function failureOf(name, error) {
  return new CommandFailure(
    `${name}: ${error.message}`,
    error.status !== undefined && error.status < 500 ? 2 : 1,
  );
}

/** Formats one JSON object as commands print it. */
export const toOutput = (object) => `${JSON.stringify(object, null, 2)}\n`;

const flag = (field) => `--${field.replaceAll('_', '-')}`;

/**
 * The options of a command as given (`input`) and as parsed by its schema. Throws a CommandFailure if one is invalid.
 */
export function optionsOf(name, schema, args) {
  const fields = Object.keys(schema.shape);
  // A field that accepts `true` but no text is an option without a value.
  const accepts = (field, value) => schema.shape[field].safeParse(value).success;
  const typeOf = (field) => (accepts(field, true) && !accepts(field, '1') ? 'boolean' : 'string');
  const input = {};
  try {
    const options = Object.fromEntries(
      fields.map((field) => [field.replaceAll('_', '-'), { type: typeOf(field) }]),
    );
    const { values } = parseArgs({ args, options });
    for (const [option, value] of Object.entries(values)) input[option.replaceAll('-', '_')] = value;
  } catch (error) {
    const reason = error.message.split(/\.(?:\s|$)/)[0];
    throw new CommandFailure(`${name}: ${reason}. Options: ${fields.map(flag).join(' ')}`, 2);
  }
  const parsed = schema.safeParse(input);
  if (!parsed.success) {
    const { param, message } = validationError(parsed.error, input);
    const text = param === undefined ? message : message.replace(`${param}:`, flag(param.split('[')[0]));
    throw new CommandFailure(`${name}: ${text}`, 2);
  }
  return { input, options: parsed.data };
}

/**
 * Connects to the control socket of the standalone that runs on the data folder (DATA_DIR), otherwise to the services
 * over RPC (RPC_ADDRESSES). `call` calls a command, `close` disconnects.
 */
export async function connect(env = process.env) {
  const dataDir = resolve(env.DATA_DIR ?? '.data');
  const control = await readFile(join(dataDir, 'control.json'), 'utf8').then(JSON.parse, () => undefined);
  if (control === undefined) return connectToServices(dataDir, env);
  return {
    call: (command, input) => callControlSocket(control, dataDir, command, input),
    close: () => undefined,
  };
}

async function callControlSocket(control, dataDir, { command: name }, input) {
  const response = await fetch(`http://127.0.0.1:${control.port}/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${control.secret}` },
    body: JSON.stringify(input),
  }).catch(() => {
    throw new Error(`nothing answers on ${dataDir}. Start it with: npm start`);
  });
  const body = await response.json();
  if (!response.ok) throw Object.assign(new Error(body.error), { status: response.status });
  return body;
}

async function connectToServices(dataDir, env) {
  const { COMMAND_TIMEOUT_MS, createLogger, systemContext } = await import('@parley/kernel');
  const { Rpc, RpcConfig, TcpRpc } = await import('@parley/rpc');
  const transport = new TcpRpc(new RpcConfig(env, 'operator'), createLogger('operator', 'silent'));
  const rpc = new Rpc(transport);
  const call = async (command, input) => {
    try {
      return await rpc.call(command, systemContext({ timeoutMs: COMMAND_TIMEOUT_MS }), input);
    } catch (error) {
      if (error.code !== 'service_unavailable') throw error;
      if (wasRefused(error)) {
        const message = `the ${serviceFor(command, input)} service refuses operator commands: set OPERATOR_SECRET to its value`;
        throw Object.assign(new Error(message, { cause: error }), { status: 401 });
      }
      const message = `nothing runs on ${dataDir}, and no ${serviceFor(command, input)} service answers. Start: npm start`;
      throw Object.assign(new Error(message, { cause: error }), { status: error.status });
    }
  };
  return { call, close: () => transport.close() };
}

/** Whether a call failed because the service did not accept our secret, or we not its. */
function wasRefused(error) {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause.name === 'AuthenticationError') return true;
  return false;
}
