import { Option } from 'commander';
import { validationError } from '@parley/contracts';
import { z } from 'zod';
import { CommandFailure } from '../failure.ts';

/** What the JSON Schema of a field says about its option. */
interface FieldSchema {
  type?: string;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  default?: string | number;
  description?: string;
  pattern?: string;
  listSeparator?: string;
}

const flagOf = (field: string) => `--${field.replaceAll('_', '-')}`;

/** The options of a command, one for each field of its input. */
export function optionsFor(input: z.ZodObject): Option[] {
  return Object.entries(input.shape as Record<string, z.ZodType>).map(([name, field]) =>
    optionFor(name, field),
  );
}

function optionFor(name: string, field: z.ZodType): Option {
  const schema = schemaOf(field);
  const flag = flagOf(name);
  const help = helpOf(field, schema);
  if (isSwitch(field)) return new Option(flag, help);
  const option = new Option(`${flag} <${placeholderOf(schema)}>`, help);
  // The values of a repeated option are joined; any other option can be given once.
  return option.argParser<string>((value, previous: string | undefined) => {
    if (previous === undefined) return value;
    if (schema.listSeparator !== undefined) return `${previous}${schema.listSeparator}${value}`;
    throw new CommandFailure(`${flag} is given more than once, but takes one value`, 2);
  });
}

/**
 * The input of a command from the values of its options, and what its schema makes of it. Throws a CommandFailure that names
 * the first invalid option.
 */
export function parseOptions<Input extends z.ZodObject>(
  schema: Input,
  values: Readonly<Record<string, unknown>>,
): { input: Record<string, unknown>; options: z.output<Input> } {
  const given = Object.keys(schema.shape).map((field) => [field, values[camelCase(field)]] as const);
  const input = Object.fromEntries(given.filter(([, value]) => value !== undefined));
  const parsed = schema.safeParse(input);
  if (parsed.success) return { input, options: parsed.data };
  const { param, message } = validationError(parsed.error, input);
  const text =
    param === undefined ? message : message.replace(`${param}:`, flagOf(param.split('[', 1)[0] ?? ''));
  throw new CommandFailure(text, 2);
}

/** The options that set this input, as one types them. */
export function toArguments(input: Readonly<Record<string, unknown>>): string {
  return Object.entries(input)
    .map(([field, value]) => (value === true ? flagOf(field) : `${flagOf(field)} ${quoted(String(value))}`))
    .join(' ');
}

const quoted = (value: string) => (/^[\w@%+=:,./*-]+$/.test(value) ? value : `"${value}"`);
const camelCase = (field: string) => field.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** A schema with a name of its own is a reference, which what is added to it stands beside. */
function schemaOf(field: z.ZodType): FieldSchema {
  const { $defs = {}, ...schema } = z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' });
  const reference = schema.$ref ?? schema.allOf?.map((part) => (part as { $ref?: string }).$ref)[0];
  const named = reference === undefined ? {} : $defs[reference.replace('#/$defs/', '')];
  return { ...(named as FieldSchema), ...(schema as FieldSchema) };
}

/** A field that accepts `true` but no text is an option without a value. */
function isSwitch(field: z.ZodType): boolean {
  return field.safeParse(true).success && !field.safeParse('1').success;
}

function placeholderOf({ type, enum: values, pattern, listSeparator }: FieldSchema): string {
  if (listSeparator !== undefined) return 'list';
  if (values !== undefined) return 'name';
  if (type === 'integer' || type === 'number') return 'number';
  return pattern?.includes('_[0-7]') === true ? 'id' : 'text';
}

function helpOf(field: z.ZodType, schema: FieldSchema): string {
  const { description = '', enum: values, minimum, maximum, default: preset, listSeparator } = schema;
  const notes = [
    field.safeParse(undefined).success ? '' : 'required',
    values === undefined ? '' : `one of ${values.join(', ')}`,
    minimum === undefined || maximum === undefined ? '' : `${minimum} to ${maximum}`,
    listSeparator === undefined ? '' : 'can be repeated',
    preset === undefined ? '' : `default: ${preset}`,
  ].filter((note) => note !== '');
  const text = description.replaceAll('`', '');
  return notes.length === 0 ? text : `${text} (${notes.join('; ')})`;
}
