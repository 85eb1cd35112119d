import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { WorkspaceCredentials } from '@parley/contracts';
import { Option } from 'commander';
import { CommandFailure } from '../failure.ts';
import type { Env } from '../operator/connection.ts';
import { ApiClient } from './api-client.ts';

export interface ApiOptions {
  api?: string;
  key?: string;
  live?: boolean;
}

export const apiUrlOption = () =>
  new Option(
    '--api <url>',
    'Base URL of the API (default: PARLEY_API_URL, that of the demo workspace, or http://localhost:3000)',
  );

/** The options by which an API and a credential are found. */
export const apiOptions = () => [
  apiUrlOption(),
  new Option(
    '--key <key>',
    'API key or access token (default: PARLEY_API_KEY, or the key of the demo workspace)',
  ),
  new Option('--live', 'Use live mode instead of test mode'),
];

/** The base URL of the API, without a slash at its end. */
export async function apiUrlOf({ api }: ApiOptions, env: Env): Promise<string> {
  const url =
    api ?? env['PARLEY_API_URL'] ?? (await demoCredentials(env))?.base_url ?? 'http://localhost:3000';
  if (!/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ''))
    throw new CommandFailure(`--api must be an http or https URL, not ${url}`, 2);
  return url.replace(/\/+$/, '');
}

/**
 * A client of the API. Throws a CommandFailure if there is no credential, or if it is a live one and `--live` is not given:
 * what is tried out belongs in test mode.
 */
export async function clientOf(options: ApiOptions, env: Env): Promise<ApiClient> {
  const given = options.key ?? env['PARLEY_API_KEY'];
  const demo = given === undefined ? await demoCredentials(env) : undefined;
  const key = given ?? (options.live === true ? demo?.live_key : demo?.test_key);
  if (key === undefined)
    throw new CommandFailure(
      `no API key: pass --key, set PARLEY_API_KEY, or start the demo workspace with npm start`,
      2,
    );
  const isTest = /^(sk|at)_test_/.test(key);
  if (!isTest && options.live !== true)
    throw new CommandFailure('the key is one of live mode: use a test key, or add --live', 2);
  if (isTest && options.live === true)
    throw new CommandFailure('the key is one of test mode: omit --live, or use a live key', 2);
  return new ApiClient(await apiUrlOf(options, env), key);
}

async function demoCredentials(env: Env): Promise<WorkspaceCredentials | undefined> {
  const file = join(resolve(env['DATA_DIR'] ?? '.data'), 'credentials.json');
  return readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as WorkspaceCredentials,
    () => undefined,
  );
}
