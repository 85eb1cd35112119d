import { createHash } from 'node:crypto';
import type {
  CallToolResult,
  InputRequiredResult,
  ServerContext,
  ToolAnnotations,
} from '@modelcontextprotocol/server';
import { responseOf } from '@parley/client';
import type { z } from 'zod';
import type { Session } from '../session.ts';
import type { ToolName } from '../settings.ts';

/** A call of a tool. */
export interface Call {
  readonly session: Session;
  /** Ends the requests of the call: the caller has cancelled it, or its time is over */
  readonly signal: AbortSignal;
  readonly context: ServerContext;
  /** Whether the host can ask the person in between */
  readonly canAsk: boolean;
}

export type ToolResult = CallToolResult | InputRequiredResult;

export interface Tool {
  readonly name: ToolName;
  readonly title: string;
  /** A constant: nothing of a record or of the server enters it. At most 300 characters */
  readonly description: string;
  readonly annotations: ToolAnnotations;
  /** Scopes of which a credential needs all */
  readonly scopes: readonly string[];
  /** Scopes of which a credential needs one */
  readonly anyScope: readonly string[];
  readonly input: z.ZodObject;
  readonly run: (input: unknown, call: Call) => Promise<ToolResult>;
}

type Definition<Input extends z.ZodObject> = Omit<
  Tool,
  'annotations' | 'anyScope' | 'input' | 'run' | 'scopes'
> & {
  readonly scopes?: readonly string[];
  readonly anyScope?: readonly string[];
  readonly input: Input;
  readonly run: (input: z.output<Input>, call: Call) => Promise<ToolResult>;
};

const READS: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };
const WRITES: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

export const readTool = <Input extends z.ZodObject>(definition: Definition<Input>): Tool =>
  toolOf(definition, READS);

export const writeTool = <Input extends z.ZodObject>(
  definition: Definition<Input>,
  annotations: ToolAnnotations = {},
): Tool => toolOf(definition, { ...WRITES, ...annotations });

function toolOf<Input extends z.ZodObject>(
  definition: Definition<Input>,
  annotations: ToolAnnotations,
): Tool {
  const { scopes = [], anyScope = [], run } = definition;
  // The SDK parses arguments by `input` before it calls.
  return {
    ...definition,
    scopes,
    anyScope,
    annotations,
    run: (input, call) => run(input as z.output<Input>, call),
  };
}

export const hasScopes = ({ scopes, anyScope }: Tool, held: readonly string[]): boolean =>
  scopes.every((scope) => held.includes(scope)) &&
  (anyScope.length === 0 || anyScope.some((scope) => held.includes(scope)));

/**
 * The Idempotency-Key of a write. It says what is written, and nothing of when: a host that calls again because an answer was lost sends
 * the same key, also after another confirmation.
 */
export function keyOf(call: Call, tool: string, args: object): string {
  const text = JSON.stringify([call.session.credentialId, tool, args]);
  return `mcp-${createHash('sha256').update(text).digest('base64url')}`;
}

const WRITTEN_BEFORE =
  'Nothing was written now: the same text was written before, as shown here, and is written once in 24 hours. ' +
  'Tell the person, who may want other words.';

/** What to say of a record that was written with a key. An answer to a repeated request may be that of this call. */
export function summaryOf(record: object, written: string): string {
  const { replayed, attempts } = responseOf(record);
  return replayed && attempts.length === 1 ? WRITTEN_BEFORE : written;
}
