import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const yaml = createRequire(import.meta.url)('js-yaml') as { load(text: string): unknown };
const FILE = join(import.meta.dirname, '../../../observability/prometheus/rules.yml');

/** A minute of the rules takes a second. */
const FACTOR = 60;
/** Of ranges, in seconds: a rate needs two scrapes, one a second, and a window of hours says no more than one of one hour. */
const RANGE_S = { min: 3, max: 60 };
const MAX_FOR_S = 20;
/** Of ages that grow by a second each second: still well above what a healthy platform shows. */
const AGE_FACTOR = 6;

const UNIT_S: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };

interface Rule {
  alert?: string;
  expr: string;
  for?: string;
}

interface Rules {
  groups: { rules: Rule[] }[];
}

async function load(): Promise<Rules> {
  return yaml.load(await readFile(FILE, 'utf8')) as Rules;
}

/** The rules of the platform in which only time is compressed, as text for Prometheus. */
export async function compressedRules(): Promise<string> {
  const { groups } = await load();
  const compressed = groups.map((group) => ({ ...group, rules: group.rules.map(compress) }));
  // JSON is YAML.
  return JSON.stringify({ groups: compressed }, null, 2);
}

function compress(rule: Rule): Rule {
  const expr = rule.expr
    .replaceAll(
      /\[(\d+)([smh])\]/g,
      (_, n: string, unit: string) => `[${Math.min(Math.max(shorter(n, unit), RANGE_S.min), RANGE_S.max)}s]`,
    )
    .replaceAll(
      /(_age_seconds\)) > (\d+)/g,
      (_, age: string, limit: string) => `${age} > ${Number(limit) / AGE_FACTOR}`,
    );
  const [, n = '', unit = ''] = /^(\d+)([smh])$/.exec(rule.for ?? '') ?? [];
  return { ...rule, expr, ...(n !== '' && { for: `${Math.min(shorter(n, unit), MAX_FOR_S)}s` }) };
}

function shorter(n: string, unit: string): number {
  return Math.ceil((Number(n) * (UNIT_S[unit] ?? NaN)) / FACTOR);
}
