import { createHash } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { subscriberDefinitions } from './subscriber-definitions.ts';

interface Definitions {
  users: [{ password_hash: string }];
  permissions: [Record<'configure' | 'write' | 'read', string>];
  topic_permissions: [Record<'exchange' | 'write' | 'read', string>];
}

const definitions = subscriberDefinitions({
  name: 'reporting',
  password: 'correct horse',
  types: ['ticket.*', 'contact.created'],
  vhost: '/',
  prefix: 'acme',
}) as unknown as Definitions;
const matches = (pattern: string, ...names: string[]) =>
  names.filter((name) => new RegExp(pattern).test(name));

it('a subscriber has rights to its own queues, and to bind them to the exchange', () => {
  const [{ configure, write, read }] = definitions.permissions;
  const names = [
    'reporting',
    'reporting.retry',
    'reporting2',
    'acme.events',
    'acmeXevents',
    'acme.ticket.events.0.v2',
  ];
  expect(matches(configure, ...names)).toEqual(['reporting', 'reporting.retry']);
  expect(matches(write, ...names)).toEqual(['reporting', 'reporting.retry']);
  expect(matches(read, ...names)).toEqual(['reporting', 'reporting.retry', 'acme.events']);
});

it('a subscriber may bind to its event types alone', () => {
  const [{ exchange, write, read }] = definitions.topic_permissions;
  expect(exchange).toBe('acme.events');
  const keys = [
    'ticket.created',
    'ticket.*',
    'contact.created',
    'contact.deleted',
    'ticket.#',
    '#',
    'user.created',
  ];
  expect(matches(read, ...keys)).toEqual(['ticket.created', 'ticket.*', 'contact.created']);
  expect(matches(write, ...keys)).toEqual([]);
});

it('the password is stored as RabbitMQ hashes it', () => {
  const stored = Buffer.from(definitions.users[0].password_hash, 'base64');
  const salt = stored.subarray(0, 4);
  const hash = createHash('sha256').update(salt).update('correct horse').digest();
  expect(stored.subarray(4)).toEqual(hash);
});
