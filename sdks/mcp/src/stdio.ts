import { randomBytes } from 'node:crypto';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Parley } from '@parley/client';
import { Confirmations } from './confirmations.ts';
import { serverOf, toolsOf } from './server.ts';
import { CLIENT_OPTIONS, type Session } from './session.ts';
import { type Settings, SettingsError, settingsOfArguments } from './settings.ts';
import { hasScopes } from './tools/tool.ts';

const USAGE = `Usage: parley-mcp [options]

Serves MCP over stdin and stdout, for the assistant that starts it.

Environment:
  PARLEY_BASE_URL   address of the API, such as https://api.example.com
  PARLEY_API_KEY    API key or personal access token, whose scopes limit the tools

Options:
  --read-only       offer only tools that read (the default)
  --write           offer the tools that write, too: reply, add_note, update_ticket, create_ticket
  --drafts          write replies and notes as drafts: internal notes that no customer sees
  --tools a,b       offer these tools alone
  --test-mode-only  refuse a credential for live data
  --help            show this
`;

/** The command parley-mcp. Everything but the protocol goes to stderr. */
export async function main(args: readonly string[]): Promise<void> {
  try {
    const { help, ...settings } = settingsOfArguments(args);
    if (help) process.stdout.write(USAGE);
    else await serve(settings);
  } catch (error) {
    process.stderr.write(`parley-mcp: ${(error as Error).message}\n`);
    process.exitCode = error instanceof SettingsError || error instanceof TypeError ? 2 : 1;
  }
}

async function serve(settings: Settings): Promise<void> {
  const parley = new Parley(
    settings.testModeOnly ? { ...CLIENT_OPTIONS, expectMode: 'test' } : CLIENT_OPTIONS,
  );
  // A credential that does not work ends the start, where the person sees it, and not the first call.
  const { id: userId, credential } = await parley.me();
  // The text of a personal access token does not tell its mode.
  if (settings.testModeOnly && credential.mode !== 'test')
    throw new SettingsError('--test-mode-only', 'the credential is for live data');
  warnOfMissing(settings, credential.scopes);
  const session: Session = {
    parley,
    scopes: credential.scopes,
    credentialId: credential.id,
    userId,
    settings,
    confirmations: new Confirmations(randomBytes(32).toString('base64url')),
    report,
  };
  serveStdio(() => serverOf(session), { onerror: report });
  process.stdin.once('close', () => parley.close());
}

/** Tools that the settings name and that are not offered, and why. */
function warnOfMissing(settings: Settings, scopes: readonly string[]): void {
  const possible = toolsOf(settings);
  for (const name of settings.tools ?? possible.map((tool) => tool.name)) {
    const tool = possible.find((one) => one.name === name);
    if (tool === undefined) throw new SettingsError('--tools', `${name} writes, which needs --write`);
    if (!hasScopes(tool, scopes))
      process.stderr.write(`parley-mcp: ${name} is left out: the credential lacks scopes\n`);
  }
}

function report(error: unknown): void {
  process.stderr.write(
    `parley-mcp: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
}
