import { parseArgs } from 'node:util';

export const TOOL_NAMES = [
  'search',
  'list_tickets',
  'get_ticket',
  'get_conversation',
  'find_contact',
  'whats_waiting',
  'recent_changes',
  'reply',
  'add_note',
  'update_ticket',
  'create_ticket',
] as const;

export type ToolName = (typeof TOOL_NAMES)[number];

/** Which tools are offered. The scopes of the credential limit them further. */
export interface Settings {
  /** Offers the tools that write, too */
  readonly write: boolean;
  /** Offers replies and notes as drafts: notes that say what they are, and that no customer sees */
  readonly drafts: boolean;
  /** Offers these tools alone */
  readonly tools?: readonly ToolName[] | undefined;
  /** Refuses a credential for live data */
  readonly testModeOnly: boolean;
}

/** A setting that is none, or has a value that it cannot have. */
export class SettingsError extends Error {
  /** @param setting as the caller wrote it: a flag, or a parameter */
  constructor(
    readonly setting: string,
    message: string,
  ) {
    super(`${setting}: ${message}`);
  }
}

const FLAGS = {
  'read-only': { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
  drafts: { type: 'boolean', default: false },
  tools: { type: 'string' },
  'test-mode-only': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/**
 * The settings of the command line. Nothing is written unless a flag says so: API keys usually have all scopes.
 *
 * @throws SettingsError, and TypeError for a flag that there is not
 */
export function settingsOfArguments(args: readonly string[]): Settings & { help: boolean } {
  const { values } = parseArgs({ args: [...args], options: FLAGS, strict: true });
  const { write, drafts, help } = values;
  if (values['read-only'] && (write || drafts))
    throw new SettingsError('--read-only', 'cannot be combined with --write or --drafts');
  const settings = { write, drafts, testModeOnly: values['test-mode-only'], help };
  return values.tools === undefined ? settings : { ...settings, tools: toolsOf('--tools', values.tools) };
}

const PARAMETERS = ['read_only', 'drafts', 'tools', 'test_mode_only'];

/**
 * The settings of a URL, as `?read_only=true&tools=search,get_ticket`. The scopes that a person has granted decide about writing.
 *
 * @throws SettingsError
 */
export function settingsOfQuery(query: URLSearchParams): Settings {
  const unknown = [...query.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined) throw new SettingsError(unknown, 'is not a parameter');
  const tools = query.get('tools');
  const [isReadOnly, drafts] = [booleanOf(query, 'read_only'), booleanOf(query, 'drafts')];
  if (isReadOnly && drafts) throw new SettingsError('read_only', 'cannot be combined with drafts');
  const settings = { write: !isReadOnly, drafts, testModeOnly: booleanOf(query, 'test_mode_only') };
  return tools === null ? settings : { ...settings, tools: toolsOf('tools', tools) };
}

function booleanOf(query: URLSearchParams, name: string): boolean {
  const value = query.get(name) ?? 'false';
  if (value !== 'true' && value !== 'false') throw new SettingsError(name, 'must be true or false');
  return value === 'true';
}

function toolsOf(setting: string, list: string): readonly ToolName[] {
  return list.split(',').map((name) => {
    const known = TOOL_NAMES.find((one) => one === name.trim());
    if (known === undefined) throw new SettingsError(setting, `must be of ${TOOL_NAMES.join(', ')}`);
    return known;
  });
}
