// Compile-time tests: `npm run check` fails when one of these stops being an error.
import { defineEvent } from './event.ts';
import { User } from './user/user.operations.ts';

const common = { service: 'identity', subject: 'user', summary: 'A user came back', data: User } as const;

defineEvent({ ...common, type: 'user.returned', audience: 'webhook' }).tenancy satisfies 'tenant';
defineEvent({ ...common, type: 'user.returned', audience: 'bus', tenancy: 'workspace' })
  .tenancy satisfies 'workspace';

// @ts-expect-error webhooks belong to one mode, and workspace events have none
defineEvent({ ...common, type: 'user.returned', audience: 'webhook', tenancy: 'workspace' });
