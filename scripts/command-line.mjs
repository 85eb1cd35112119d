// Shared by the operator commands: options derived from a schema, and the connection to a running platform.
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { serviceFor, validationError } from '@parley/contracts';

/** Exits with one line on standard error. Code 2 means an invalid argument. */
export function fail(message, code) {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}

/** Exits with the error of a call: code 2 for a client error, 1 for a platform that does not respond. */
export function failWith(name, error) {
  fail(`${name}: ${error.message}`, error.status !== undefined && error.status < 500 ? 2 : 1);
}

/** Exits after printing one JSON object. */
export function answerWith(object) {
  process.stdout.write(`${JSON.stringify(object, null, 2)}\n`, () => process.exit(0));
}

const flag = (field) => `--${field.replaceAll('_', '-')}`;

/** The options of a command as given (`input`) and as parsed by its schema. Exits if one is invalid. */
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
    fail(`${name}: ${error.message.split(/\.(?:\s|$)/)[0]}. Options: ${fields.map(flag).join(' ')}`, 2);
  }
  const parsed = schema.safeParse(input);
  if (!parsed.success) {
    const { param, message } = validationError(parsed.error, input);
    const text = param === undefined ? message : message.replace(`${param}:`, flag(param.split('[')[0]));
    fail(`${name}: ${text}`, 2);
  }
  return { input, options: parsed.data };
}

/**
 * Connects to the control socket of the standalone that runs on the data folder, otherwise to the services over RPC
 * (RPC_ADDRESSES). Returns a function that calls a command.
 */
export async function connect({ timeoutMs }) {
  const dataDir = resolve(process.env.DATA_DIR ?? '.data');
  const control = await readFile(join(dataDir, 'control.json'), 'utf8').then(JSON.parse, () => undefined);
  return control === undefined
    ? connectToServices(dataDir, timeoutMs)
    : (command, input) => callControlSocket(control, dataDir, command, input);
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

async function connectToServices(dataDir, timeoutMs) {
  const [{ createLogger, systemContext }, { Rpc, RpcConfig, TcpRpc }] = await Promise.all([
    import('@parley/kernel'),
    import('@parley/rpc'),
  ]);
  const rpc = new Rpc(new TcpRpc(new RpcConfig(process.env), createLogger('operator', 'silent')));
  return async (command, input) => {
    try {
      return await rpc.call(command, systemContext({ timeoutMs }), input);
    } catch (error) {
      if (error.code !== 'service_unavailable') throw error;
      const message = `nothing runs on ${dataDir}, and no ${serviceFor(command, input)} service answers. Start: npm start`;
      throw Object.assign(new Error(message, { cause: error }), { status: error.status });
    }
  };
}
