import { createWorkspace, type WorkspaceCredentials } from '@parley/contracts';
import { systemContext } from '@parley/kernel';
import { Rpc, type RpcTransport } from '@parley/rpc';
import { readData, writeData } from './data-files.ts';

const FILE = 'credentials.json';

export type Addresses = Pick<WorkspaceCredentials, 'base_url' | 'auth_url' | 'files_url'>;

/** The demo workspace: made at the first start, its credentials kept in the data folder (mode 600). */
export async function demoCredentials(
  transport: RpcTransport,
  dataDir: string,
  addresses: Addresses,
): Promise<WorkspaceCredentials> {
  const kept = await readData<WorkspaceCredentials>(dataDir, FILE);
  const input = { name: 'Demo', plan: 'business', email: 'admin@example.com' } as const;
  const workspace = kept ?? (await new Rpc(transport).call(createWorkspace, systemContext(), input));
  // Ports may be others than at the last start.
  const credentials = { ...workspace, ...addresses };
  await writeData(dataDir, FILE, credentials);
  return credentials;
}
