// Operator commands: `npm run -s workspace:create -- --name Acme --plan business --email a@b.c`.
// Options and validation derive from the contract of the command. Prints one JSON object; an invalid argument prints one
// line to standard error and exits with code 2.
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { commands } from '@parley/contracts';
import { writeExport } from './contact-export.mjs';
import { CommandFailure, connect, failureOf, optionsOf, runCommand, toOutput } from './command-line.mjs';

const REPORT_MS = 5_000;

/**
 * Runs a command and returns what it prints at its end; records of an export are written as they arrive.
 * Throws a CommandFailure.
 */
export async function operate(name, args, env = process.env, output = process.stdout) {
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
    const result = await call(command, input);
    const { progress, pages } = command;
    if (pages !== undefined) return await writeExport({ input, result, output }, (page) => call(pages, page));
    return toOutput(progress === undefined ? result : await completion(name, result, progress, call));
  } catch (error) {
    throw error instanceof CommandFailure ? error : failureOf(name, error);
  } finally {
    close();
  }
}

/**
 * Waits until every service has done what a command has begun, and tells on standard error every few seconds how far they
 * are. They continue without it.
 */
async function completion(name, { target, services }, progress, call) {
  const erased = {};
  let reportAt = Date.now() + REPORT_MS;
  for (const service of services) {
    let pauseMs = 100;
    for (;;) {
      const found = await call(progress, { service, target }).catch(ifUnavailable);
      erased[service] = found.erased;
      if (found.status === 'completed') break;
      if (Date.now() > reportAt) {
        process.stderr.write(`${name}: ${service} has erased ${found.erased} so far\n`);
        reportAt = Date.now() + REPORT_MS;
      }
      await wait(pauseMs);
      pauseMs = Math.min(1_000, 2 * pauseMs);
    }
  }
  return { ...target, status: 'completed', erased };
}

/** A service that is restarted continues where it was. */
function ifUnavailable(error) {
  if (error.status === undefined || error.status < 500) throw error;
  return { status: 'unknown', erased: 0 };
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await runCommand(() => operate(process.argv[2], process.argv.slice(3)));
