import { Option, type Command } from 'commander';
import { addCommand, jsonOption } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import type { Env } from '../operator/connection.ts';
import type { Terminal } from '../terminal.ts';
import { apiOptions, clientOf, type ApiOptions } from './credentials.ts';
import { listen, type ListenOptions } from './listen.ts';
import { triggers } from './recipes.ts';

const GROUP = 'Develop integrations:';
const PORT = 4040;

/** Adds `parley listen` and `parley trigger`. */
export function addIntegratorCommands(program: Command, terminal: Terminal, env: Env): void {
  addListen(program, terminal, env);
  addTrigger(program, terminal, env);
}

function addListen(program: Command, terminal: Terminal, env: Env): void {
  addCommand(program, {
    name: 'listen',
    group: GROUP,
    summary: 'Receive webhook events on this machine and print them',
    description:
      'Receive webhook events on this machine and print them.\n\n' +
      'Creates a webhook for a local receiver, verifies the signature of each delivery, and deletes the webhook on ' +
      'Ctrl-C. Prints a line for each event on a terminal; elsewhere, or with --json, each event as a line of JSON. ' +
      'The key needs the scope webhooks:manage.',
    example: "npx parley listen --events 'ticket.*' --forward-to http://localhost:4000/hooks",
    options: [
      new Option(
        '--forward-to <url>',
        'URL of your endpoint, which gets each delivery unchanged; Parley gets its answer',
      ),
      new Option(
        '--events <list>',
        'Event types, prefixes like ticket.*, or *, separated by commas (can be repeated; default: *)',
      ).argParser<string>((value, previous: string | undefined) =>
        previous === undefined ? value : `${previous},${value}`,
      ),
      new Option(
        '--port <number>',
        `Port of the receiver on 127.0.0.1; 0 takes a free one (default: ${PORT})`,
      ),
      new Option(
        '--public-url <url>',
        'URL of a tunnel to the receiver, where the platform cannot reach this machine',
      ),
      new Option('--secret <secret>', 'Signing secret of the webhook (default: a new one, which is printed)'),
      ...apiOptions(),
      new Option('--json', 'Print events as JSON on a terminal too'),
    ],
  }).action(async ({ port = String(PORT), events = '*', ...options }: ListenArguments) => {
    if (options.forwardTo !== undefined && !URL.canParse(options.forwardTo))
      throw new CommandFailure(`--forward-to must be a URL, not ${options.forwardTo}`, 2);
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
      throw new CommandFailure(`--port must be a number from 0 to 65535, not ${port}`, 2);
    const api = await clientOf(options, env);
    await listen(api, { ...options, events, port: Number(port) }, terminal, interruption());
  });
}

type ListenArguments = ApiOptions &
  Omit<ListenOptions, 'port' | 'events'> & { port?: string; events?: string };

/** Aborted by the first signal to end; the second one ends the process at once. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      controller.abort();
    });
  return controller.signal;
}

function addTrigger(program: Command, terminal: Terminal, env: Env): void {
  addCommand(program, {
    name: 'trigger',
    group: GROUP,
    summary: 'Make an event happen through the API',
    description:
      'Make an event happen through the API.\n\n' +
      'Creates what the event needs, in test mode unless --live is given, so that webhooks receive a real event with ' +
      'real records. The records stay (parley workspace:reset-test-data).',
    example: 'npx parley trigger ticket.created',
    options: [new Option('--list', 'List the events'), ...apiOptions(), jsonOption()],
  })
    .argument('[event]', 'Event type, such as ticket.created')
    .action(async (event: string | undefined, options: ApiOptions & { list?: boolean; json?: boolean }) => {
      if (options.list === true) {
        const events = triggers.map(({ event: name, recipe, reason }) => ({
          event: name,
          note: recipe === undefined ? `cannot be triggered: ${reason}` : null,
        }));
        terminal.print({ events }, options);
        return;
      }
      if (event === undefined) throw new CommandFailure('name an event. See: npx parley trigger --list', 2);
      const found = triggers.find(({ event: name }) => name === event);
      if (found === undefined) throw new CommandFailure(unknownEvent(event), 2);
      if (found.recipe === undefined)
        throw new CommandFailure(`${event} cannot be triggered: it ${found.reason}`, 2);
      const id = await found.recipe(await clientOf(options, env));
      terminal.print({ event, id }, options);
    });
}

function unknownEvent(event: string): string {
  const [closest] = triggers
    .map(({ event: name }) => ({ name, distance: editDistance(event, name) }))
    .sort((a, b) => a.distance - b.distance);
  const isTypo = closest !== undefined && closest.distance <= 3;
  return `unknown event ${event}. ${isTypo ? `Did you mean ${closest.name}? ` : ''}See: npx parley trigger --list`;
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1)
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
      );
    row = next;
  }
  return row[b.length] ?? 0;
}
