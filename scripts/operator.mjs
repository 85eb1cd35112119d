// Operator commands: `npm run -s workspace:create -- --name Acme --plan business --email a@b.c`.
// Options and validation derive from the contract of the command. Prints one JSON object; an invalid argument prints one
// line to standard error and exits with code 2.
import { fileURLToPath } from 'node:url';
import { commands } from '@parley/contracts';
import { CommandFailure, connect, failureOf, optionsOf, runCommand, toOutput } from './command-line.mjs';

/** Runs a command and returns what it prints. Throws a CommandFailure. */
export async function operate(name, args, env = process.env) {
  const offered = commands.filter((command) => command.partOf === undefined);
  const command = offered.find((item) => item.command === name);
  if (command === undefined)
    throw new CommandFailure(
      `usage: npm run -s <${offered.map((item) => item.command).join('|')}> -- --option value`,
      2,
    );
  const { input } = optionsOf(name, command.input, args);
  const { call, close } = await connect(env);
  try {
    return toOutput(await call(command, input));
  } catch (error) {
    throw failureOf(name, error);
  } finally {
    close();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await runCommand(() => operate(process.argv[2], process.argv.slice(3)));
