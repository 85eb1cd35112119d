import { z } from 'zod';
import { defineCommand } from '../call.ts';
import { idOf } from '../id.ts';
import { Email, Mode, nameText, Timestamp } from '../schema.ts';
import { GRANTS, SCOPES, normalizeScope, type Grant } from '../scope.ts';
import { CreatedWebhook } from '../webhook/webhook.calls.ts';

/** Requests per minute. `unlimited` is counted too, against a limit out of reach. */
export const PLANS = { starter: 60, professional: 300, business: 1000, unlimited: 1_000_000 } as const;
export const Plan = z
  .enum(['starter', 'professional', 'business', 'unlimited'])
  .describe('Plan: 60, 300 or 1000 requests per minute, or unlimited');
export type Plan = z.output<typeof Plan>;

/** Scopes in either notation, without duplicates. */
export const Scopes = z
  .array(
    z.string().transform((name, context) => {
      const scope = normalizeScope(name);
      if (scope === null) context.addIssue({ code: 'custom', message: `unknown scope ${name}` });
      return scope ?? z.NEVER;
    }),
  )
  .transform((scopes) => [...new Set(scopes)]);

/** Scopes, or the bundle `all`. */
export const Grants = z.array(z.string()).transform((names, context): Grant[] => {
  if (names.includes('all')) return ['all'];
  const { success, data, error } = Scopes.safeParse(names);
  if (success) return data;
  for (const { message, path } of error.issues) context.addIssue({ code: 'custom', message, path });
  return z.NEVER;
});

const commaSeparated = z.string().transform((list) => list.split(',').map((name) => name.trim()));

export const GrantList = commaSeparated.pipe(Grants).meta({
  description: `Scopes, separated by commas: ${SCOPES.join(', ')}; or all, also those of later versions`,
  examples: ['tickets:read,contacts:read'],
  listSeparator: ',',
});

export const ScopeList = commaSeparated.pipe(Scopes).meta({
  description: `Scopes, separated by commas: ${SCOPES.join(', ')}`,
  examples: ['tickets:read,contacts:read'],
  listSeparator: ',',
});

/** Also the content of `DATA_DIR/credentials.json`. */
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
  command: 'workspace:create',
  summary: 'Create a workspace with an admin, and a live and a test key with all scopes',
  input: z.object({
    name: nameText(255).describe('Name of the workspace'),
    plan: Plan.default('unlimited'),
    email: Email.describe('E-mail address of the admin, who is created with a password'),
  }),
  output: WorkspaceCredentials,
  example: { name: 'Acme', plan: 'business', email: 'admin@acme.example' },
});

export const listWorkspaces = defineCommand({
  command: 'workspace:list',
  summary: 'List the workspaces of the installation, newest first',
  input: z.object({
    limit: z.coerce.number().int().min(1).max(10_000).default(100).describe('Maximum number of workspaces'),
  }),
  output: z.object({
    workspaces: z.array(
      z.object({
        id: idOf('workspace'),
        name: z.string(),
        plan: Plan,
        users: z.int(),
        created_at: Timestamp,
      }),
    ),
  }),
  example: {},
});

export const changePlan = defineCommand({
  id: 'workspace.change_plan',
  command: 'workspace:update',
  summary: 'Change the plan of a workspace',
  input: z.object({ workspace: idOf('workspace'), plan: Plan }),
  output: z.object({ workspace_id: idOf('workspace'), plan: Plan }),
  example: { workspace: 'ws_01h2xcejqtf2nbrexx3vqjhp41', plan: 'unlimited' },
});

export const Lifetime = z
  .string()
  .regex(/^(?:\d{1,12}(?:ms|s|m|h|d)|none)$/, 'must be a duration like 7d, 30d, 90d or 12h, or none')
  .meta({ description: 'Time until it expires, like 12h or 90d, or none', examples: ['90d'] });

