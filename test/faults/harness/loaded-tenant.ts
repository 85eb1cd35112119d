import { createWebhook, uuidOf, type WorkspaceCredentials } from '@parley/contracts';
import { eventually, expectDocumentedDelivery, Receiver, type Delivery } from '@parley/testing';
import { Webhook } from 'standardwebhooks';
import type { Seen } from './history.ts';
import { SeededLoad, type LoadOptions } from './seeded-load.ts';

type Mode = 'live' | 'test';

interface Options {
  readonly credentials: WorkspaceCredentials;
  readonly mode: Mode;
  /** The address of a gateway; throws while none is ready. */
  readonly gateway: () => string;
  readonly load: LoadOptions;
  readonly seed: number;
  /** The address of this machine at which the platform reaches the receiver, if it runs elsewhere. */
  readonly host?: string;
}

/** A workspace in one mode, with a load and a webhook of its own: nothing of it may appear at another. */
export class LoadedTenant {
  /** Deliveries that a receiver would refuse. */
  readonly refused: string[] = [];

  private constructor(
    /** `<uuid> live`, as the effects of subscribers name it. */
    readonly name: string,
    readonly receiver: Receiver,
    readonly load: SeededLoad,
  ) {}

  /** Creates the webhook; the load is not started. */
  static async open({ credentials, mode, gateway, load, seed, host }: Options): Promise<LoadedTenant> {
    const key = mode === 'live' ? credentials.live_key : credentials.test_key;
    const name = `${uuidOf('workspace', credentials.workspace_id)} ${mode}`;
    const receiver = await Receiver.start(undefined, 0, host);
    const tenant = new LoadedTenant(
      name,
      receiver,
      new SeededLoad(gateway, { tenant: name, key }, load, seed),
    );
    const body = { url: receiver.url, events: ['ticket.created', 'ticket.updated'] };
    const secret = await eventually(async () => {
      const { status, data } = await tenant.load.request('POST', '/v1/webhooks', body);
      if (status !== createWebhook.status) throw new Error(`a webhook: ${status}`);
      return String(data?.['signing_secret']);
    });
    const webhook = new Webhook(secret);
    receiver.respond = (delivery, response) => {
      tenant.#verify(webhook, delivery);
      response.writeHead(204).end();
    };
    return tenant;
  }

  /** What the receiver has got, repeated attempts included. */
  get delivered(): Seen[] {
    return this.receiver.deliveries.map(({ body: { id, data }, at }) => {
      const { subject, id: ticket } = data as { subject: string; id: string };
      return { event: id, tenant: this.name, subject, ticket, at };
    });
  }

  /** How often each event was sent. */
  get attempts(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const { body } of this.receiver.deliveries) counts.set(body.id, (counts.get(body.id) ?? 0) + 1);
    return counts;
  }

  /** Deliveries that differ from the API document. */
  get undocumented(): string[] {
    return this.receiver.deliveries.flatMap(({ headers, body }) => {
      try {
        expectDocumentedDelivery(headers, body);
        return [];
      } catch (error) {
        return [(error as Error).message];
      }
    });
  }

  async close(): Promise<void> {
    await this.load.stop();
    await this.receiver.close();
  }

  /** As a receiver does: when it arrives, because a signature holds for minutes. */
  #verify(webhook: Webhook, { headers, raw, body }: Delivery): void {
    try {
      webhook.verify(raw, headers as Record<string, string>);
      if (headers['webhook-id'] !== body.id) throw new Error(`webhook-id ${String(headers['webhook-id'])}`);
    } catch (error) {
      this.refused.push(`${body.id}: ${(error as Error).message}`);
    }
  }
}
