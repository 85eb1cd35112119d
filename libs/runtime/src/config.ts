import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { parseDuration, parseSize } from '@parley/contracts';
import { z } from 'zod';

export interface Setting<T = unknown> {
  readonly description: string;
  readonly schema: z.ZodType<T, string>;
  /** Default, as written in the environment; `undefined` makes the variable required. */
  readonly fallback: string | undefined;
  /** Never print the value, not even in a validation error. */
  readonly secret?: boolean;
}

export type Settings = Record<string, Setting>;
export type Env = Readonly<Record<string, string | undefined>>;
/** Injection token of the environment of the service. */
export const ENV = Symbol('ENV');

type Values<S extends Settings> = {
  readonly [Name in keyof S]: S[Name] extends Setting<infer T> ? T : never;
};

export function setting<T>(description: string, schema: z.ZodType<T, string>, fallback?: string): Setting<T> {
  return { description, schema, fallback };
}

/** A setting that no error quotes and `NAME_FILE` may give: who may inspect a container sees its environment. */
export function secretSetting<T>(...args: Parameters<typeof setting<T>>): Setting<T> {
  return { ...setting(...args), secret: true };
}

/** `500ms`, `20s`, `5m`, `1h`, `2d`; milliseconds in code. */
export const duration = z.string().transform((value, context) => {
  const milliseconds = parseDuration(value);
  if (milliseconds === null)
    context.addIssue({ code: 'custom', message: 'must be a duration like 500ms, 20s, 5m, 1h or 2d' });
  return milliseconds ?? z.NEVER;
});

const STEPS_MAX = 50;
const STEP_MAX_MS = 30 * 24 * 3_600_000;

/** Milliseconds before each attempt. */
export type RetrySchedule = readonly number[];

/** Durations of at most 30 days, comma-separated. */
export const retrySchedule: z.ZodType<RetrySchedule, string> = z.string().transform((value, context) => {
  const texts = value.split(',').map((text) => text.trim());
  const steps = texts.map(parseDuration);
  const invalid = texts.find((_, index) => (steps[index] ?? Infinity) > STEP_MAX_MS);
  const problem =
    invalid !== undefined
      ? `"${invalid}" must be a duration of at most 30d, like 500ms, 20s, 5m, 1h or 2d`
      : steps.length > STEPS_MAX
        ? `must have at most ${STEPS_MAX} steps`
        : null;
  if (problem === null) return steps.filter((step) => step !== null);
  context.addIssue({ code: 'custom', message: problem });
  return z.NEVER;
});

/** `26214400`, `16KiB`, `25MiB`, `2GiB`; bytes in code. */
export const byteSize = z.string().transform((value, context) => {
  const bytes = parseSize(value);
  if (bytes === null)
    context.addIssue({ code: 'custom', message: 'must be a size in bytes like 1000, 16KiB, 25MiB or 2GiB' });
  return bytes ?? z.NEVER;
});

/** A comma-separated list; empty entries are dropped. */
export const commaList = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);

/** A comma-separated list; `parse` returns an error message for an entry that is invalid. */
export function listOf<T extends object>(parse: (entry: string) => T | string) {
  return commaList.transform((entries, context): readonly T[] =>
    entries.flatMap((entry) => {
      const parsed = parse(entry);
      if (typeof parsed !== 'string') return [parsed];
      context.addIssue({ code: 'custom', message: parsed });
      return [];
    }),
  );
}

