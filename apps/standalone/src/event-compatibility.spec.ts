import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { declaredSubscribers } from '@parley/events';
import { asyncApiDocument, type AsyncApiDocument } from '@parley/openapi';
import {
  describeEventChange,
  findBreakingEventChanges,
} from '../../../libs/openapi/src/asyncapi/compatibility.fixture.ts';
import { SERVICES } from './services.ts';

const released = join(import.meta.dirname, '../../../asyncapi/released.json');

it('the events are compatible with the released ones (docs/events.md says what to do if not)', () => {
  const subscribers = SERVICES.flatMap(({ database, module }) =>
    declaredSubscribers(database.service, module),
  );
  const before = JSON.parse(readFileSync(released, 'utf8')) as AsyncApiDocument;
  const changes = findBreakingEventChanges(before, asyncApiDocument(), subscribers);
  expect(changes.map(describeEventChange)).toEqual([]);
});
