import { createHash } from 'node:crypto';
import type {
  CallToolResult,
  InputRequiredResult,
  ServerContext,
  ToolAnnotations,
} from '@modelcontextprotocol/server';
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

const SLOT_MS = 10 * 60_000;

/**
 * The Idempotency-Key of a write: the same for the same arguments within ten minutes, so that a call that a host repeats is done once.
 *
 * @param once what tells this write from others with the same arguments, in place of the time
 */
export function keyOf(call: Call, tool: string, args: object, once?: string): string {
  const slot = once ?? Math.floor(Date.now() / SLOT_MS);
  const text = JSON.stringify([call.session.credentialId, tool, args, slot]);
  return `mcp-${createHash('sha256').update(text).digest('base64url')}`;
}
