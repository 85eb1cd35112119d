// Compile-time tests: `npm run check` fails when one of these stops being an error.
import {
  createTicket,
  defineOperation,
  deleteWebhook,
  getTicket,
  noContent,
  type Ticket,
} from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';
import { Handles } from './handles.ts';

declare const ticket: Ticket;

export class RightHandlers {
  @Handles(getTicket)
  get(_ctx: TenantContext, { params }: { params: { ticket_id: `ticket_${string}` } }): Promise<Ticket> {
    return Promise.resolve({ ...ticket, id: params.ticket_id });
  }

  @Handles(deleteWebhook)
  delete(): Promise<void> {
    return Promise.resolve();
  }
}

export class WrongHandlers {
  // @ts-expect-error the result is not a ticket
  @Handles(createTicket)
  wrongResult(): Promise<{ id: string }> {
    return Promise.resolve({ id: 'x' });
  }

  // @ts-expect-error the operation has no body
  @Handles(getTicket)
  wrongInput(_ctx: TenantContext, _input: { body: { subject: string } }): Promise<Ticket> {
    return Promise.resolve(ticket);
  }

  // @ts-expect-error an event is not a procedure
  @Handles({ kind: 'event' })
  notAProcedure(): Promise<void> {
    return Promise.resolve();
  }
}

// @ts-expect-error an operation without a scope does not compile
defineOperation({
  id: 'x.y',
  service: 'ticket',
  route: 'GET /v1/x',
  status: 204,
  summary: '',
  response: noContent,
});

// @ts-expect-error nor does one without a response
defineOperation({
  id: 'x.y',
  service: 'ticket',
  route: 'GET /v1/x',
  status: 200,
  scope: 'any-token',
  summary: '',
});

defineOperation({
  id: 'x.y',
  service: 'ticket',
  route: 'GET /v1/x',
  status: 204,
  // @ts-expect-error or with a scope that does not exist
  scope: 'tickets:everything',
  summary: '',
  response: noContent,
});
