// What programs may write, and what not; checked by the compiler alone.
import { isKnown, verify } from '../src/webhooks.ts';
import type { Deletion, NotModified, Page, Parley, Ticket, WebhookEvent } from '../src/index.ts';

declare const parley: Parley;
declare const maybe: string | undefined;

/** Whether two types are the same. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

export async function calls(): Promise<void> {
  const ticket = await parley.tickets.create({
    subject: 'Printer',
    external_id: maybe,
    contact: { email: 'kim@example.com' },
  });
  void (true satisfies Same<typeof ticket, Ticket>);
  // @ts-expect-error -- A field that is misspelt.
  await parley.tickets.create({ subjekt: 'Printer' });
  // @ts-expect-error -- A value that the API does not take.
  await parley.tickets.update(ticket.id, { status: 'frozen' });
  // @ts-expect-error -- A field that a ticket does not have.
  console.log(ticket.subjekt);
  // A later server may send another status.
  const status: string = ticket.status;
  if (ticket.status === 'open' || ticket.status === 'frozen') console.log(status);

  const read = await parley.tickets.get(ticket.id, { include: ['contact'] });
  void (true satisfies Same<typeof read, Ticket>);
  const newer = await parley.tickets.get(ticket.id, {}, { ifNoneMatch: ticket });
  void (true satisfies Same<typeof newer, Ticket | NotModified>);
  const gone = await parley.tickets.delete(ticket.id, { ifMatch: ticket });
  void (true satisfies Same<typeof gone, Deletion>);
  await parley.tickets.update(ticket.id, ({ tags }) => ({ tags: [...tags, 'new'] }), { timeout: 1000 });
  // @ts-expect-error -- A read has no key.
  await parley.tickets.get(ticket.id, {}, { idempotencyKey: 'x' });
  // @ts-expect-error -- A conversation needs a contact.
  await parley.conversations.create({});
  // @ts-expect-error -- The clients share their connections.
  parley.with({ proxy: 'http://localhost:1' });
}

export async function lists(): Promise<void> {
  const page = await parley.tickets.list({ status: ['open'], created_after: new Date() });
  void (true satisfies Same<typeof page, Page<Ticket>>);
  for await (const ticket of parley.tickets.list()) void (true satisfies Same<typeof ticket, Ticket>);
  // @ts-expect-error -- An array needs a limit.
  await parley.tickets.list().toArray();
  const { data, meta } = await parley.tickets.bulkUpdate({ ids: ['ticket_1'], update: { status: 'closed' } });
  console.log(data[0]?.error?.code, meta.succeeded);
}

export function events(body: Uint8Array): void {
  const event = verify(body, new Headers(), 'whsec_…');
  if (!isKnown(event)) {
    console.log(event.event, event.data);
    return;
  }
  void (true satisfies Same<typeof event, WebhookEvent>);
  if (event.event === 'ticket.created') void (true satisfies Same<typeof event.data, Ticket>);
}
