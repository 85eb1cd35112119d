import { z } from 'zod';
import { CREDENTIAL_TYPES, PRINCIPAL_VERSION } from '../context.ts';
import { idOf } from '../id.ts';
import { defineCall } from '../call.ts';
import { Mode } from '../schema.ts';
import { SCOPES } from '../scope.ts';
import { UserRole } from '../user/user.operations.ts';

/** The data that authenticates a token. Times are epoch milliseconds. */
export const TokenRecord = z.object({
  state: z.enum(['active', 'revoked', 'unknown']),
  principal: z
    .object({
      type: z.enum(CREDENTIAL_TYPES),
      credentialId: z.string(),
      workspaceId: idOf('workspace'),
      mode: Mode,
      userId: idOf('user'),
      appId: idOf('app').optional(),
      role: UserRole,
      scopes: z.array(z.enum(SCOPES)),
      allowedIps: z.array(z.string()).optional(),
    })
    .nullable(),
  expiresAt: z.number().nullable(),
  limit: z.int(),
});
export type TokenRecord = z.output<typeof TokenRecord>;

export const lookUpToken = defineCall({
  id: 'token.look_up',
  summary: 'Retrieve a token by its SHA-256',
  // A service of another version refuses the call, and an instance of this one gets it.
  input: z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/), version: z.literal(PRINCIPAL_VERSION) }),
  output: TokenRecord,
});

export const recordTokenUse = defineCall({
  id: 'token.record_use',
  summary: 'Record the last use of credentials in a batch, off the request path',
  input: z.object({
    uses: z
      .array(z.object({ credentialId: z.string(), at: z.number(), address: z.string().max(100).optional() }))
      .max(10_000),
  }),
  output: z.null(),
});
