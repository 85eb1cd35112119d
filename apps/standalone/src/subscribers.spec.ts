import { expect, it } from '@jest/globals';
import { declaredSubscribers } from '@parley/events';
import { SERVICES } from './services.ts';

/**
 * Records of processed events name these subscribers, which the snapshot keeps. One that is renamed has its effect again when an
 * event is delivered again: give it its old name with `as`. One that goes is removed as docs/bus.md describes.
 */
it('the subscribers of each service keep their names', () => {
  const subscribers = SERVICES.flatMap(({ database, module }) =>
    declaredSubscribers(database.service, module),
  );
  expect(subscribers.map(({ name }) => name).toSorted()).toMatchSnapshot();
});
