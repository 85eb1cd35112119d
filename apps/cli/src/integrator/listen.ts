import { once } from 'node:events';
import { hostname } from 'node:os';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  webhookEventTypes,
  type Id,
  type Webhook,
} from '@parley/contracts';
import { CommandFailure } from '../failure.ts';
import { printable } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import type { ApiClient } from './api-client.ts';
import { Receiver, type Delivered, type Received } from './receiver.ts';

export interface ListenOptions {
  events: string;
  port: number;
  forwardTo?: string;
  publicUrl?: string;
  secret?: string;
  json?: boolean;
}

const SUMMARY_MAX = 60;
const EVENT_WIDTH = Math.max(...webhookEventTypes.map((type) => type.length));

/**
 * Receives events on this machine, and prints them, until `signal` is aborted: creates a webhook for a local receiver, and
 * deletes it at the end.
 */
export async function listen(
  api: ApiClient,
  options: ListenOptions,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  let isCreated: (secret: string) => void = () => undefined;
  const receiver = new Receiver({
    signingSecret: new Promise((resolve) => (isCreated = resolve)),
    forwardTo: options.forwardTo,
    onReceived: (received) => report(received, options, terminal),
  });
  const port = await receiver.listen(options.port);
  try {
    const url = options.publicUrl ?? `http://127.0.0.1:${port}/`;
    const webhook = await subscribe(api, url, options);
    isCreated(webhook.signing_secret);
    try {
      terminal.printProgress(
        `Listening on ${url} for ${options.events} (webhook ${webhook.id}); Ctrl-C stops it.`,
      );
      if (options.forwardTo !== undefined) terminal.printProgress(`Forwarding to ${options.forwardTo}`);
      terminal.printProgress(`Signing secret: ${webhook.signing_secret}`);
      if (!signal.aborted) await once(signal, 'abort');
    } finally {
      await unsubscribe(api, webhook.id, terminal);
    }
  } finally {
    await receiver.close();
  }
}

/** Replaces what a run that was killed has left. */
async function subscribe(api: ApiClient, url: string, { events, secret }: ListenOptions) {
  const description = `parley listen on ${hostname()}`;
  const existing = (await api.call(listWebhooks, { query: { per_page: '100' } })) as unknown as Webhook[];
  for (const webhook of existing)
    if (webhook.url === url && webhook.description === description) await remove(api, webhook.id);
  const body = { url, description, events: events.split(','), ...(secret === undefined ? {} : { secret }) };
  return api.call(createWebhook, { body }).catch((error: unknown) => {
    if (!(error instanceof CommandFailure) || !error.message.includes(' url: ')) throw error;
    const hint =
      'Set WEBHOOK_ALLOW_CIDRS=127.0.0.1/32 where the platform runs on this machine, or pass the public address of a tunnel to --public-url.';
    throw new CommandFailure(`${error.message}. ${hint}`, error.exitCode, { cause: error });
  });
}

async function unsubscribe(api: ApiClient, id: Id<'webhook'>, terminal: Terminal) {
  const outcome = await remove(api, id).then(
    () => `Deleted webhook ${id}.`,
    (error: unknown) => `Webhook ${id} could not be deleted: ${(error as Error).message}`,
  );
  terminal.printProgress(outcome);
}

const remove = (api: ApiClient, id: Id<'webhook'>) => api.call(deleteWebhook, { params: { webhook_id: id } });

function report(received: Received, { json }: ListenOptions, terminal: Terminal): void {
  if (received.outcome === 'rejected') {
    terminal.printProgress(`Rejected a request whose signature cannot be verified: ${received.reason}`);
    return;
  }
  const { event, forwarded } = received;
  const answer = forwarded && `  → ${forwarded.error ?? forwarded.status} in ${forwarded.milliseconds} ms`;
  if (terminal.wantsJson({ json })) {
    terminal.write(terminal.json(event));
    if (answer !== undefined) terminal.printProgress(`${event.id}${answer}`);
  } else terminal.write(lineOf(event) + (answer ?? ''));
}

/** `06:30:00  ticket.created  ticket_01h…  The printer is on fire` */
export function lineOf({ timestamp, event, data }: Delivered): string {
  const summary = ['subject', 'name', 'body', 'email', 'url']
    .map((field) => data[field])
    .find((value): value is string => typeof value === 'string' && value !== '');
  const cut = printable(summary ?? '');
  const text = cut.length > SUMMARY_MAX ? `${cut.slice(0, SUMMARY_MAX - 1).toWellFormed()}…` : cut;
  const id = typeof data['id'] === 'string' ? data['id'] : '';
  return [timestamp.slice(11, 19), printable(event).padEnd(EVENT_WIDTH), printable(id), text]
    .join('  ')
    .trimEnd();
}
