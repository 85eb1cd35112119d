import { createWebhook } from '@parley/contracts';
import { eventually, Receiver } from '@parley/testing';
import type { AlertFault } from '../alert-fault.ts';
import type { Stage } from '../stage.ts';

/** Longer than the average of an endpoint that counts as slow. */
const SLOW_MS = 3_000;

/** A webhook whose endpoint answers as told, and its end. */
async function subscribe(stage: Stage, status: number): Promise<() => Promise<void>> {
  const receiver = await Receiver.start((_, response) => response.writeHead(status).end());
  const { live_key: key } = stage.scene.workspace.credentials;
  const body = { url: receiver.url, events: ['ticket.created'] };
  await eventually(
    async () => (await stage.request(key, 'POST', '/v1/webhooks', body)) === createWebhook.status,
  );
  return () => receiver.close();
}

export const webhooks: readonly AlertFault[] = [
  {
    name: 'endpoint-slow',
    title: `the endpoint of every webhook takes ${SLOW_MS / 1000} s for an answer`,
    alerts: ['ParleyWebhookBacklogOld', 'ParleyFirstAttemptSlow'],
    begin({ scene: { receiver } }) {
      const usual = receiver.respond;
      receiver.respond = (_, response) => void setTimeout(() => response.writeHead(204).end(), SLOW_MS);
      return Promise.resolve(() => (receiver.respond = usual));
    },
  },
  {
    name: 'endpoint-fails',
    title: 'the endpoint of every webhook answers 500 two times in three',
    alerts: ['ParleyWebhookAttemptsFail'],
    begin({ scene: { receiver } }) {
      const usual = receiver.respond;
      let attempts = 0;
      // Failures alone would open the circuit breaker for longer than a window of the compressed rules, with no attempt to count.
      receiver.respond = (_, response) => response.writeHead((attempts += 1) % 3 === 0 ? 204 : 500).end();
      return Promise.resolve(() => (receiver.respond = usual));
    },
  },
  {
    name: 'endpoint-gone',
    title: 'the endpoint of a webhook answers 410',
    alerts: ['ParleyWebhooksDisabled'],
    begin: (stage) => subscribe(stage, 410),
  },
];
