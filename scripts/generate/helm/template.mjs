// Prints trees as YAML with the actions of Helm's templates.
import { Choice, isMap } from './variants.mjs';

/** What a template computes: an expression, the form in which it is inserted, and whether an empty value leaves its key out. */
export class Expression {
  /** @param form `plain`, `quote` for any string, `yaml` for a list or a map, `lines` for YAML, `block` for any text */
  constructor(text, form = 'plain', isOptional = false) {
    Object.assign(this, { text, form, isOptional });
  }
}

export const camel = (name) => name.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());
/** The condition under which a component is part of the output. */
export const enabled = (component) => `.Values.${camel(component)}.enabled`;
const anyOf = (conditions) => (conditions.length === 1 ? conditions[0] : `or ${conditions.join(' ')}`);
const inner = (condition) => (condition.includes(' ') ? `(${condition})` : condition);
export const allOf = (conditions) =>
  conditions.length === 1 ? conditions[0] : `and ${conditions.map(inner).join(' ')}`;
const negated = (condition) => `not ${inner(condition)}`;
const conditionOf = ({ components }) => anyOf(components.map(enabled));

const escape = (text) => text.replaceAll('{{', '{{ "{{" }}');
/** Strings that YAML reads as they are: no other type, no syntax. */
const isPlain = (text) =>
  (/^[A-Za-z/_][\w ./@=-]*$/.test(text) || /^\d+(?:Mi|Gi|s|m|h)$/.test(text)) &&
  !/^(?:true|false|yes|no|on|off|y|n|null)$|\s$/i.test(text);

/** A scalar in YAML, by its key. */
function scalar(value, key) {
  if (value instanceof Expression) {
    const pipe = value.form === 'quote' ? ' | quote' : '';
    return `{{ ${value.text}${pipe} }}`;
  }
  // Modes of files are octal.
  if (key === 'defaultMode') return `0${value.toString(8)}`;
  if (typeof value !== 'string') return JSON.stringify(value);
  if (isPlain(value)) return value;
  return `'${escape(value.replaceAll("'", "''"))}'`;
}

const isScalar = (value) =>
  value instanceof Expression
    ? ['plain', 'quote'].includes(value.form)
    : value !== undefined && typeof value !== 'object';
/** A scalar as an operand of an expression. */
const operand = (value) => (value instanceof Expression ? value.text : JSON.stringify(value));

/** The lines of a Choice, each alternative printed by `print`. */
function choiceLines(choice, pad, print) {
  const condition = conditionOf(choice);
  const { value, otherwise } = choice;
  if (value === undefined)
    return [`${pad}{{- if ${negated(condition)} }}`, ...print(otherwise), `${pad}{{- end }}`];
  const first = [`${pad}{{- if ${condition} }}`, ...print(value)];
  if (otherwise === undefined) return [...first, `${pad}{{- end }}`];
  const [begin, ...rest] = print(otherwise);
  if (otherwise instanceof Choice && begin.startsWith(`${pad}{{- if `))
    return [...first, begin.replace('{{- if ', '{{- else if '), ...rest];
  return [...first, `${pad}{{- else }}`, begin, ...rest, `${pad}{{- end }}`];
}

function blockLines(text, pad) {
  const lines = text.replace(/\n$/, '').split('\n');
  return lines.map((line) => (line === '' ? '' : `${pad}${line}`));
}

function entryLines(key, value, indent) {
  const pad = ' '.repeat(indent);
  const name = isPlain(key) ? key : `'${key}'`;
  if (value instanceof Choice) {
    const { value: first, otherwise } = value;
    if (isScalar(first) && isScalar(otherwise))
      return [
        `${pad}${name}: {{ ternary ${operand(first)} ${operand(otherwise)} ${inner(conditionOf(value))} }}`,
      ];
    return choiceLines(value, pad, (one) => entryLines(key, one, indent));
  }
  // Further entries beside those that have names.
  if (key === '...')
    return [
      `${pad}{{- with ${value.text} }}`,
      `${pad}{{- toYaml . | nindent ${indent} }}`,
      `${pad}{{- end }}`,
    ];
  if (value instanceof Expression && value.isOptional)
    return [
      `${pad}{{- with ${value.text} }}`,
      ...entryLines(key, new Expression('.', value.form), indent),
      `${pad}{{- end }}`,
    ];
  if (value instanceof Expression && value.form === 'yaml')
    return [`${pad}${name}: {{- toYaml ${inner(value.text)} | nindent ${indent + 2} }}`];
  if (value instanceof Expression && value.form === 'lines')
    return [`${pad}${name}: {{- ${value.text} | nindent ${indent + 2} }}`];
  if (value instanceof Expression && value.form === 'block')
    return [`${pad}${name}: |`, `${pad}  {{- ${value.text} | nindent ${indent + 2} }}`];
  if (isScalar(value) && !(typeof value === 'string' && value.includes('\n')))
    return [`${pad}${name}: ${scalar(value, key)}`];
  if (typeof value === 'string') {
    const chomp = value.endsWith('\n') ? '' : '-';
    return [`${pad}${name}: |${chomp}`, ...blockLines(escape(value), `${pad}  `)];
  }
  if (Array.isArray(value) ? value.length === 0 : Object.keys(value).length === 0)
    return [`${pad}${name}: ${Array.isArray(value) ? '[]' : '{}'}`];
  return [`${pad}${name}:`, ...(Array.isArray(value) ? listLines : mapLines)(value, indent + 2)];
}

/** Keys that readers look for first; the others follow by name. */
const FIRST = ['apiVersion', 'kind', 'metadata', 'name', 'alert', 'record', 'key'];
const rank = (key) => (FIRST.includes(key) ? FIRST.indexOf(key) : FIRST.length + Number(key === '...'));

export function mapLines(map, indent = 0) {
  const keys = Object.keys(map).toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  return joined(keys.map((key) => entryLines(key, map[key], indent)));
}

/** The lines of blocks, where neighbors with the same condition, and no alternative, are one. */
export function joined(blocks) {
  const lines = [];
  let open;
  for (const block of blocks) {
    const [first, ...rest] = block;
    if (first === open && lines.length > 0) lines.splice(-1, 1, ...rest);
    else lines.push(...block);
    const [pad] = /^ */.exec(first);
    const isSimple =
      first.startsWith(`${pad}{{- if `) && !block.some((line) => line.startsWith(`${pad}{{- else`));
    open = isSimple ? first : undefined;
  }
  return lines;
}

function itemLines(item, indent) {
  const pad = ' '.repeat(indent);
  if (item instanceof Choice) return choiceLines(item, pad, (one) => itemLines(one, indent));
  if (!isMap(item)) return [`${pad}- ${scalar(item)}`];
  const [first, ...rest] = mapLines(item, indent + 2);
  return first.trimStart().startsWith('{{')
    ? [`${pad}-`, first, ...rest]
    : [`${pad}- ${first.trimStart()}`, ...rest];
}

const listLines = (list, indent) => joined(list.map((item) => itemLines(item, indent)));

/** A document, within the conditions under which it exists. */
export function documentLines(tree, conditions) {
  const [object, all] =
    tree instanceof Choice
      ? [tree.otherwise, [...conditions, negated(conditionOf(tree))]]
      : [tree, conditions];
  const lines = ['---', ...mapLines(object)];
  return all.length === 0 ? lines : [`{{- if ${allOf(all)} }}`, ...lines, '{{- end }}'];
}
