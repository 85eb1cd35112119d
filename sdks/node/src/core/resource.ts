import type { Client } from './client.ts';

/** What the resources of the API have in common: the client that sends their requests. */
export class Resource {
  declare protected readonly client: Client;

  constructor(client: Client) {
    // Not enumerable, so that `console.log` of a resource does not show the client again.
    Object.defineProperty(this, 'client', { value: client });
  }
}
