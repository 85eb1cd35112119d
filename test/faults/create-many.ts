import { createTicket } from '@parley/contracts';
import type { ApiClient } from '@parley/testing';

const PARALLEL = 25;

/**
 * Creates tickets side by side, and returns the ids of those that were promised: `count` of them or, with `giveUp`, those of
 * so many requests.
 * @param onCreated called after each with the number made so far.
 * @param giveUp whether a request that nobody answers ends its worker.
 */
export async function createMany(
  client: ApiClient,
  count: number,
  onCreated: (made: number) => void,
  giveUp: boolean,
): Promise<string[]> {
  const created: string[] = [];
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const subject = `Ticket ${(next += 1)}`;
      const answer = await client.call(createTicket, { body: { subject } }).catch(() => undefined);
      if (answer === undefined && giveUp) return;
      if (answer?.status !== 201) {
        next -= 1;
        await new Promise((resolve) => setTimeout(resolve, 50));
        continue;
      }
      created.push((answer.body as unknown as { data: { id: string } }).data.id);
      onCreated(created.length);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  return created;
}
