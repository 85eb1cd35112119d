import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import * as api from '@parley/contracts';
import { operator } from '../platform.ts';
import { addressesOf, GuideFolder, readGuide } from './guide.ts';

interface HostFile {
  mcpServers: Record<string, { command: string; args: string[]; env: Record<string, string> }>;
}

const workspace = await operator.workspace();
const folder = await GuideFolder.create(await readGuide('mcp'), workspace, await addressesOf(workspace));
afterAll(() => folder.remove());

it('a host that is configured as the guide says reads tickets', async () => {
  await workspace.test.ok(api.createTicket, { body: { subject: 'The printer is on fire' } });
  await folder.runCommands();
  const { mcpServers } = JSON.parse(await readFile(join(folder.path, 'mcp.json'), 'utf8')) as HostFile;
  const client = new Client({ name: 'host', version: '1' });
  const { command, args, env } = mcpServers['parley'] ?? { command: '', args: [], env: {} };
  await client.connect(
    new StdioClientTransport({
      command,
      args,
      env: { ...folder.env, ...env },
      cwd: folder.path,
      stderr: 'ignore',
    }),
  );
  try {
    const { tools } = await client.listTools();
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
    const { structuredContent } = await client.callTool({ name: 'list_tickets', arguments: {} });
    expect(structuredContent).toMatchObject({ items: [{ untrusted_subject: 'The printer is on fire' }] });
  } finally {
    await client.close();
  }
});