/** A whole number within bounds. */
export function integer(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`);
}

export const port = integer(0, 65_535);

/** Addresses and CIDRs, comma-separated. */
export const addressRanges = commaList.refine(
  (ranges) => ranges.every(isAddressRange),
  'must be addresses or CIDRs, comma-separated',
);

function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** A public URL, without a trailing slash. */
export const webAddress = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));

/** The path of a public URL, without a trailing slash: empty at the root of its host. */
export const basePathOf = (address: string): string => new URL(address).pathname.replace(/\/+$/, '');

/** The setting of processes that name the address in what they answer. */
export const baseUrl = setting('Public address of the API', webAddress, 'http://localhost:3000');

/** The setting of identity, which tells integrations the address, and of the services that issue links to it. */
export const filesUrl = setting(
  'Public address that serves files: an origin of its own, since what it serves was written by others',
  webAddress.refine((url) => !/[?#]/.test(url), 'must have neither a query nor a fragment'),
  'http://localhost:3002',
);

const PLACEHOLDER =
  /^(?:change|replace|insert|your|my|some|enter|example|placeholder|todo|x{3,}|\*+)(?:$|[-_ .]?(?:me|this|it|here|pass|secret|key|random))|^(?:password|passwort|secret|default)$/i;

/** Whether a secret or password is one of an example, which everybody knows. */
export function isPlaceholder(secret: string): boolean {
  return PLACEHOLDER.test(secret) || /^(.)\1*$/.test(secret);
}

/** A server URL whose password, if there is one, is none of an example. */
export function withOwnPassword<Url extends z.ZodType<string, string>>(url: Url) {
  return url.refine(
    (text) => !URL.canParse(text) || !isPlaceholder(new URL(text).password),
    'its password is a placeholder: set a random one',
  );
}

/** All errors of the environment, one per line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly errors: readonly string[]) {
    super(errors.join('\n'));
  }
}

/** `EX_CONFIG` of sysexits.h: a supervisor need not start the process again until its configuration has changed. */
const EXIT_CONFIG = 78;

export const exitCodeOf = (error: unknown) => (error instanceof ConfigError ? EXIT_CONFIG : 1);

/** A class whose instances hold typed settings; also their injection token. */
export interface ConfigClass<S extends Settings = Settings> {
  readonly settings: S;
  new (env: Env): Values<S>;
}

/**
 * Makes a config class: `class TicketConfig extends Config({ SLA_TARGETS: setting(…) }) {}`. Its constructor throws
 * {@link ConfigError} with every fault at once.
 * @param check errors of settings that do not fit together; it gets those that are valid by themselves.
 */
export function Config<S extends Settings>(
  settings: S,
  check: (values: Partial<Values<S>>) => readonly string[] = () => [],
): ConfigClass<S> {
  class Loaded {
    static readonly settings = settings;
    constructor(env: Env) {
      const errors: string[] = [];
      for (const [name, setting] of Object.entries(settings)) {
        try {
          Object.assign(this, { [name]: valueOf(name, setting, env) });
        } catch (error) {
          if (!(error instanceof ConfigError)) throw error;
          errors.push(...error.errors);
        }
      }
      errors.push(...check(this));
      if (errors.length > 0) throw new ConfigError(errors);
    }
  }
  return Loaded as unknown as ConfigClass<S>;
}

function valueOf(name: string, { schema, fallback, secret }: Setting, env: Env): unknown {
  const given = secret === true ? secretOf(name, env) : env[name];
  // An empty value overrides the default: WEBHOOK_ALLOW_CIDRS= closes what standalone allows.
  const raw = given ?? fallback;
  if (raw === undefined) throw new ConfigError([`${name} is not set`]);
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  // Addresses that are no secrets may be given with a password nevertheless.
  const shown = secret === true ? name : `${name}=${raw.replace(/\/\/.*@/s, '//…@')}`;
  throw new ConfigError(parsed.error.issues.map((issue) => `${shown}: ${issue.message}`));
}

/** The secret of a variable, or that of the file which `NAME_FILE` names. Throws {@link ConfigError}. */
function secretOf(name: string, env: Env): string | undefined {
  const path = env[`${name}_FILE`];
  if (path === undefined) return env[name];
  if (env[name] !== undefined) throw new ConfigError([`${name} and ${name}_FILE are both set`]);
  const shown = `${name}_FILE=${path}`;
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError([`${shown}: cannot be read (${(error as NodeJS.ErrnoException).code})`]);
  }
  // Editors and `echo` end a file with a line break.
  const secret = text.replace(/[\r\n]+$/, '');
  if (secret === '') throw new ConfigError([`${shown}: the file is empty`]);
  return secret;
}

/** Whether a variable, or a file for it, is given. */
export function isSet(name: string, env: Env): boolean {
  return env[name] !== undefined || env[`${name}_FILE`] !== undefined;
}

/** The environment with the secrets of these classes read from their files. Throws {@link ConfigError}. */
export function withSecretFiles(classes: readonly Pick<ConfigClass, 'settings'>[], env: Env): Env {
  const resolved: Record<string, string | undefined> = { ...env };
  for (const [name, { secret }] of classes.flatMap((one) => Object.entries(one.settings))) {
    if (secret !== true || env[`${name}_FILE`] === undefined) continue;
    resolved[name] = secretOf(name, env);
    delete resolved[`${name}_FILE`];
  }
  return resolved;
}

/** Validates several config classes before the start, to report all their errors at once. */
export function checkConfigs(classes: readonly (new (env: Env) => object)[], env: Env): void {
  const errors = classes.flatMap((Class) => {
    try {
      new Class(env);
      return [];
    } catch (error) {
      if (error instanceof ConfigError) return error.errors;
      throw error;
    }
  });
  if (errors.length > 0) throw new ConfigError([...new Set(errors)]);
}
