import { type Operation, SCOPE_DESCRIPTIONS } from '@parley/contracts';

/** Where the sign-in pages of an installation are unless it says otherwise. */
export const DEFAULT_AUTH_URL = 'http://localhost:3001';

/** The scopes of which a token needs one; none where any token will do. */
export function scopesOf({ scope }: Pick<Operation, 'scope'>): readonly string[] {
  if (scope === 'any-token') return [];
  return typeof scope === 'string' ? [scope] : scope.anyOf;
}

/**
 * How a caller may authenticate for an operation: any entry will do. Keys and personal access tokens list no scopes here,
 * since linters know them of OAuth alone: they stand beside it, in `x-required-scopes`.
 */
export function securityOf(operation: Pick<Operation, 'scope'>): Record<string, readonly string[]>[] {
  const scopes = scopesOf(operation);
  const ways = scopes.length === 0 ? [[]] : scopes.map((scope) => [scope]);
  return [{ bearer: [] }, { personalAccessToken: [] }, ...ways.map((way) => ({ oauth2: way }))];
}

/** The kinds of credentials. All of them are sent in the same header. */
export function securitySchemes(authUrl: string): Record<string, unknown> {
  return {
    bearer: {
      type: 'http',
      scheme: 'bearer',
      description:
        'An API key: `sk_live_…` works on live data, `sk_test_…` on test data. It belongs to the workspace and keeps its ' +
        'scopes. `x-required-scopes` of an operation lists the scopes of which a credential needs one.',
    },
    personalAccessToken: {
      type: 'http',
      scheme: 'bearer',
      description:
        'A personal access token (`pat_…`): acts as its user on live data, with those of its scopes that the role of the ' +
        'user allows now. It may expire, and ends with the user.',
    },
    oauth2: {
      type: 'oauth2',
      description:
        'An access token (`at_…`) of an OAuth app: acts for the user who approved, on live data, with those of the granted ' +
        'scopes that the role of the user allows now. The token endpoint takes forms and JSON.',
      flows: {
        authorizationCode: {
          authorizationUrl: `${authUrl}/oauth/authorize`,
          tokenUrl: '/oauth/token',
          refreshUrl: '/oauth/token',
          scopes: SCOPE_DESCRIPTIONS,
        },
      },
    },
  };
}
