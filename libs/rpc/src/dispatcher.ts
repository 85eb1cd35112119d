import { isDeepStrictEqual } from 'node:util';
import {
  ApiError,
  assertNone,
  READ_ONLY,
  readOnlyParametersOf,
  unknownPaths,
  validationError,
  type ErrorDetail,
  type InternalCall,
  type Operation,
  type Procedure,
} from '@parley/contracts';
import { logFieldsOf, type Context } from '@parley/runtime/context';
import {
  procedureHandledBy,
  type HandlerInterceptor,
  type ProviderMethod,
  type HandlerResult,
} from '@parley/runtime/handlers';
import { type Logger } from '@parley/runtime/logging';
import { versionOf } from '@parley/runtime/records';
import { SpanKind, tracing } from '@parley/runtime/tracing';
import { inputParserOf } from './input.ts';
import { measuredHandling } from './rpc-metrics.ts';
import { UnsupportedCallError } from './transport.ts';

type AnyHandler = (ctx: Context, input: unknown) => Promise<unknown>;

interface Entry {
  procedure: Procedure;
  handler: AnyHandler;
  parse: (input: unknown) => unknown;
  readOnlyParameters: ReadonlySet<string>;
}

const callParser = (call: InternalCall) => (input: unknown) => {
  const parsed = call.input.safeParse(input);
  if (parsed.success) return parsed.data;
  throw validationError(parsed.error, input);
};

/** The receiving end of every transport: finds the handler of a procedure, validates its input and runs it. */
export class Dispatcher {
  readonly #entries = new Map<string, Entry>();

  constructor(
    private readonly logger: Logger,
    private readonly interceptor: HandlerInterceptor | undefined,
  ) {}

  register(procedure: Procedure, handler: AnyHandler): void {
    if (this.#entries.has(procedure.id)) throw new Error(`${procedure.id} has two handlers`);
    const parse = procedure.kind === 'operation' ? inputParserOf(procedure) : callParser(procedure);
    const readOnlyParameters = new Set(procedure.kind === 'operation' ? readOnlyParametersOf(procedure) : []);
    this.#entries.set(procedure.id, { procedure, handler, parse, readOnlyParameters });
  }

  /** Registers the methods that are handlers. Throws if a required procedure has none. */
  registerAll(methods: readonly ProviderMethod[], required: readonly Procedure[], of: string): void {
    for (const { instance, method } of methods) {
      const procedure = procedureHandledBy(method);
      if (procedure !== undefined) this.register(procedure, (method as AnyHandler).bind(instance));
    }
    const missing = required.filter(({ id }) => !this.has(id)).map(({ id }) => id);
    if (missing.length > 0) throw new Error(`${of} has no handler for ${missing.join(', ')}`);
  }

  has(procedureId: string): boolean {
    return this.#entries.has(procedureId);
  }

  /** Runs the handler of a procedure. Throws only `ApiError`. */
  async dispatch(
    procedureId: string,
    ctx: Context,
    input: unknown,
    ignored?: readonly string[],
  ): Promise<HandlerResult> {
    const entry = this.#entries.get(procedureId);
    if (entry === undefined) throw new UnsupportedCallError(procedureId);
    const options = { kind: SpanKind.SERVER, attributes: { 'rpc.method': procedureId } };
    return measuredHandling(procedureId, () =>
      tracing.run(`handle ${procedureId}`, ctx, options, (inner) => this.#run(entry, inner, input, ignored)),
    );
  }

  async #run(
    entry: Entry,
    ctx: Context,
    input: unknown,
    ignored?: readonly string[],
  ): Promise<HandlerResult> {
    try {
      const parsed = ignored === undefined ? entry.parse(input) : parseForeign(entry, input, ignored);
      const context = contextFor(entry.procedure, ctx);
      const run = async () => {
        await this.#checkReadOnly(entry, context, input);
        return entry.handler(context, parsed);
      };
      const reply =
        this.interceptor === undefined
          ? { value: await run(), replayed: false }
          : await this.interceptor.intercept(entry.procedure, context, run);
      const version = versionOf(reply.value);
      return version === undefined ? reply : { ...reply, version };
    } catch (error) {
      throw this.#toApiError(error, entry.procedure, ctx);
    }
  }

  /** Throws 422 for fields that cannot be written, unless an update repeats the values that the record has. */
  async #checkReadOnly(
    { procedure, readOnlyParameters }: Entry,
    ctx: Context,
    input: unknown,
  ): Promise<void> {
    if (readOnlyParameters.size === 0) return;
    const { params, body } = input as { params?: unknown; body?: Record<string, unknown> };
    const named = Object.entries(body ?? {}).filter(([name]) => readOnlyParameters.has(name));
    if (named.length === 0) return;
    const [noun, verb] = procedure.id.split('.');
    // What changes a part of a record, as a report of its delivery does, is sent no record back.
    const reader = verb === 'update' ? this.#entries.get(`${noun}.get`) : undefined;
    const isUpdate = (procedure as Operation).route.startsWith('PATCH ') && reader !== undefined;
    const unconditional = { ...ctx, idempotency: undefined, ifMatch: undefined };
    const record = isUpdate ? await reader.handler(unconditional, reader.parse({ params })) : {};
    const written = named.filter(
      ([name, value]) => !isDeepStrictEqual(value, (record as typeof body)?.[name]),
    );
    const refuse = ([param]: [string, unknown]): ErrorDetail => ({
      ...READ_ONLY,
      param,
    });
    assertNone(written.map(refuse));
  }

  #toApiError(error: unknown, procedure: Procedure, ctx: Context): ApiError {
    if (error instanceof ApiError) return error;
    this.logger.error(
      { event: 'rpc.handler.failed', err: error, ...logFieldsOf(ctx), procedure: procedure.id },
      'Handler failed',
    );
    return new ApiError('internal_error');
  }
}

/** A caller of another release has validated its input: what we do not know of it would change the result. */
function parseForeign({ procedure, parse }: Entry, input: unknown, ignored: readonly string[]): unknown {
  let parsed: unknown;
  try {
    parsed = parse(input);
  } catch {
    throw new UnsupportedCallError(`the input of ${procedure.id}`);
  }
  const unknown = unknownPaths(input, parsed, Infinity).find((path) => !ignored.includes(path));
  if (unknown !== undefined) throw new UnsupportedCallError(`${unknown} of ${procedure.id}`);
  return parsed;
}

/** Only operators call commands, whatever the caller says about itself. */
function contextFor(procedure: Procedure, ctx: Context): Context {
  const isCommand = procedure.kind === 'call' && procedure.command !== undefined;
  return isCommand ? { ...ctx, actor: { type: 'operator', id: null, credential: null } } : ctx;
}
