import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LANGUAGES } from './process.fixture.ts';
import { Scene, Servers } from './scene.fixture.ts';
import { canStartBroker } from '../../../test/faults/private-broker.ts';

const file = join(import.meta.dirname, 'scenarios.json');
const scenarios = JSON.parse(await readFile(file, 'utf8')) as { name: string; steps: object[] }[];
const describeWithBroker = canStartBroker ? describe : describe.skip;
const languages = Object.keys(LANGUAGES);
/** Scenarios in which two languages meet need both; scripts/test.mjs reports what is left out. */
const possible = scenarios.filter(
  ({ steps }) => languages.length > 1 || !steps.some((step) => 'language' in step),
);

describeWithBroker(`subscribers of the bus${canStartBroker ? '' : ' (no rabbitmq-server)'}`, () => {
  let servers: Servers;
  beforeAll(async () => {
    servers = await Servers.start();
  });
  afterAll(() => servers.close());

  describe.each(languages)('in %s', (language) => {
    it.each(possible)('$name', async ({ steps }) => {
      await new Scene(servers, language).run(steps);
    });
  });

  it('declare the same in every language', async () => {
    const declared: object[] = [];
    for (const language of languages) {
      const scene = new Scene(servers, language);
      await scene.run([{ start: 'a' }], async () => void declared.push(await scene.queues()));
    }
    const [first = {}] = declared;
    expect(Object.keys(first).toSorted()).toEqual(['', '.dead', '.retry.20ms', '.retry.60ms']);
    for (const other of declared) expect(other).toEqual(first);
  });
});
