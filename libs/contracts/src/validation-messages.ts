import { z } from 'zod';

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
  date: 'a date',
};

const FORMATS: Readonly<Record<string, string>> = {
  datetime: 'an ISO 8601 datetime',
  date: 'an ISO 8601 date',
  email: 'an e-mail address',
  url: 'a URL',
  uuid: 'a UUID',
};

const UNITS: Readonly<Record<string, string>> = { string: 'character', array: 'item', set: 'item' };

const valueOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** A limit of a length or of a number; `bound` is `most` or `least`. */
function limit(bound: 'most' | 'least', origin: string, value: number | bigint, inclusive = true): string {
  const unit = UNITS[origin];
  if (unit !== undefined) return `must have at ${bound} ${value} ${unit}${Number(value) === 1 ? '' : 's'}`;
  if (inclusive) return `must be at ${bound} ${value}`;
  return `must be ${bound === 'most' ? 'less' : 'greater'} than ${value}`;
}

/** The messages of alternatives, each once. */
function either(alternatives: readonly (readonly z.core.$ZodIssue[])[]): string {
  const messages = new Set(alternatives.flatMap(([first]) => (first === undefined ? [] : [first.message])));
  return messages.size === 0 ? 'is not valid' : [...messages].join(', or ');
}

/** The message of an issue, as a phrase behind the name of its parameter; schemas add messages of their own. */
export function messageOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${TYPES[issue.expected] ?? 'of another type'}`;
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${valueOf(issue.values[0])}`
        : `must be one of ${issue.values.map(valueOf).join(', ')}`;
    case 'too_big':
      return limit('most', issue.origin, issue.maximum, issue.inclusive);
    case 'too_small':
      return issue.origin in UNITS && Number(issue.minimum) === 1
        ? 'must not be empty'
        : limit('least', issue.origin, issue.minimum, issue.inclusive);
    case 'invalid_format':
      return FORMATS[issue.format] === undefined
        ? 'has an invalid format'
        : `must be ${FORMATS[issue.format]}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return `has unknown parameters: ${issue.keys.join(', ')}`;
    case 'invalid_key':
      return `has an invalid key: ${either([issue.issues])}`;
    case 'invalid_union':
      return Array.isArray(issue.options)
        ? `must be one of ${issue.options.map(valueOf).join(', ')}`
        : either(issue.errors);
    default:
      return 'is not valid';
  }
}

// All schemas of a process share this setting: configuration, commands and requests speak alike.
z.config({ customError: messageOf });
