import { describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { events, findEventDefinition, webhookEventTypes } from './events.ts';
import { encodeId, ID_PREFIXES, type IdKind } from './id.ts';
import { isPage, splitRoute, type Operation } from './operation.ts';
import { services, type ServiceName } from './services.ts';
import { commands, operations, findProcedure, procedures } from './registry.ts';
import { SCOPES } from './scope.ts';

const root = join(import.meta.dirname, '../../..');
const keysOf = (schema: z.ZodType | undefined): string[] =>
  schema === undefined ? [] : Object.keys((schema as z.ZodObject).shape);
const repeated = (values: readonly string[]): string[] =>
  values.filter((value, index) => values.indexOf(value) !== index);
const each = operations.map((operation) => [operation.id, operation] as const);

describe('the procedures', () => {
  it('are registered', () => {
    expect(operations.length).toBeGreaterThan(10);
    expect(commands.length).toBeGreaterThan(4);
  });

  it('have unique ids and are found by them', () => {
    expect(repeated(procedures.map(({ id }) => id))).toEqual([]);
    for (const procedure of procedures) expect(findProcedure(procedure.id)).toBe(procedure);
    expect(findProcedure('no.such')).toBeUndefined();
  });

  it('have an existing service and a summary', () => {
    for (const { service, summary, id } of procedures) {
      expect([...services, 'each', 'gateway']).toContain(service);
      expect(summary).not.toBe('');
      expect(id).toMatch(/^[a-z_]+\.[a-z_]+$/);
    }
  });
});

describe('the operations', () => {
  /** `GET /v1/tickets/{}`: what two routes have in common that answer the same requests. */
  const shapeOf = ({ route }: Operation) => route.replaceAll(/\{\w+\}/g, '{}');

  it('have unique routes, regardless of parameter names', () => {
    expect(repeated(operations.map(shapeOf))).toEqual([]);
  });

  it.each(each)('%s: the path parameters match the schema', (_id, operation) => {
    const { method, path } = splitRoute(operation.route);
    expect(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).toContain(method);
    expect(path).toMatch(/^\/v1(\/[a-z_-]+|\/\{[a-z_]+\})+$/);
    expect([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])).toEqual(keysOf(operation.params));
  });

  it.each(each)('%s: method, status and parts agree', (_id, operation) => {
    const { method } = splitRoute(operation.route);
    if (method === 'GET' || method === 'DELETE') expect(operation.body).toBeUndefined();
    if (method === 'PATCH') expect(operation.body).toBeDefined();
    if (method === 'GET' || method === 'PATCH') expect(operation.status).toBe(200);
    const hasNoContent = 'kind' in operation.response && operation.response.kind === 'no_content';
    expect(operation.status === 204).toBe(hasNoContent);
    if (method === 'DELETE') expect(hasNoContent).toBe(true);
  });

  it.each(each)('%s: requires existing scopes', (_id, operation) => {
    const { scope } = operation;
    if (scope === 'any-token') return;
    const asked = typeof scope === 'string' ? [scope] : scope.anyOf;
    expect(asked).not.toEqual([]);
    for (const one of asked) expect(SCOPES).toContain(one);
  });

  it.each(each.filter(([, { response }]) => isPage(response)))('%s: is paginated', (_id, operation) => {
    expect(splitRoute(operation.route).method).toBe('GET');
    expect(keysOf(operation.query)).toEqual(
      expect.arrayContaining(['page', 'per_page', 'cursor', 'sort', 'order']),
    );
    // A log is in its own order: what is logged late would be behind the position of a reader.
    const isLog = operation.id.startsWith('event.') || operation.id.endsWith('.history');
    const sort = isLog ? 'logged_at' : 'created_at';
    // Of a view, sort and order are those that it has been saved with.
    const order = operation.id === 'view.records' ? {} : { sort };
    expect(operation.query?.parse({})).toMatchObject({ page: 1, per_page: 25, ...order });
  });

  it('that are deprecated have a date, and a sunset and a replacement if known', () => {
    for (const { id, deprecated } of operations) {
      if (deprecated === undefined) continue;
      const { since, sunset, instead } = deprecated;
      for (const date of [since, sunset ?? since]) expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(Date.parse(sunset ?? '9999-12-31')).toBeGreaterThan(Date.parse(since));
      if (instead !== undefined) expect([id, findProcedure(instead)?.kind]).toEqual([id, 'operation']);
    }
  });

  it('return no array other than a page', () => {
    for (const { response } of operations) expect(response).not.toBeInstanceOf(z.ZodArray);
  });
});

describe('the commands', () => {
  it('have unique names of the form noun:verb, and only options that a command line can express', () => {
    expect(repeated(commands.map(({ command }) => command))).toEqual([]);
    for (const { command, input } of commands) {
      expect(command).toMatch(/^[a-z-]+:[a-z-]+$/);
      expect(input).toBeInstanceOf(z.ZodObject);
    }
  });

  it('have a valid example', () => {
    for (const { command, partOf, input, example } of commands)
      if (partOf === undefined)
        expect([command, input.safeParse(example).error]).toEqual([command, undefined]);
  });
});

