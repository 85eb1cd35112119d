import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '../../..');
const run = (program: string, ...args: string[]) => {
  try {
    execFileSync(process.execPath, [join(root, 'node_modules', program), ...args], {
      cwd: root,
      env: { ...process.env, NODE_OPTIONS: '' },
      stdio: 'pipe',
    });
    return '';
  } catch (error) {
    const { stdout, stderr } = error as { stdout: Buffer; stderr: Buffer };
    return `${stdout.toString()}${stderr.toString()}`;
  }
};

/** What somebody writes who has nothing but the document. */
const CLIENT = `
import type { components, paths, webhooks } from './api.ts';

type Json<Of> = Of extends { content: { 'application/json': infer Body } } ? Body : never;
type Create = paths['/v1/tickets']['post'];

export const minimal: Json<Create['requestBody']> = { subject: 'The printer is on fire' };
// @ts-expect-error a subject is a text
export const numbered: Json<Create['requestBody']> = { subject: 7 };

// Later versions may add a status.
export function statusOf(created: Json<Create['responses'][201]>): string {
  return created.data.status;
}
export const status: components['schemas']['TicketStatus'] = 'resolved';

export function nameOf(event: components['schemas']['WebhookEvent']): string {
  return event.event === 'ticket.created' ? event.data.subject : event.event;
}

export function assigneeOf(ticket: components['schemas']['Ticket']): string {
  // @ts-expect-error nobody may be assigned
  void ticket.assignee.name;
  return ticket.assignee?.name ?? 'nobody';
}

type Message = paths['/v1/conversations/{conversation_id}/messages']['post']['requestBody']['content'];
export const form: Message['multipart/form-data'] = { body: 'See the file', 'attachments[]': ['bytes'] };
// @ts-expect-error JSON has the ids of uploaded files
export const json: Message['application/json'] = { body: 'See the file', attachments: [new Uint8Array()] };

export const query: paths['/v1/tickets']['get']['parameters']['query'] = {
  page: 2,
  status: ['open', 'pending'],
};

export function paramOf({ error }: components['schemas']['ErrorResponse']): string | undefined {
  return error.code === 'rate_limit_exceeded' ? undefined : error.param;
}

export function onTicketCreated(event: Json<NonNullable<webhooks['ticket.created']['post']['requestBody']>>): string {
  const name: 'ticket.created' = event.event;
  return name + event.data.subject;
}
`;

it('a client compiles in strict mode with the types that openapi-typescript generates from the document', () => {
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'openapi-'));
  try {
    const types = join(folder, 'api.ts');
    const made = run(
      'openapi-typescript/bin/cli.js',
      'openapi/openapi.json',
      '--output',
      types,
      '--default-non-nullable',
      'false',
    );
    expect(made).toBe('');
    writeFileSync(join(folder, 'client.ts'), CLIENT);
    const options =
      '--ignoreConfig --noEmit --strict --exactOptionalPropertyTypes --allowImportingTsExtensions';
    const target = '--module nodenext --target es2022 --types node';
    expect(
      run('typescript/bin/tsc', ...options.split(' '), ...target.split(' '), join(folder, 'client.ts')),
    ).toBe('');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