export const AddressRanges = z
  .array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'must be an IP address or a CIDR'))
  .max(100);

const AddressRangeList = z
  .string()
  .transform((list) => list.split(',').map((range) => range.trim()))
  .pipe(AddressRanges)
  .meta({
    description: 'Addresses and CIDRs from which it is accepted, separated by commas; any address if omitted',
    examples: ['203.0.113.0/24'],
    listSeparator: ',',
  });

export const credentialName = nameText(255).describe('Name that tells what the credential is for');

export const createKey = defineCommand({
  command: 'key:create',
  summary: 'Create an API key; it is printed only once',
  input: z.object({
    workspace: idOf('workspace'),
    name: credentialName,
    scopes: GrantList,
    mode: Mode.default('live'),
    expires_in: Lifetime.default('none'),
    allow_ips: AddressRangeList.optional(),
  }),
  output: z.object({ id: idOf('key'), key: z.string() }),
  example: {
    workspace: 'ws_01h2xcejqtf2nbrexx3vqjhp41',
    name: 'Reporting',
    scopes: 'tickets:read,contacts:read',
    expires_in: '90d',
  },
});

export const revokeKey = defineCommand({
  command: 'key:revoke',
  summary: 'Revoke an API key immediately, and list the webhooks that it created, which stay',
  input: z.object({ id: idOf('key') }),
  output: z.object({
    id: idOf('key'),
    revoked_at: Timestamp,
    /** `null` if the webhook service does not answer. */
    webhooks: z.array(CreatedWebhook.omit({ credential_id: true })).nullable(),
  }),
  example: { id: 'key_01h2xcejqtf2nbrexx3vqjhp41' },
});

const listed = {
  name: z.string(),
  scopes: z.array(z.enum(GRANTS)),
  last4: z.string(),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable(),
  revoked_at: Timestamp.nullable(),
};

export const listKeys = defineCommand({
  command: 'key:list',
  summary: 'List the API keys of a workspace, newest first',
  input: z.object({ workspace: idOf('workspace') }),
  output: z.object({
    keys: z.array(
      z.object({
        id: idOf('key'),
        mode: Mode,
        ...listed,
        expires_at: Timestamp.nullable(),
        allowed_ips: z.array(z.string()).nullable(),
        created_by: idOf('user'),
      }),
    ),
  }),
  example: { workspace: 'ws_01h2xcejqtf2nbrexx3vqjhp41' },
});

export const createPat = defineCommand({
  command: 'pat:create',
  summary: 'Create a personal access token, which acts as its user; it is printed only once',
  input: z.object({
    workspace: idOf('workspace'),
    email: Email.describe('E-mail address of the user that the token acts as'),
    name: credentialName,
    scopes: GrantList,
    expires_in: Lifetime.default('30d'),
  }),
  output: z.object({ id: idOf('pat'), token: z.string() }),
  example: {
    workspace: 'ws_01h2xcejqtf2nbrexx3vqjhp41',
    email: 'kim@acme.example',
    name: 'Script',
    scopes: 'tickets:read',
  },
});

export const revokePat = defineCommand({
  command: 'pat:revoke',
  summary: 'Revoke a personal access token immediately',
  input: z.object({ id: idOf('pat') }),
  output: z.object({ id: idOf('pat'), revoked_at: Timestamp }),
  example: { id: 'pat_01h2xcejqtf2nbrexx3vqjhp41' },
});

export const listPats = defineCommand({
  command: 'pat:list',
  summary: 'List the personal access tokens of a workspace, newest first',
  input: z.object({ workspace: idOf('workspace') }),
  output: z.object({
    personal_access_tokens: z.array(
      z.object({
        id: idOf('pat'),
        user_id: idOf('user'),
        email: z.string(),
        ...listed,
        expires_at: Timestamp.nullable(),
      }),
    ),
  }),
  example: { workspace: 'ws_01h2xcejqtf2nbrexx3vqjhp41' },
});
