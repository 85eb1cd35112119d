import { PassThrough } from 'node:stream';
import { expect, it } from '@jest/globals';
import { createTeam, listWebhooks } from '@parley/contracts';
import { eventually, Receiver } from '@parley/testing';
import { Webhook } from 'standardwebhooks';
import { ApiClient } from '../../apps/cli/src/integrator/api-client.ts';
import { listen } from '../../apps/cli/src/integrator/listen.ts';
import { triggers } from '../../apps/cli/src/integrator/recipes.ts';
import { operate } from '../../apps/cli/src/operate.fixture.ts';
import { Terminal } from '../../apps/cli/src/terminal.ts';
import { operator, operatorEnv } from './platform.ts';

it('parley listen prints and forwards every event that parley trigger makes happen, and leaves no webhook', async () => {
  const { credentials, live, test } = await operator.workspace();
  await live.ok(createTeam, { body: { name: 'Support' } });
  const endpoint = await Receiver.start();
  const [output, errors] = [new PassThrough(), new PassThrough()];
  let printed = '';
  let told = '';
  output.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  errors.on('data', (chunk: Buffer) => (told += chunk.toString()));
  const end = new AbortController();
  const api = new ApiClient(credentials.base_url, credentials.test_key);
  const options = { events: 'ticket.*,*', port: 0, forwardTo: endpoint.url };
  const listening = listen(api, options, new Terminal(output, errors), end.signal);
  const secret = await eventually(() => {
    const found = /Signing secret: (whsec_\S+)/.exec(told)?.[1];
    if (found === undefined) throw new Error('is not listening yet');
    return found;
  });

  const possible = triggers.filter(({ recipe }) => recipe !== undefined).map(({ event }) => event);
  expect(triggers.length - possible.length).toBe(5);
  const access = ['--api', credentials.base_url, '--key', credentials.test_key];
  for (const event of possible) {
    const made = JSON.parse(await operate('trigger', [event, ...access], operatorEnv)) as { id: string };
    const [delivery] = await eventually(() => {
      const found = endpoint.of(event).filter(({ body }) => made.id === body.data['id']);
      if (found.length === 0) throw new Error(`${event} of ${made.id} was not forwarded`);
      return found;
    });
    const { raw = '', headers = {} } = delivery ?? {};
    // What the endpoint gets can be verified as if Parley had sent it.
    expect(new Webhook(secret).verify(raw, headers as Record<string, string>)).toEqual(delivery?.body);
    await eventually(() => expect(printed.split('\n')).toContain(raw));
  }

  const [, url = ''] = /Listening on (\S+)/.exec(told) ?? [];
  expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(400);
  expect(told).toContain('Rejected a request whose signature cannot be verified');

  endpoint.respond = (_delivery, response) => response.writeHead(418).end();
  const [answer] = [await operate('trigger', ['webhook.test', ...access], operatorEnv)];
  expect(answer).toContain('webhook.test');
  await eventually(() => expect(told).toContain('→ 418 in '));

  end.abort();
  await listening;
  expect((await test.ok(listWebhooks, { query: {} })).data).toEqual([]);
  await endpoint.close();
});
