import { createWorkspace, type WorkspaceCredentials } from '@parley/contracts';
import { systemContext } from '@parley/kernel';
import { Rpc, type RpcTransport } from '@parley/rpc';
import { readData, writeData } from './data-files.ts';
import { fillDemo } from './demo.ts';

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
  const rpc = new Rpc(transport);
  const workspace = kept ?? (await rpc.call(createWorkspace, systemContext(), input));
  if (kept === undefined) await fillDemo(rpc, workspace.workspace_id);
  // Ports may be others than at the last start.
  const credentials = { ...workspace, ...addresses };
  await writeData(dataDir, FILE, credentials);
  return credentials;
}
