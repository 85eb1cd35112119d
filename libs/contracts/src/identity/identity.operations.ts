import { z } from 'zod';
import { defineCall, defineCommand } from '../operation.ts';
import { idOf } from '../id.ts';
import { Email, Mode, Timestamp, text } from '../schema.ts';
import { SCOPES, normaliseScope } from '../scope.ts';
import { UserRole } from '../user/user.operations.ts';

/** Requests a minute of each plan (spec "Limits"); `unlimited` counts, but against a number nobody reaches. */
export const PLANS = { starter: 60, professional: 300, business: 1000, unlimited: 1_000_000 } as const;
export const Plan = z.enum(['starter', 'professional', 'business', 'unlimited']);
export type Plan = z.output<typeof Plan>;

/** What admission needs to know of a token. Times are epoch milliseconds. */
export const TokenRecord = z.object({
  state: z.enum(['active', 'revoked', 'unknown']),
  principal: z
    .object({
      kind: z.literal('api_key'),
      credentialId: z.string(),
      workspaceId: idOf('workspace'),
      mode: Mode,
      userId: idOf('user'),
      role: UserRole,
      scopes: z.array(z.enum(SCOPES)),
    })
    .nullable(),
  expiresAt: z.number().nullable(),
  limit: z.int(),
});
export type TokenRecord = z.output<typeof TokenRecord>;

export const lookUpToken = defineCall({
  id: 'token.look_up',
  service: 'identity',
  summary: 'What a token stands for, by the SHA-256 of it',
  input: z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/) }),
  output: TokenRecord,
});

export const recordTokenUse = defineCall({
  id: 'token.record_use',
  service: 'identity',
  summary: 'When credentials were last used: a batch, off the request path',
  input: z.object({ uses: z.array(z.object({ credentialId: z.string(), at: z.number() })).max(10_000) }),
  output: z.null(),
});

export const lookUpWorkspace = defineCall({
  id: 'workspace.look_up',
  service: 'identity',
  summary: 'A workspace, for a service that is told of one by the operator',
  input: z.object({ workspaceId: idOf('workspace') }),
  output: z.object({ id: idOf('workspace'), name: z.string() }).nullable(),
});

const Scopes = z
  .string()
  .transform((list) => list.split(',').map((name) => name.trim()))
  .pipe(
    z.array(
      z.string().transform((name, context) => {
        const scope = normaliseScope(name);
        if (scope === null) context.addIssue({ code: 'custom', message: `unknown scope ${name}` });
        return scope ?? z.NEVER;
      }),
    ),
  )
  .transform((scopes) => [...new Set(scopes)]);

/** All that a newcomer needs to call the API; also the content of the demo's credentials file. */
export const WorkspaceCredentials = z.object({
  base_url: z.string(),
  auth_url: z.string(),
  files_url: z.string(),
  workspace_id: idOf('workspace'),
  email: z.string(),
  password: z.string(),
  live_key: z.string(),
  test_key: z.string(),
});

export type WorkspaceCredentials = z.output<typeof WorkspaceCredentials>;

export const createWorkspace = defineCommand({
  id: 'workspace.create',
  command: 'workspace:create',
  service: 'identity',
  summary: 'A workspace with an admin and a live and a test key of all scopes',
  input: z.object({ name: text(255), plan: Plan.default('starter'), email: Email }),
  output: WorkspaceCredentials,
});

export const updateWorkspace = defineCommand({
  id: 'workspace.update',
  command: 'workspace:update',
  service: 'identity',
  summary: 'Move a workspace to another plan',
  input: z.object({ workspace: idOf('workspace'), plan: Plan }),
  output: z.object({ workspace_id: idOf('workspace'), plan: Plan }),
});

export const createKey = defineCommand({
  id: 'key.create',
  command: 'key:create',
  service: 'identity',
  summary: 'Mint an API key; it is printed this once',
  input: z.object({
    workspace: idOf('workspace'),
    name: text(255),
    scopes: Scopes,
    mode: Mode.default('live'),
  }),
  output: z.object({ id: idOf('key'), key: z.string() }),
});

export const revokeKey = defineCommand({
  id: 'key.revoke',
  command: 'key:revoke',
  service: 'identity',
  summary: 'Revoke an API key, from the next request on',
  input: z.object({ id: idOf('key') }),
  output: z.object({ id: idOf('key'), revoked_at: Timestamp }),
});
