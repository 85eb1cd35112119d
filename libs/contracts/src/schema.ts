import { z } from 'zod';
import { documentedAs } from './documented.ts';
import { invalidParameter } from './error.ts';
import { asSeen, withoutInvisible } from './invisible.ts';

/** A text that PostgreSQL can store. One that is too long is not checked further: normalizing 200,000 combining marks takes seconds. */
export function text(max: number, min = 1) {
  return z
    .string()
    .min(min, min === 1 ? 'must not be empty' : undefined)
    .max(max, { abort: true })
    .refine((value) => min === 0 || value === '' || value.trim() !== '', 'must not be blank')
    .refine(isStorable, NOT_STORABLE);
}

const isStorable = (value: string): boolean => !value.includes('\u0000') && value.isWellFormed();
const NOT_STORABLE = 'must be valid Unicode without NUL characters';

/** A text by which people know a record, stored as they see it: one that only looks different from another is that one. */
export function nameText(max: number) {
  return z
    .string()
    .max(max, { abort: true })
    .refine(isStorable, NOT_STORABLE)
    .overwrite(asSeen)
    .min(1, 'must not be blank');
}

/** Characters of the longest text of a customer, such as a long thread. The body of a request with it has 1 MiB as well. */
const LONG_TEXT_MAX = 1_048_576;
/** Most of its characters as JSON: in a form, control characters arrive as they are, of which JSON makes six. */
const LONG_TEXT_JSON_MAX = 2 * LONG_TEXT_MAX;

export const longText = () =>
  text(LONG_TEXT_MAX, 0).refine(
    (value) => value.length * 6 <= LONG_TEXT_JSON_MAX || JSON.stringify(value).length <= LONG_TEXT_JSON_MAX,
    'must be at most 2 MiB as JSON',
  );

/** The id of a record in an external system, by which integrations find it again. */
export const externalId = (noun: string, example: string) =>
  text(255)
    .nullable()
    .meta({
      description: `Id of the ${noun} in an external system, unique in the workspace and mode, or null`,
      examples: [example],
    });

/** That of a new record. The example has none: it can be sent twice. */
export const newExternalId = (noun: string) =>
  externalId(noun, '')
    .meta({ examples: [null] })
    .default(null);

/** ISO 8601 in UTC with milliseconds. */
export const Timestamp = z.iso.datetime().meta({ examples: ['2026-11-21T06:30:00.000Z'] });
export const CreatedAt = Timestamp.describe('Time of creation');
export const UpdatedAt = Timestamp.describe('Time of the last change');

const INSTANT =
  /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:Z|([+ -])(\d\d):?([0-5]\d)?)?)?$/;

/** Rounds up to whole milliseconds, the precision of stored timestamps, so that range filters are exact. */
export const Instant = z
  .string()
  .transform((text, context) => {
    const [, date = '', time = '00:00', second = '00', fraction = '', sign, hours, minutes] =
      INSTANT.exec(text) ?? [];
    const local = new Date(`${date}T${time}:${second}Z`);
    // JavaScript accepts 30 February as 2 March and 24:00 as the next day.
    const exists =
      !Number.isNaN(local.getTime()) && local.toISOString().startsWith(`${date}T${time}:${second}`);
    if (!exists || Number(hours ?? 0) > 23) {
      context.addIssue({ code: 'custom', message: 'must be a valid ISO 8601 date or datetime' });
      return z.NEVER;
    }
    const millisecond =
      Number(fraction.slice(0, 3).padEnd(3, '0')) + (/[1-9]/.test(fraction.slice(3)) ? 1 : 0);
    // An unescaped plus in a URL arrives as a space.
    const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -60_000 : 60_000);
    return new Date(local.getTime() + millisecond - offset);
  })
  .meta({
    description: 'ISO 8601 date or datetime; UTC unless it has an offset',
    examples: ['2026-11-21', '2026-11-21T06:30:00Z'],
  });

/** Live and test data are isolated: the mode is part of every key of every row. */
export const Mode = z.enum(['live', 'test']).describe('Mode of the data: `live` or `test`');
export type Mode = z.output<typeof Mode>;

/** Characters of an address that need no quotes (RFC 5322 section 3.2.3, with those of RFC 6532). */
const ATOM = String.raw`[^\s@,;:<>()[\]\\"]+`;
const QUOTED = String.raw`"(?:[^"\\\p{Cc}]|\\[^\p{Cc}])+"`;
const LABEL = String.raw`[^\s@,;:<>()[\]\\".]+`;
const LITERAL = String.raw`\[(?:\d{1,3}(?:\.\d{1,3}){3}|IPv6:[\da-f:.]{2,45})\]`;
const ADDRESS = new RegExp(
  String.raw`^(?:(?!\.)${ATOM}|${QUOTED})@(?:${LABEL}(?:\.${LABEL})*|${LITERAL})$`,
  'iu',
);

/** An address as {@link asSeen}: with another form of it, its owner could not sign in, and a contact would be two. */
export const Email = documentedAs(
  nameText(320).regex(ADDRESS, 'must be an e-mail address'),
  z.string().min(3).max(320),
).meta({ description: 'E-mail address', examples: ['dana@example.com'] });

/** Canonical form in which e-mail addresses are unique. */
export function emailKey(email: string): string {
  return asSeen(email).toLowerCase();
}

