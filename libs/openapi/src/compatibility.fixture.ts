import { breakingRequestChanges, breakingResponseChanges } from './schema-compatibility.fixture.ts';
import type {
  JsonSchema,
  OpenApiDocument,
  OperationObject,
  Parameter,
  PathItem,
  Reference,
  Response,
} from './types.ts';

/** An operation and the document that resolves its references. */
interface OperationIn {
  readonly operation: OperationObject;
  readonly document: OpenApiDocument;
}

/** Changes between two documents that break clients (docs/compatibility.md), each with its operation and path. */
export function findBreakingChanges(before: OpenApiDocument, after: OpenApiDocument): string[] {
  return [
    ...compareOperations(before, after, 'paths', operationChanges),
    ...compareOperations(before, after, 'webhooks', webhookChanges),
    ...missing(before.components.schemas, after.components.schemas).map(
      (name) => `the schema ${name} was removed`,
    ),
  ];
}

/** The names in the first record that the second lacks. */
const missing = (old: object = {}, now: object = {}): string[] =>
  Object.keys(old).filter((name) => !Object.hasOwn(now, name));

function compareOperations(
  before: OpenApiDocument,
  after: OpenApiDocument,
  section: 'paths' | 'webhooks',
  compare: (old: OperationIn, now: OperationIn) => string[],
): string[] {
  return Object.entries(before[section]).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const name = section === 'paths' ? `${method.toUpperCase()} ${path}` : path;
      const other = after[section][path]?.[method as keyof PathItem];
      if (other === undefined) return [`${name} was removed`];
      const changes = compare({ operation, document: before }, { operation: other, document: after });
      return changes.map((one) => `${name}: ${one}`);
    }),
  );
}

function operationChanges(old: OperationIn, now: OperationIn): string[] {
  const { operationId } = old.operation;
  return [
    ...(now.operation.operationId === operationId ? [] : [`operationId ${operationId} changed`]),
    ...scopeChanges(old.operation, now.operation),
    ...parameterChanges(old, now),
    ...bodyChanges(old, now),
    ...responsesChanges(old, now),
  ];
}

/** Clients receive webhooks, so the rules of responses apply to their bodies. */
function webhookChanges(old: OperationIn, now: OperationIn): string[] {
  const headers = parametersOf(now).map(({ name }) => name);
  return [
    ...parametersOf(old)
      .filter(({ name }) => !headers.includes(name))
      .map(({ name }) => `the header ${name} was removed`),
    ...breakingResponseChanges(
      { schema: bodyOf(old) ?? {}, document: old.document },
      { schema: bodyOf(now) ?? {}, document: now.document },
      'body',
    ),
  ];
}

/** The scopes of an operation are alternatives; without any, every token is accepted. */
function scopeChanges(old: OperationObject, now: OperationObject): string[] {
  const [had, has] = [old['x-required-scopes'] ?? [], now['x-required-scopes'] ?? []];
  if (has.length === 0) return [];
  if (had.length === 0) return [`the scope ${has.join(' or ')} became required`];
  return had
    .filter((scope) => !has.includes(scope))
    .map((scope) => `the scope ${scope} is no longer accepted`);
}

const resolve = <Value extends object>(value: Value | Reference, components: Record<string, Value>): Value =>
  '$ref' in value ? (components[value.$ref.slice(value.$ref.lastIndexOf('/') + 1)] as Value) : value;

const parametersOf = ({ operation, document }: OperationIn): Parameter[] =>
  (operation.parameters ?? []).map((parameter) => resolve(parameter, document.components.parameters));

function parameterChanges(old: OperationIn, now: OperationIn): string[] {
  const same = (a: Parameter) => (b: Parameter) => a.in === b.in && a.name === b.name;
  const [known, current] = [parametersOf(old), parametersOf(now)];
  const added = current.filter((parameter) => !known.some(same(parameter)));
  return [
    ...added
      .filter(({ required }) => required === true)
      .map(({ name }) => `the parameter ${name} became required`),
    ...known.flatMap((parameter) => {
      const { name, schema, required } = parameter;
      const other = current.find(same(parameter));
      if (other === undefined) return [`the parameter ${name} was removed`];
      return [
        ...(other.required === true && required !== true ? [`the parameter ${name} became required`] : []),
        ...breakingRequestChanges({ ...old, schema }, { ...now, schema: other.schema }, name),
      ];
    }),
  ];
}

const bodyOf = ({ operation }: OperationIn, type = 'application/json'): JsonSchema | undefined =>
  operation.requestBody?.content[type]?.schema;

/** A body may be accepted in more forms, and in none less. */
function bodyChanges(old: OperationIn, now: OperationIn): string[] {
  const isNeeded =
    now.operation.requestBody?.required === true && old.operation.requestBody?.required !== true;
  const types = Object.keys(old.operation.requestBody?.content ?? {});
  return [
    ...(isNeeded ? ['the body became required'] : []),
    ...types.flatMap((type) => {
      const [before, after] = [bodyOf(old, type) ?? {}, bodyOf(now, type)];
      if (after === undefined) return [`the body as ${type} was removed`];
      return breakingRequestChanges({ ...old, schema: before }, { ...now, schema: after }, 'body');
    }),
  ];
}

function responseOf({ operation, document }: OperationIn, status: string): Response | undefined {
  const response = operation.responses[status];
  return response && resolve(response, document.components.responses);
}

function responsesChanges(old: OperationIn, now: OperationIn): string[] {
  const statuses = Object.keys(old.operation.responses);
  // Without required scopes, 403 cannot occur.
  const open = (now.operation['x-required-scopes'] ?? []).length === 0;
  return [
    ...missing(now.operation.responses, old.operation.responses)
      .filter((status) => status.startsWith('2'))
      .map((status) => `the success status ${status} was added`),
    ...statuses.flatMap((status) => {
      const [before, after] = [responseOf(old, status), responseOf(now, status)];
      if (open && status === '403') return [];
      if (before === undefined || after === undefined) return [`the status ${status} was removed`];
      return responseChanges(before, after, old, now).map((one) => `${status}: ${one}`);
    }),
  ];
}

function responseChanges(before: Response, after: Response, old: OperationIn, now: OperationIn): string[] {
  const schemaOf = ({ content }: Response) => content?.['application/json']?.schema;
  const [was, is] = [schemaOf(before), schemaOf(after)];
  const lacking = missing(before.headers, after.headers).map((name) => `the header ${name} was removed`);
  if (was === undefined) return lacking;
  if (is === undefined) return [...lacking, 'the body was removed'];
  return [...lacking, ...breakingResponseChanges({ ...old, schema: was }, { ...now, schema: is }, 'body')];
}
