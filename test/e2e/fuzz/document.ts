import { mapSubschemas } from '@parley/openapi';
import type {
  Header,
  JsonSchema,
  MediaType,
  OpenApiDocument,
  OperationObject,
  Parameter,
  Response,
} from '@parley/openapi';

const LIMITS = ['maxLength', 'maxItems', 'maximum'];
const LONGEST = 70_000;

/** An operation as the API document describes it, with its references resolved but for those of schemas. */
export interface Described {
  name: string;
  description: string;
  method: string;
  /** With parameters in braces. */
  path: string;
  /** Address of the server that has it. */
  server: string;
  /** Whether it asks for a credential. */
  isSecured: boolean;
  parameters: readonly Parameter[];
  body: OperationObject['requestBody'];
  responses: Readonly<Record<string, DescribedResponse>>;
}

export interface DescribedResponse {
  headers: Readonly<Record<string, Header>>;
  content: Readonly<Record<string, MediaType>>;
  /** Possible values of `error.code`. */
  codes: readonly string[];
}

/** The API document of a running installation: what openapi/openapi.json says, with the addresses of that installation. */
export class ServedDocument {
  readonly operations: readonly Described[];

  private constructor(readonly document: OpenApiDocument) {
    this.operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => this.#describe(path, method, operation)),
    );
  }

  static async of(baseUrl: string): Promise<ServedDocument> {
    const response = await fetch(`${baseUrl}/openapi.json`);
    return new ServedDocument((await response.json()) as OpenApiDocument);
  }

  /** A schema whose reference is replaced by what it refers to. */
  resolve(schema: JsonSchema): JsonSchema {
    const { $ref, ...own } = schema;
    return $ref === undefined ? schema : { ...(this.#at($ref) as JsonSchema), ...own };
  }

  /** The limits in the schemas of the body of an operation, but for those of very long texts. */
  limitsOf({ body }: Described): readonly number[] {
    const found = new Set<number>();
    const look = (schema: JsonSchema): JsonSchema => {
      const all = this.resolve(schema);
      for (const keyword of LIMITS) if (typeof all[keyword] === 'number') found.add(all[keyword]);
      return mapSubschemas(all, look);
    };
    for (const { schema } of Object.values(body?.content ?? {})) look(schema);
    return [...found].filter((limit) => limit <= LONGEST);
  }

  #describe(path: string, method: string, operation: OperationObject): Described {
    const { servers = this.document.servers, security = this.document.security } = operation;
    return {
      name: operation.operationId,
      description: operation.description,
      method: method.toUpperCase(),
      path,
      server: servers[0]?.url ?? '',
      isSecured: security.length > 0,
      parameters: (operation.parameters ?? []).map((one) => this.#resolved<Parameter>(one)),
      body: operation.requestBody,
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, one]) => [
          status,
          this.#responseOf(this.#resolved<Response>(one)),
        ]),
      ),
    };
  }

  #responseOf({ headers = {}, content = {}, 'x-error-codes': codes = [] }: Response): DescribedResponse {
    const all = Object.entries(headers).map(([name, one]) => [name, this.#resolved<Header>(one)] as const);
    return { headers: Object.fromEntries(all), content, codes };
  }

  #resolved<Value extends object>(one: Value | { $ref: string }): Value {
    return '$ref' in one ? (this.#at(one.$ref) as Value) : one;
  }

  #at(reference: string): unknown {
    const keys = reference.slice(2).split('/');
    return keys.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], this.document);
  }
}