export const Priority = z
  .enum(['urgent', 'high', 'normal', 'low'])
  .meta({ id: 'Priority', description: 'Priority' });
export type Priority = z.output<typeof Priority>;

/** The highest number of a record: all of nine digits, so that a pattern says the same, and PostgreSQL stores them as `integer`. */
const NUMBER_MAX = 999_999_999;

/** What people call a record by. It rises within a workspace and mode, and leaves numbers out. */
export const RecordNumber = z
  .int()
  .min(1)
  .max(NUMBER_MAX)
  .meta({
    description:
      'Number by which people name the record, unique in its workspace and mode; later records have higher ones, and some are left out',
    examples: [1042],
  });

/** The same as text in a query. */
export const RecordNumberText = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, `must be a whole number of 1 to ${NUMBER_MAX}`);

export const TagName = nameText(64).meta({ examples: ['billing'] });

/** Canonical form in which tag names are unique. */
export function tagKey(name: string): string {
  return asSeen(name).toLowerCase();
}

/** Tags that a record can have. */
export const TAGS_MAX = 50;

/** Keeps the first spelling of names that differ in case only. */
export const Tags = z
  .array(TagName)
  .max(TAGS_MAX)
  .transform((names) => {
    const first = new Map<string, string>();
    for (const name of names) if (!first.has(tagKey(name))) first.set(tagKey(name), name);
    return [...first.values()];
  })
  .describe(`Names of the tags (case-insensitive), at most ${TAGS_MAX}`);

/** Fields of an update that change the tags of a record beside those that it keeps. */
export const tagChanges = {
  add_tags: Tags.describe('Names of tags to add'),
  remove_tags: Tags.describe('Names of tags to remove (case-insensitive)'),
};

/** JSON has integers of any size, of which JavaScript would keep another one. */
export const ExactNumber = z
  .number()
  .refine((value) => !Number.isInteger(value) || Number.isSafeInteger(value), {
    message: 'must be a string, as an integer beyond 2^53 - 1',
  });
const Scalar = z.union([z.string().pipe(text(16_384, 0)), ExactNumber, z.boolean()]);
const Value = [Scalar, z.array(Scalar)] as const;
const VALUE_MESSAGE =
  'must be a string, a number, a boolean or an array of these; an integer beyond 2^53 - 1 must be a string';
const KEYS_MAX = 100;
const BYTES_MAX = 16 * 1024;

export const CustomFields = z.record(z.string(), z.union(Value)).meta({
  id: 'CustomFields',
  description: 'Custom key-value pairs; values are strings, numbers, booleans or arrays of them',
  examples: [{ plan: 'gold', seats: 25 }],
});
export type CustomFields = z.output<typeof CustomFields>;

const FieldsPatch = z.record(text(255), z.union([...Value, z.null()], VALUE_MESSAGE));

/** Checked before single values are validated, because a body of 1 MiB can contain hundreds of thousands. */
const sizeLimited = z.unknown().superRefine((fields, context) => {
  if (typeof fields !== 'object' || fields === null) return;
  const message =
    Object.keys(fields).length > KEYS_MAX
      ? `must have at most ${KEYS_MAX} keys`
      : Buffer.byteLength(JSON.stringify(fields)) > BYTES_MAX
        ? 'must be at most 16 KiB as JSON'
        : null;
  if (message !== null) context.addIssue({ code: 'custom', message });
});

export const CustomFieldsPatch = documentedAs(
  sizeLimited.pipe(FieldsPatch) as unknown as z.ZodType<
    z.output<typeof FieldsPatch>,
    z.input<typeof FieldsPatch>
  >,
  FieldsPatch,
).meta({
  id: 'CustomFieldsPatch',
  description:
    'Custom key-value pairs to merge by key; null removes a key. At most 100 keys and 16 KiB as JSON; integers of at most ' +
    '2^53 - 1, which JSON libraries keep',
  examples: [{ plan: 'gold', seats: 25 }],
});

/** Throws 422 if the merged fields exceed the limits. */
export function mergeCustomFields(
  stored: CustomFields,
  patch: z.output<typeof CustomFieldsPatch>,
): CustomFields {
  const kept = Object.entries({ ...stored, ...patch }).filter((entry) => entry[1] !== null);
  const merged = Object.fromEntries(kept) as CustomFields;
  if (kept.length > KEYS_MAX || Buffer.byteLength(JSON.stringify(merged)) > BYTES_MAX)
    throw invalidParameter('custom_fields', 'must have at most 100 keys and 16 KiB as JSON');
  return merged;
}

/** Whether a value is a text that shows nothing. */
export const isBlank = (value: unknown): boolean =>
  typeof value === 'string' && withoutInvisible(value).trim() === '';

/** A value that is not given either if it is null, empty or blank: records show null, and forms send all of their fields. */
export function ifGiven<Schema extends z.ZodType<string, string>>(
  schema: Schema,
  documented: z.ZodType<string> = schema,
): z.ZodOptional<Schema> {
  const given = z
    .unknown()
    .transform((value) => (value === null || isBlank(value) ? undefined : value))
    .pipe(schema.optional())
    .optional();
  return documentedAs(given as unknown as z.ZodOptional<Schema>, documented.nullable().optional());
}
