import { createWorkspace, lookUpWorkspace, type WorkspaceCredentials } from '@parley/contracts';
import type { FileTransport } from '@parley/files';
import { SETUP_TIMEOUT_MS, systemContext } from '@parley/runtime/context';
import { Rpc, type RpcTransport } from '@parley/rpc';
import { readData, writeData } from './data-files.ts';
import { fillDemo } from './demo.ts';

export const CREDENTIALS_FILE = 'credentials.json';

export type Addresses = Pick<WorkspaceCredentials, 'base_url' | 'auth_url' | 'files_url'>;

interface DemoOptions {
  transport: RpcTransport;
  uploads: FileTransport;
  dataDir: string;
  addresses: Addresses;
  log: (line: string) => void;
}

/**
 * The demo workspace: made at the first start on a database, its credentials kept in the data folder (mode 600). With
 * DATABASE_URL that folder may have met another database: the credentials of that one are put aside, not lost.
 */
export async function demoCredentials({ transport, uploads, dataDir, addresses, log }: DemoOptions) {
  const rpc = new Rpc(transport);
  let workspace = await readData<WorkspaceCredentials>(dataDir, CREDENTIALS_FILE);
  if (workspace !== undefined && !(await isIn(rpc, workspace))) {
    const aside = `credentials.${workspace.workspace_id}.json`;
    await writeData(dataDir, aside, workspace);
    log(
      `The workspace of ${CREDENTIALS_FILE} is not in this database: making a demo workspace here. Its keys are in ${aside}.`,
    );
    workspace = undefined;
  }
  const isNew = workspace === undefined;
  workspace ??= await makeDemo(rpc, uploads);
  // Ports may be others than at the last start.
  const credentials = { ...workspace, ...addresses };
  await writeData(dataDir, CREDENTIALS_FILE, credentials);
  return { credentials, isNew };
}

const setUpContext = () => systemContext({ timeoutMs: SETUP_TIMEOUT_MS });

async function makeDemo(rpc: Rpc, uploads: FileTransport): Promise<WorkspaceCredentials> {
  const input = { name: 'Demo', plan: 'business', email: 'admin@example.com' } as const;
  const workspace = await rpc.call(createWorkspace, setUpContext(), input);
  await fillDemo(rpc, uploads, workspace.workspace_id);
  return workspace;
}

async function isIn(rpc: Rpc, { workspace_id: workspaceId }: WorkspaceCredentials): Promise<boolean> {
  return (await rpc.call(lookUpWorkspace, setUpContext(), { workspaceId })) !== null;
}
