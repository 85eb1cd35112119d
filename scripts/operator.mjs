// Operator commands: `npm run -s workspace:create -- --name Acme --plan business --email a@b.c`.
// Options and validation derive from the contract of the command. Prints one JSON object; an invalid argument prints one
// line to standard error and exits with code 2.
import { commands } from '@parley/contracts';
import { answerWith, fail, failWith, optionsOf, connect } from './command-line.mjs';

const name = process.argv[2];
const offered = commands.filter((command) => command.partOf === undefined);
const command = offered.find((item) => item.command === name);
if (command === undefined)
  fail(`usage: npm run -s <${offered.map((item) => item.command).join('|')}> -- --option value`, 2);

const { input } = optionsOf(name, command.input, process.argv.slice(3));
const call = await connect({ timeoutMs: 5000 });
answerWith(await call(command, input).catch((error) => failWith(name, error)));
