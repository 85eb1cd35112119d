import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import { addCommand } from './command.ts';
import { CommandFailure } from './failure.ts';
import { addIntegratorCommands } from './integrator/commands.ts';
import { addBusUserCommand } from './operator/bus-user.ts';
import { addOperatorCommands, nounOf } from './operator/commands.ts';
import type { Env } from './operator/connection.ts';
import { addSeedCommand } from './operator/seed.ts';
import { addStatusCommand } from './operator/status.ts';
import { ROOT, runScript, SCRIPTS } from './scripts.ts';
import { Terminal } from './terminal.ts';

const INTRODUCTION = 'Run a Parley installation, and develop integrations with it.';

const NOTES = `
In a clone: npx parley <command>. Help for a command: parley <command> --help; the commands of a noun: parley key

Operator commands reach the platform that runs on DATA_DIR (default: .data), otherwise the services at
RPC_ADDRESSES with OPERATOR_SECRET. Results are tables on a terminal, and JSON elsewhere or with --json.
The npm scripts of the same names always print JSON; npm needs -- before the options.
Exit codes: 0 success, 1 failure, 2 invalid arguments.`;

/** The command line with all its commands, for these arguments. It throws a CommandFailure instead of exiting. */
export function createProgram(args: readonly string[], terminal: Terminal, env: Env): Command {
  const program = new Command('parley')
    .description(INTRODUCTION)
    .usage('<command> [options]')
    .version(versionOf(), '-V, --version', 'Print the version')
    .helpOption('-h, --help', 'Print help')
    .addHelpText('after', NOTES)
    .helpCommand(false)
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.output.write(text),
      // Errors are thrown, and printed once, at the end.
      writeErr: () => undefined,
      getOutHelpWidth: () => Math.min(terminal.columns, 110),
    });
  for (const script of SCRIPTS) {
    const added = addCommand(program, {
      ...script,
      group: 'Run the platform:',
      description: [script.summary, script.description].filter(Boolean).join('.\n\n'),
    });
    for (const alias of script.aliases ?? []) added.alias(alias);
    if (script.argument !== undefined) added.argument(`[${script.argument[0]}]`, script.argument[1]);
    added.action(() => runScript(script, args.slice(1)));
  }
  addSeedCommand(program, terminal, env);
  addStatusCommand(program, terminal, env);
  addIntegratorCommands(program, terminal, env);
  addOperatorCommands(program, terminal, env);
  addBusUserCommand(program, terminal, env);
  return program;
}

function versionOf(): string {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  return manifest.version;
}

/**
 * Runs the command line. Prints the result to `output`; throws a CommandFailure whose message is one line.
 * @param args without the program
 */
export async function run(
  args: readonly string[],
  terminal: Terminal,
  env: Env = process.env,
): Promise<void> {
  const program = createProgram(args, terminal, env);
  const [first, ...rest] = joined(program, args);
  try {
    if (first === undefined) program.outputHelp();
    else if (isNoun(program, first) && rest.every((arg) => ['-h', '--help'].includes(arg)))
      terminal.output.write(overviewOf(program, first));
    else {
      const command = program.commands.find((item) => item.name() === first);
      const hint = command === undefined ? undefined : optionsKeptByNpm(command, env);
      if (hint !== undefined) throw new CommandFailure(hint, 2);
      await program.parseAsync([first, ...rest], { from: 'user' });
    }
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return; // help or version, which is printed
      throw usageFailure(error, first);
    }
    if (error instanceof CommandFailure)
      throw new CommandFailure(`${first}: ${error.message}`, error.exitCode, { cause: error });
    throw error;
  }
}

/** `key create` is taken for `key:create`. */
function joined(program: Command, args: readonly string[]): readonly string[] {
  for (const words of [3, 2]) {
    const name = args.slice(0, words).join(':');
    if (args.length >= words && program.commands.some((command) => command.name() === name))
      return [name, ...args.slice(words)];
  }
  return args;
}

const isNoun = (program: Command, name: string) =>
  !name.includes(':') &&
  program.commands.every((command) => command.name() !== name && !command.aliases().includes(name)) &&
  program.commands.some((command) => nounOf(command.name()) === name);

/** The commands of a noun. */
function overviewOf(program: Command, noun: string): string {
  const found = program.commands.filter((command) => nounOf(command.name()) === noun);
  const width = Math.max(...found.map((command) => command.name().length));
  const lines = found.map(
    (command) => `  ${command.name().padEnd(width)}  ${command.summary() || command.description()}`,
  );
  return `Commands of ${noun}:\n${lines.join('\n')}\n\nHelp for a command: npx parley <command> --help\n`;
}

/** `error: unknown option '--nmae'\n(Did you mean --name?)` as one line that leads on. */
function usageFailure({ message }: CommanderError, command: string | undefined): CommandFailure {
  const [reason = '', suggestion = ''] = message.replace(/^error: /, '').split('\n', 2);
  const isCommand =
    !reason.startsWith('unknown command') && command !== undefined && !command.startsWith('-');
  const help = `npx parley ${isCommand ? `${command} ` : ''}--help`;
  const parts = [reason.replace(/\.$/, ''), suggestion.replace(/^\((.*)\)$/, '$1'), `See: ${help}`];
  const text = parts.filter((part) => part !== '').join('. ');
  return new CommandFailure((isCommand ? `${command}: ${text}` : text).replaceAll('?.', '?'), 2);
}

/**
 * What to type instead, if npm kept options for itself: `npm run key:create --name CI` sets `npm_config_name` and passes on at most
 * `CI`. Options behind `--` reach the command. npm refuses `--workspace` before it starts any script, so that only npm can
 * report that one.
 */
function optionsKeptByNpm(command: Command, env: Env): string | undefined {
  const name = command.name();
  if (env['npm_command'] !== 'run' || env['npm_lifecycle_event'] !== name) return undefined;
  const kept = command.options
    .map(({ long }) => long ?? '')
    .filter((flag) => isSet(env, flag.slice(2)) || isSet(env, flag.slice(2).replaceAll('-', '_')));
  if (kept.length === 0) return undefined;
  return (
    `npm kept ${kept.join(', ')} for itself: put -- before the options (npm run -s ${name} -- …), ` +
    `or run: npx parley ${name} …`
  );
}

const isSet = (env: Env, setting: string) => (env[`npm_config_${setting}`] ?? '') !== '';
