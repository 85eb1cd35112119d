import { commands } from '@parley/contracts';
import type { Command as Program } from 'commander';
import type { z } from 'zod';
import { addCommand, jsonOption } from '../command.ts';
import type { Terminal } from '../terminal.ts';
import { withConnection, type Env } from './connection.ts';
import { execute, type Command } from './execute.ts';
import { optionsFor, parseOptions, toArguments } from './options.ts';

/** Headings of the overview by the nouns of commands. A noun without one is under the last. */
const GROUPS: readonly [heading: string, nouns: readonly string[]][] = [
  ['Workspaces:', ['workspace', 'inbox', 'sla']],
  ['Users:', ['user']],
  ['Credentials:', ['key', 'pat', 'oauth-app']],
  ['Contacts:', ['contact']],
  ['Maintenance:', []],
];

const NOUNS = GROUPS.flatMap(([, nouns]) => nouns);

/** The part of a command in front of the colon. */
export const nounOf = (name: string) => name.split(':', 1)[0] ?? name;

const headingOf = (name: string) =>
  (GROUPS.find(([, nouns]) => nouns.includes(nounOf(name))) ?? GROUPS[GROUPS.length - 1])?.[0] ?? '';

/** Adds a command for each operator command of the contracts. */
export function addOperatorCommands(program: Program, terminal: Terminal, env: Env): void {
  const rankOf = ({ command }: Command) => NOUNS.indexOf(nounOf(command)) >>> 0;
  const ordered: readonly Command[] = commands
    .filter(({ partOf }) => partOf === undefined)
    .sort((a, b) => rankOf(a) - rankOf(b) || (a.command < b.command ? -1 : 1));
  for (const command of ordered) addOperatorCommand(program, command, terminal, env);
}

function addOperatorCommand(program: Program, command: Command, terminal: Terminal, env: Env): void {
  const { command: name, summary, example = {} } = command;
  const input = command.input as z.ZodObject;
  addCommand(program, {
    name,
    group: headingOf(name),
    description: summary,
    example: `npx parley ${name} ${toArguments(example as Record<string, unknown>)}`,
    options: [...optionsFor(input), jsonOption()],
  }).action(async (values: Record<string, unknown>) => {
    const { input: given } = parseOptions(input, values);
    await withConnection(env, async ({ call }) => {
      const result = await execute(command, given, call, terminal);
      if (result !== undefined) terminal.print(result, values);
    });
  });
}
