import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/** The command, as `npx parley-mcp` runs it. */
const program = join(import.meta.dirname, '../bin/parley-mcp.mjs');

export interface Shown {
  text: string;
  isError: boolean;
  items: Record<string, unknown>[];
}

/** A host with its connection to the server, by the client of the SDK. */
export class Host {
  private constructor(readonly client: Client) {}

  /** A host that starts the server itself, and speaks with it over stdin and stdout. */
  static async overStdio(
    env: Record<string, string>,
    args: readonly string[] = [],
    options: ClientOptions = {},
  ) {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [program, ...args],
      env: { ...env, PATH: process.env['PATH'] ?? '' },
      stderr: 'inherit',
    });
    return Host.#connected(transport, options);
  }

  /** A host that reaches the server at its URL, with a token. */
  static async overHttp(url: string, token: string, options: ClientOptions = {}) {
    const authProvider = { token: () => Promise.resolve(token) };
    return Host.#connected(new StreamableHTTPClientTransport(new URL(url), { authProvider }), options);
  }

  static async #connected(
    transport: Parameters<Client['connect']>[0],
    options: ClientOptions,
  ): Promise<Host> {
    const client = new Client({ name: 'test host', version: '1' }, options);
    await client.connect(transport);
    return new Host(client);
  }

  async tools(): Promise<string[]> {
    return (await this.client.listTools()).tools.map(({ name }) => name);
  }

  async call(name: string, args: object = {}, options: { signal?: AbortSignal } = {}): Promise<Shown> {
    const { content, isError, structuredContent } = await this.client.callTool(
      { name, arguments: { ...args } },
      options,
    );
    const [block] = content;
    const { items = [] } = (structuredContent ?? {}) as { items?: Record<string, unknown>[] };
    return { text: block?.type === 'text' ? block.text : '', isError: isError === true, items };
  }

  close(): Promise<void> {
    return this.client.close();
  }
}

/** Runs the command with lines of stdin until it ends, and gives what it has written. */
export async function run(
  env: Record<string, string>,
  args: readonly string[],
  lines: readonly string[],
): Promise<{ code: number | null; stdout: string[]; stderr: string }> {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...env, PATH: process.env['PATH'] ?? '' },
  });
  const stdout: string[] = [];
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const requests = lines.filter((line) => line.includes('"id"')).length;
  createInterface(child.stdout).on('line', (line) => {
    stdout.push(line);
    // A request that is not answered when stdin ends is dropped.
    if (stdout.length === requests) child.stdin.end();
  });
  for (const line of lines) child.stdin.write(`${line}\n`);
  if (requests === 0) child.stdin.end();
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, stdout, stderr };
}
