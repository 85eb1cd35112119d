import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { busEvents, findEventDefinition } from '@parley/contracts';
import { withEventCatalogue } from './catalogue.ts';
import { asyncApiDocument } from './document.ts';

const document = asyncApiDocument();
const root = join(import.meta.dirname, '../../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

describe('the document of the event bus', () => {
  it('matches asyncapi/asyncapi.json (otherwise run: npm run generate)', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(JSON.parse(read('asyncapi/asyncapi.json')));
  });

  it('matches the tables of docs/events.md (otherwise run: npm run generate)', () => {
    const page = read('docs/events.md');
    expect(withEventCatalogue(page, document)).toBe(page);
  });

  it('has a channel, a message and an operation for each event on the bus', () => {
    const types = busEvents.map(({ type }) => type).toSorted();
    expect(Object.keys(document.channels)).toEqual(types);
    expect(Object.keys(document.components.messages)).toEqual(types);
    expect(Object.keys(document.operations)).toHaveLength(types.length);
  });

  it('leaves out test events, which are not published', () => {
    expect(findEventDefinition('webhook.test')).toBeDefined();
    expect(document.channels['webhook.test']).toBeUndefined();
  });

  it('names the exchange of an installation with a BUS_PREFIX of its own', () => {
    const { channels } = asyncApiDocument(busEvents, 'acme');
    const names = Object.values(channels).map(({ bindings }) => bindings.amqp.exchange.name);
    expect(new Set(names)).toEqual(new Set(['acme.events']));
  });

  it('requires `mode` only of events whose data belongs to a mode', () => {
    const { schemas } = document.components;
    expect(schemas['TicketCreated']?.required).toContain('mode');
    expect(schemas['UserCreated']?.properties).not.toHaveProperty('mode');
  });
});
