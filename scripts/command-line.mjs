// What the operator's commands have in common: options that derive from a schema, and the way to a running platform.
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { serviceFor, validationError } from '@parley/contracts';

/** Ends with one line on standard error. Code 2 is for a wrong argument. */
export function fail(message, code) {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}

/** Ends with what a call threw: the caller's mistake, or a platform that is not there. */
export function failWith(name, error) {
  fail(`${name}: ${error.message}`, error.status !== undefined && error.status < 500 ? 2 : 1);
}

/** Ends with one JSON object on standard output. */
export function answerWith(object) {
  process.stdout.write(`${JSON.stringify(object, null, 2)}\n`, () => process.exit(0));
}

const flag = (field) => `--${field.replaceAll('_', '-')}`;

/** The options of a command as its schema has them, before (`input`) and after parsing. Ends where one is wrong. */
export function optionsOf(name, schema, args) {
  const fields = Object.keys(schema.shape);
  // An option without a value is one whose field takes `true`, and no text.
  const takes = (field, value) => schema.shape[field].safeParse(value).success;
  const typeOf = (field) => (takes(field, true) && !takes(field, '1') ? 'boolean' : 'string');
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
    const said = param === undefined ? message : message.replace(`${param}:`, flag(param.split('[')[0]));
    fail(`${name}: ${said}`, 2);
  }
  return { input, options: parsed.data };
}

/**
 * How commands reach the platform: through the door of the standalone that runs on the data folder, else the services
 * themselves (RPC_ADDRESSES).
 */
export async function reachPlatform({ timeoutMs }) {
  const dataDir = resolve(process.env.DATA_DIR ?? '.data');
  const door = await readFile(join(dataDir, 'operator.json'), 'utf8').then(JSON.parse, () => undefined);
  return door === undefined
    ? servicesOf(dataDir, timeoutMs)
    : (command, input) => knock(door, dataDir, command, input);
}

async function knock(door, dataDir, { command: name }, input) {
  const response = await fetch(`http://127.0.0.1:${door.port}/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${door.secret}` },
    body: JSON.stringify(input),
  }).catch(() => {
    throw new Error(`nothing answers on ${dataDir}. Start it with: npm start`);
  });
  const body = await response.json();
  if (!response.ok) throw Object.assign(new Error(body.error), { status: response.status });
  return body;
}

async function servicesOf(dataDir, timeoutMs) {
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
