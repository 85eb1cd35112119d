import { breakingRequestChanges, breakingResponseChanges } from './schema-compatibility.ts';
import type { JsonSchema, OpenApiDocument, OperationObject, Parameter, PathItem, Response } from './types.ts';

/** An operation in the document whose components it refers to. */
interface OperationIn {
  readonly operation: OperationObject;
  readonly document: OpenApiDocument;
}

/**
 * What in a later document breaks clients of an earlier one (docs/compatibility.md); empty when everything that worked
 * still works. Each entry names the operation and the place.
 */
export function findBreakingChanges(before: OpenApiDocument, after: OpenApiDocument): string[] {
  return [
    ...compareOperations(before, after, 'paths', operationChanges),
    ...compareOperations(before, after, 'webhooks', webhookChanges),
    ...Object.keys(before.components.schemas)
      .filter((name) => after.components.schemas[name] === undefined)
      .map((name) => `the schema ${name} is gone`),
  ];
}

/** Compares the operations that both documents have; one that is gone is a break. */
function compareOperations(
  before: OpenApiDocument,
  after: OpenApiDocument,
  section: 'paths' | 'webhooks',
  breaksOf: (old: OperationIn, now: OperationIn) => string[],
): string[] {
  return Object.entries(before[section]).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const name = section === 'paths' ? `${method.toUpperCase()} ${path}` : path;
      const other = after[section][path]?.[method as keyof PathItem];
      if (other === undefined) return [`${name} is gone`];
      const breaks = breaksOf({ operation, document: before }, { operation: other, document: after });
      return breaks.map((one) => `${name}: ${one}`);
    }),
  );
}

function operationChanges(old: OperationIn, now: OperationIn): string[] {
  const { operationId } = old.operation;
  return [
    ...(now.operation.operationId === operationId ? [] : [`is no longer called ${operationId}`]),
    ...scopeChanges(old.operation, now.operation),
    ...parameterChanges(old, now),
    ...bodyChanges(old, now),
    ...responsesChanges(old, now),
  ];
}

/** A delivery is something that callers receive: what they rely on must still come. */
function webhookChanges(old: OperationIn, now: OperationIn): string[] {
  const headers = parametersOf(now).map(({ name }) => name);
  return [
    ...parametersOf(old)
      .filter(({ name }) => !headers.includes(name))
      .map(({ name }) => `the header ${name} is gone`),
    ...breakingResponseChanges(
      { schema: bodyOf(old) ?? {}, document: old.document },
      { schema: bodyOf(now) ?? {}, document: now.document },
      'body',
    ),
  ];
}

/** The scopes that an operation lists are alternatives; without any, every token will do. */
function scopeChanges(old: OperationObject, now: OperationObject): string[] {
  const [had, has] = [old['x-required-scopes'] ?? [], now['x-required-scopes'] ?? []];
  if (has.length === 0) return [];
  if (had.length === 0) return [`needs the scope ${has.join(' or ')} now`];
  return had.filter((scope) => !has.includes(scope)).map((scope) => `the scope ${scope} no longer suffices`);
}

function parametersOf({ operation, document }: OperationIn): Parameter[] {
  return (operation.parameters ?? []).map((parameter) =>
    '$ref' in parameter
      ? (document.components.parameters[parameter.$ref.replace('#/components/parameters/', '')] as Parameter)
      : parameter,
  );
}

function parameterChanges(old: OperationIn, now: OperationIn): string[] {
  const same = (a: Parameter) => (b: Parameter) => a.in === b.in && a.name === b.name;
  const [known, current] = [parametersOf(old), parametersOf(now)];
  const added = current.filter((parameter) => !known.some(same(parameter)));
  return [
    ...added.filter(({ required }) => required === true).map(({ name }) => `needs the parameter ${name} now`),
    ...known.flatMap((parameter) => {
      const { name, schema, required } = parameter;
      const other = current.find(same(parameter));
      if (other === undefined) return [`the parameter ${name} is gone`];
      return [
        ...(other.required === true && required !== true ? [`needs the parameter ${name} now`] : []),
        ...breakingRequestChanges({ ...old, schema }, { ...now, schema: other.schema }, name),
      ];
    }),
  ];
}

const bodyOf = ({ operation }: OperationIn): JsonSchema | undefined =>
  operation.requestBody?.content['application/json']?.schema;

function bodyChanges(old: OperationIn, now: OperationIn): string[] {
  const [before, after] = [bodyOf(old), bodyOf(now)];
  const isNeeded =
    now.operation.requestBody?.required === true && old.operation.requestBody?.required !== true;
  if (before === undefined) return isNeeded ? ['needs a body now'] : [];
  if (after === undefined) return ['takes no body any more'];
  return [
    ...(isNeeded ? ['needs a body now'] : []),
    ...breakingRequestChanges({ ...old, schema: before }, { ...now, schema: after }, 'body'),
  ];
}

function responseOf({ operation, document }: OperationIn, status: string): Response | undefined {
  const answer = operation.responses[status];
  if (answer === undefined || !('$ref' in answer)) return answer;
  return document.components.responses[answer.$ref.replace('#/components/responses/', '')];
}

/** Statuses and headers that are gone, another status of success, and breaks of the bodies. */
function responsesChanges(old: OperationIn, now: OperationIn): string[] {
  const statuses = Object.keys(old.operation.responses);
  // Where any token will do, none lacks a scope.
  const open = (now.operation['x-required-scopes'] ?? []).length === 0;
  const successes = Object.keys(now.operation.responses).filter((status) => status.startsWith('2'));
  return [
    ...successes
      .filter((status) => !statuses.includes(status))
      .map((status) => `a success may be ${status} now`),
    ...statuses.flatMap((status) => {
      const [before, after] = [responseOf(old, status), responseOf(now, status)];
      if (open && status === '403') return [];
      if (before === undefined || after === undefined) return [`the status ${status} is gone`];
      return responseChanges(before, after, old, now).map((one) => `${status}: ${one}`);
    }),
  ];
}

function responseChanges(before: Response, after: Response, old: OperationIn, now: OperationIn): string[] {
  const schemaOf = ({ content }: Response) => content?.['application/json']?.schema;
  const [was, is] = [schemaOf(before), schemaOf(after)];
  const headers = Object.keys(after.headers ?? {});
  return [
    ...Object.keys(before.headers ?? {})
      .filter((name) => !headers.includes(name))
      .map((name) => `the header ${name} is gone`),
    ...(was === undefined
      ? []
      : is === undefined
        ? ['the body is gone']
        : breakingResponseChanges({ ...old, schema: was }, { ...now, schema: is }, 'body')),
  ];
}
