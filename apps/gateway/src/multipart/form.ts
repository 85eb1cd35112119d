import { bodyLimitOf, type Operation, type Upload } from '@parley/contracts';
import { z } from 'zod';

/** What a form of an operation may contain, derived once at the start. */
export interface Form {
  /** Field that its files become. */
  readonly part: string;
  readonly isList: boolean;
  /** Whether it must have a file, so that there is no body of JSON. */
  readonly required: boolean;
  /** What the field is in a body of JSON. */
  readonly json?: z.ZodType;
  /** The other fields; parts of those that are no strings, and not null, contain JSON. */
  readonly fields: ReadonlyMap<string, 'text' | 'json'>;
  /** Most bytes of all fields that are no files together. */
  readonly fieldBytesMax: number;
}

type Property = z.core.JSONSchema.BaseSchema;

/** `null` if the operation takes no files. */
export function formOf(operation: Operation): Form | null {
  const { body, multipart } = operation;
  if (body === undefined || multipart === undefined) return null;
  const { properties = {}, $defs = {} } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
  const schemaOf = (name: string) => {
    const schema = properties[name] as Property | undefined;
    return $defs[schema?.$ref?.replace('#/$defs/', '') ?? ''] ?? schema;
  };
  const isText = ({ type, anyOf = [] }: Property) =>
    type === 'string' ||
    (anyOf.length > 0 && anyOf.every((one) => one.type === 'string' || one.type === 'null'));
  const names = Object.keys(properties).filter((name) => name !== multipart.part);
  return {
    ...multipart,
    isList: schemaOf(multipart.part)?.type === 'array',
    fields: new Map(names.map((name) => [name, isText(schemaOf(name) ?? {}) ? 'text' : 'json'])),
    fieldBytesMax: bodyLimitOf(operation),
  };
}

/** A body in what two requests must be equal in to be the same: its files got ids of their own in each. */
export function comparable({ part }: Form, body: Readonly<Record<string, unknown>>): unknown {
  const files = [body[part] ?? []].flat() as Upload[];
  return { ...body, [part]: files.map(({ name, mime_type, sha256 }) => ({ name, mime_type, sha256 })) };
}

/** The field that a part of this name belongs to: `attachments[]` is one of `attachments`. */
export function fieldOf({ part }: Form, name: string): string {
  return name === `${part}[]` ? part : name;
}

const FORM = /^[ \t]*multipart\/form-data[ \t]*(?:;|$)/i;
/** A boundary has at most 70 characters, without quotation marks and backslashes (RFC 2046 section 5.1.1). */
const BOUNDARY = /;[ \t]*boundary=(?:"([^"\\]{0,69}[^"\\ ])"|([^\s";]{1,70}))[ \t]*(?:;|$)/i;

export function isForm(contentType: string | undefined): boolean {
  return contentType !== undefined && FORM.test(contentType);
}

export function boundaryOf(contentType: string): string | null {
  const [, quoted, token] = BOUNDARY.exec(contentType) ?? [];
  return quoted ?? token ?? null;
}
