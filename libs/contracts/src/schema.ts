import { z } from 'zod';
import { invalidParameter } from './error.ts';

/** Text that PostgreSQL and every JSON reader can hold: no NUL, no lone surrogate; between 1 and `max` characters. */
export function text(max: number, min = 1) {
  return z
    .string()
    .min(min, min === 1 ? 'must not be empty' : undefined)
    .max(max)
    .refine((value) => min === 0 || value === '' || value.trim() !== '', 'must not be blank')
    .refine(
      (value) => !value.includes('\u0000') && value.isWellFormed(),
      'must be valid Unicode without NUL characters',
    );
}

/** An instant as the API shows it: ISO 8601, UTC, milliseconds. */
export const Timestamp = z.iso.datetime().meta({ examples: ['2026-11-21T06:30:00.000Z'] });
export const CreatedAt = Timestamp.meta({ description: 'When it was created' });
export const UpdatedAt = Timestamp.meta({ description: 'When it last changed' });

/**
 * Lets the API document show a schema as another one: for what zod cannot say of itself, such as a number that arrives
 * as text in a query.
 */
export function documentedAs<Schema extends z.ZodType>(schema: Schema, documented: z.ZodType): Schema {
  return schema.meta({ documentedAs: documented });
}

const INSTANT =
  /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:Z|([+ -])(\d\d):?([0-5]\d)?)?)?$/;

/**
 * An instant as a query sends it: an ISO 8601 date (its midnight) or datetime, UTC when it has no offset. Becomes the
 * first whole millisecond at or after it, so that comparing rows, which hold whole milliseconds, loses nothing.
 */
export const Instant = z
  .string()
  .transform((text, context) => {
    const [, date = '', time = '00:00', second = '00', fraction = '', sign, hours, minutes] =
      INSTANT.exec(text) ?? [];
    const local = new Date(`${date}T${time}:${second}Z`);
    // JavaScript takes 30 February for 2 March and 24:00 for the next day.
    const exists =
      !Number.isNaN(local.getTime()) && local.toISOString().startsWith(`${date}T${time}:${second}`);
    if (!exists || Number(hours ?? 0) > 23) {
      context.addIssue({ code: 'custom', message: 'must be an ISO 8601 date or datetime that exists' });
      return z.NEVER;
    }
    const millisecond =
      Number(fraction.slice(0, 3).padEnd(3, '0')) + (/[1-9]/.test(fraction.slice(3)) ? 1 : 0);
    // A plus that was not escaped in a URL arrives as a space.
    const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -60_000 : 60_000);
    return new Date(local.getTime() + millisecond - offset);
  })
  .meta({
    description: 'ISO 8601 date or datetime, UTC when it has no offset',
    examples: ['2026-11-21', '2026-11-21T06:30:00Z'],
  });

/** Live and test data never meet: the mode is part of every key of every row. */
export const Mode = z.enum(['live', 'test']).meta({ description: 'Whether it is about live or test data' });
export type Mode = z.output<typeof Mode>;

export const Email = text(320)
  .regex(/^[^\s@,;:<>()[\]\\"]+@[^\s@,;:<>()[\]\\"]+$/u, 'must be an e-mail address')
  .meta({ description: 'An e-mail address', examples: ['dana@example.com'] });

/** What two spellings of one address have in common: addresses are unique and found without regard to case. */
export function emailKey(email: string): string {
  return email.normalize('NFC').toLowerCase();
}

export const Priority = z.enum(['urgent', 'high', 'normal', 'low']).meta({ description: 'How urgent it is' });
export type Priority = z.output<typeof Priority>;

/** Composed, so that an accent typed in either way is the same name, also to SQL. */
export const TagName = text(64)
  .normalize('NFC')
  .meta({ examples: ['billing'] });

/** What two spellings of one tag have in common: tags are unique without regard to case. */
export function tagKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** Tag names: at most 50, unique without regard to case (the first spelling stays). */
export const Tags = z
  .array(TagName)
  .max(50)
  .transform((names) => {
    const first = new Map<string, string>();
    for (const name of names) if (!first.has(tagKey(name))) first.set(tagKey(name), name);
    return [...first.values()];
  })
  .meta({ description: 'Tag names, unique without regard to case' });

const Scalar = z.union([z.string().pipe(text(16_384, 0)), z.number(), z.boolean()]);
const Value = [Scalar, z.array(Scalar)] as const;
const VALUE_FAULT = 'must be a string, a number, true, false or a list of these';
const KEYS_MAX = 100;
const BYTES_MAX = 16 * 1024;

/** Free key/value pairs as they are stored and shown. */
export const CustomFields = z.record(z.string(), z.union(Value)).meta({
  description: 'Free key/value pairs: strings, numbers, booleans and lists of them',
  examples: [{ plan: 'gold', seats: 25 }],
});
export type CustomFields = z.output<typeof CustomFields>;

const FieldsPatch = z.record(text(255), z.union([...Value, z.null()], VALUE_FAULT));

/** Counted before anything is looked at one by one: a body of 1 MiB may hold hundreds of thousands of values. */
const fitting = z.unknown().superRefine((fields, context) => {
  if (typeof fields !== 'object' || fields === null) return;
  const message =
    Object.keys(fields).length > KEYS_MAX
      ? `must have at most ${KEYS_MAX} keys`
      : Buffer.byteLength(JSON.stringify(fields)) > BYTES_MAX
        ? 'must be at most 16 KiB as JSON'
        : null;
  if (message !== null) context.addIssue({ code: 'custom', message });
});

/** Key/value pairs as they are sent: merged by key, `null` removes a key. */
export const CustomFieldsPatch = documentedAs(
  fitting.pipe(FieldsPatch) as unknown as z.ZodType<
    z.output<typeof FieldsPatch>,
    z.input<typeof FieldsPatch>
  >,
  FieldsPatch,
).meta({
  description: 'Key/value pairs, merged by key; null removes a key. At most 100 keys and 16 KiB as JSON',
  examples: [{ plan: 'gold', seats: 25 }],
});

/** Merges a patch into stored fields. Throws 422 when the result breaks the limits, though its parts do not. */
export function mergeCustomFields(
  stored: CustomFields,
  patch: z.output<typeof CustomFieldsPatch>,
): CustomFields {
  const kept = Object.entries({ ...stored, ...patch }).filter((entry) => entry[1] !== null);
  const merged = Object.fromEntries(kept) as CustomFields;
  if (kept.length > KEYS_MAX || Buffer.byteLength(JSON.stringify(merged)) > BYTES_MAX)
    throw invalidParameter('custom_fields', 'must stay within 100 keys and 16 KiB as JSON');
  return merged;
}
