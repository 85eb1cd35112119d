import { z } from 'zod';
import { anyOf } from '../page.ts';
import type { Scope } from '../scope.ts';

/** Scopes of the records that a record may be read with. */
export const INCLUDE_SCOPES = {
  contact: 'contacts:read',
  conversation: 'conversations:read',
  last_message: 'conversations:read',
  assignee: 'users:read',
} as const satisfies Record<string, Scope>;
export type Include = keyof typeof INCLUDE_SCOPES;

/** The parameter `include` of the reads of a record, whose answers then have `included`. */
export const includeOf = (record: 'Ticket' | 'Conversation', ...names: readonly [Include, ...Include[]]) =>
  anyOf(z.enum(names).meta({ id: `${record}Include`, description: 'Record to return beside it' }), {
    description:
      'Records to return in `included` too, each once; requires the scopes that read them. The answer has no `ETag`',
    examples: [names.slice(0, 2).join()],
  });

/** Whether a query takes `include`. */
export const takesInclude = (query: z.ZodType | undefined): boolean =>
  query instanceof z.ZodObject && 'include' in query.shape;