describe('the events', () => {
  /** Which service owns the aggregates of a kind. */
  const OWNERS: Partial<Record<IdKind, ServiceName>> = {
    connection: 'conversation',
    contact_form: 'mail',
    contact: 'contact',
    conversation: 'conversation',
    message: 'conversation',
    tag: 'conversation',
    ticket: 'ticket',
    inbox: 'ticket',
    file: 'file',
    incoming_mail: 'mail',
    mailbox: 'mail',
    outgoing_mail: 'mail',
    grant: 'identity',
    pat: 'identity',
    team: 'identity',
    user: 'identity',
    view: 'automation',
    macro: 'automation',
    job: 'automation',
    workspace: 'identity',
    webhook: 'webhook',
  };

  it('have unique types and are found by them', () => {
    expect(repeated(events.map(({ type }) => type))).toEqual([]);
    for (const event of events) expect(findEventDefinition(event.type)).toBe(event);
    expect(findEventDefinition('ticket.exploded')).toBeUndefined();
  });

  it.each(events.map((event) => [event.type, event] as const))(
    '%s: has its resource as subject, and is emitted by the service that owns it',
    (type, { subject, service, data }) => {
      expect(type).toMatch(new RegExp(`^${subject}\\.[a-z_]+$`));
      expect(service).toBe(OWNERS[subject]);
      // `data.id` is the aggregate whose events keep their order: of that kind, and of no other.
      const { id } = (data as unknown as z.ZodObject<{ id: z.ZodType }>).shape;
      for (const kind of Object.keys(ID_PREFIXES) as IdKind[]) {
        const example = encodeId(kind, '01890a5d-ac96-774b-bcce-b302099a8057');
        expect(id.safeParse(example).success).toBe(kind === subject);
      }
    },
  );

  it('of users are internal', () => {
    expect(webhookEventTypes.filter((type) => type.startsWith('user.'))).toEqual([]);
    expect(webhookEventTypes).toEqual(expect.arrayContaining(['ticket.created', 'contact.created']));
  });
});

it('packages run no install scripts, with any version of npm', () => {
  // npm 11 can allow single packages (`allowScripts`), which npm 10 ignores: it would run all scripts.
  expect(readFileSync(join(root, '.npmrc'), 'utf8').split('\n')).toContain('ignore-scripts=true');
  expect(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).not.toHaveProperty('allowScripts');
});

it('has npm scripts for the commands that set up a workspace, and few others', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const commands = ['workspace:create', 'workspace:update', 'user:create', 'user:update', 'inbox:create'];
  const credentials = ['key:create', 'key:revoke', 'pat:create', 'oauth-app:create'];
  const operator = Object.entries(scripts).filter(([, line]) => line.includes('parley.mjs'));
  expect(operator).toEqual(
    [...commands, ...credentials].map((name) => [name, `node apps/cli/bin/parley.mjs ${name} --json`]),
  );
  expect(Object.keys(scripts).length - operator.length).toBeLessThanOrEqual(17);
});

describe('the workspaces', () => {
  const folders = ['libs', 'apps', 'sdks'].flatMap((group) =>
    readdirSync(join(root, group), { withFileTypes: true })
      .filter((entry) => existsSync(join(root, group, entry.name, 'package.json')))
      .map((entry) => ({ group, name: entry.name })),
  );

  it('are exactly the projects of nest-cli.json', () => {
    const { projects } = JSON.parse(readFileSync(join(root, 'nest-cli.json'), 'utf8')) as {
      projects: Record<string, unknown>;
    };
    // What Vite builds runs in browsers, and what has a build of its own runs in programs of others.
    const ofNode = folders.filter(({ group, name }) =>
      ['vite.config.ts', 'build.mjs'].every((file) => !existsSync(join(root, group, name, file))),
    );
    const expected = ofNode.map(({ group, name }) => [
      name,
      {
        type: group === 'apps' ? 'application' : 'library',
        root: `${group}/${name}`,
        sourceRoot: `${group}/${name}/src`,
        compilerOptions: expect.objectContaining({
          tsConfigPath: `${group}/${name}/tsconfig.build.json`,
          // docs/adr/0001-module-resolution.md
          ...(group === 'apps' && { plugins: ['../scripts/build/libraries.mjs'] }),
        }),
      },
    ]);
    expect(projects).toEqual(Object.fromEntries(expected));
  });

  it('are packages named after their folders', () => {
    for (const { group, name } of folders) {
      const manifest = JSON.parse(readFileSync(join(root, group, name, 'package.json'), 'utf8')) as {
        name: string;
      };
      expect(manifest.name).toBe(`@parley/${name === 'node' ? 'client' : name}`);
    }
  });
});
