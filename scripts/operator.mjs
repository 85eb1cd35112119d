// The operator's commands: `npm run -s workspace:create -- --name Acme --plan business --email a@b.c`.
// Options and checks derive from the contract of the command. One JSON object on standard output; a wrong argument is
// one line on standard error and exit code 2.
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { commands, serviceFor, validationError } from '@parley/contracts';

const fail = (message, code) => {
  process.stderr.write(`${message}\n`);
  process.exit(code);
};

const name = process.argv[2];
const command = commands.find((item) => item.command === name);
if (command === undefined)
  fail(`usage: npm run -s <${commands.map((item) => item.command).join('|')}> -- --option value`, 2);

const fields = Object.keys(command.input.shape);
const flag = (field) => `--${field.replaceAll('_', '-')}`;
/** An option without a value is one whose field takes `true`, and no text. */
const takes = (field, value) => command.input.shape[field].safeParse(value).success;
const typeOf = (field) => (takes(field, true) && !takes(field, '1') ? 'boolean' : 'string');
const input = {};
try {
  const options = Object.fromEntries(
    fields.map((field) => [field.replaceAll('_', '-'), { type: typeOf(field) }]),
  );
  const { values } = parseArgs({ args: process.argv.slice(3), options });
  for (const [option, value] of Object.entries(values)) input[option.replaceAll('-', '_')] = value;
} catch (error) {
  fail(`${name}: ${error.message.split('. ')[0]}. Options: ${fields.map(flag).join(' ')}`, 2);
}
const parsed = command.input.safeParse(input);
if (!parsed.success) {
  const { param, message } = validationError(parsed.error, input);
  fail(
    `${name}: ${param === undefined ? message : message.replace(`${param}:`, flag(param.split('[')[0]))}`,
    2,
  );
}

const answer = await call().catch((error) => {
  const wrong = error.status !== undefined && error.status < 500;
  fail(`${name}: ${error.message}`, wrong ? 2 : 1);
});
process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`, () => process.exit(0));

/** Through the door of the standalone that runs on the data folder, else to the services (RPC_ADDRESSES). */
async function call() {
  const dataDir = resolve(process.env.DATA_DIR ?? '.data');
  const door = await readFile(join(dataDir, 'operator.json'), 'utf8').then(JSON.parse, () => undefined);
  if (door === undefined) return callService(dataDir);
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

async function callService(dataDir) {
  const [{ createLogger, systemContext }, { Rpc, RpcConfig, TcpRpc }] = await Promise.all([
    import('@parley/kernel'),
    import('@parley/rpc'),
  ]);
  const rpc = new Rpc(new TcpRpc(new RpcConfig(process.env), createLogger('operator', 'silent')));
  try {
    return await rpc.call(command, systemContext({ timeoutMs: 5000 }), input);
  } catch (error) {
    if (error.code !== 'service_unavailable') throw error;
    const message = `nothing runs on ${dataDir}, and no ${serviceFor(command, input)} service answers. Start: npm start`;
    throw new Error(message, { cause: error });
  }
}
