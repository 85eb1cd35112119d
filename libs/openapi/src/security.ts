import { acceptedScopes, type Operation, SCOPE_DESCRIPTIONS } from '@parley/contracts';

export const DEFAULT_AUTH_URL = 'http://localhost:3001';
export const DEFAULT_BASE_URL = 'http://localhost:3000';

/** Public addresses of an installation, without a trailing slash. */
export interface Addresses {
  readonly baseUrl: string;
  readonly authUrl: string;
}

/**
 * Alternative security requirements. Only OAuth requirements list scopes, because linters reject them elsewhere;
 * `x-required-scopes` lists them for every credential.
 */
export function securityOf({ scope }: Pick<Operation, 'scope'>): Record<string, readonly string[]>[] {
  const scopes = acceptedScopes(scope);
  const alternatives = scopes.length === 0 ? [[]] : scopes.map((one) => [one]);
  return [{ bearer: [] }, { personalAccessToken: [] }, ...alternatives.map((one) => ({ oauth2: one }))];
}

export function securitySchemes({ baseUrl, authUrl }: Addresses): Record<string, unknown> {
  return {
    bearer: {
      type: 'http',
      scheme: 'bearer',
      description:
        'API key of the workspace: `sk_live_…` for live data, `sk_test_…` for test data. A credential needs one of the ' +
        'scopes in `x-required-scopes` of the operation.',
    },
    personalAccessToken: {
      type: 'http',
      scheme: 'bearer',
      description:
        'Personal access token (`pat_…`) that acts as its user on live data. Its scopes are limited by the current role of ' +
        'the user. It can expire, and is invalid once the user is deactivated.',
    },
    oauth2: {
      type: 'oauth2',
      description:
        'Access token of an OAuth app that acts for the consenting user: `at_…` for live data, `at_test_…` for test data if ' +
        'the app is in test mode. Its scopes are limited by the current role of the user. The token endpoint accepts forms ' +
        'and JSON.',
      flows: {
        authorizationCode: {
          authorizationUrl: `${authUrl}/oauth/authorize`,
          tokenUrl: `${baseUrl}/oauth/token`,
          refreshUrl: `${baseUrl}/oauth/token`,
          scopes: SCOPE_DESCRIPTIONS,
        },
      },
    },
  };
}
