// The generated part of the bus subscriber for Node.js: an interface per event and per record of the AsyncAPI document.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { busModel } from './bus-model.mjs';

/** @import { EventType, Field, DataRecord, Type } from './bus-model.mjs' */

export const folders = ['src/generated'];

const WIDTH = 105;
/** A comment begins with its subject: a description that begins with one of these gets the name before it. */
const PREPOSITION = /^(?:about|after|at|before|by|for|from|in|of|on|since|to|until|with|within|without)\b/i;

/** The AsyncAPI document describes the events of the bus, and not the model of the API. */
export async function generate() {
  const { version, sha256, common, events, records } = await busModel();
  const header = `// Generated from the AsyncAPI document by \`npm run sdks\`. Do not edit.
// Document ${version}, SHA-256 ${sha256}
`;
  const names = records.map(({ name }) => name).filter((name) => usesRecord(events, name));
  const eventsText = `${header}import type { ${names.sort().join(', ')} } from './records.ts';

/** What every event has: CloudEvents 1.0. */
export interface CloudEvent<Type extends string, Data> {
${common.map(fieldText).join('')}  /** Event type, also the routing key */
  type: Type;
  data: Data;
}

${events.map(eventText).join('\n')}
/** Every event that the platform publishes, by its type. */
export interface EventsByType {
${events.map(({ type, name }) => `  '${type}': ${name};\n`).join('')}}
`;
  const style = await formatOfRepository();
  return {
    'src/generated/events.ts': await formatted(eventsText, style),
    'src/generated/records.ts': await formatted(`${header}\n${records.map(recordText).join('\n')}`, style),
  };
}

const usesRecord = (events, name) =>
  events.some(({ fields }) => fields.some(({ type }) => type.name === name));

async function formatOfRepository() {
  const config = JSON.parse(await readFile(join(import.meta.dirname, '../../.oxfmtrc.json'), 'utf8'));
  const { $schema: _schema, ignorePatterns: _ignored, ...style } = config;
  return style;
}

async function formatted(text, style) {
  const { code, errors } = await format('generated.ts', text, style);
  if (errors.length > 0) throw new Error(errors[0].message);
  return code;
}

/** @param {EventType} event */
function eventText({ type, name, description, fields }) {
  const data = fields.find((field) => field.name === 'data');
  const own = fields.filter((field) => !['type', 'data'].includes(field.name));
  const base = `CloudEvent<'${type}', ${typeText(data.type)}>`;
  if (own.length === 0) return `${comment(description)}export type ${name} = ${base};\n`;
  return `${comment(description)}export interface ${name} extends ${base} {\n${own.map(fieldText).join('')}}\n`;
}

/** @param {DataRecord} record */
function recordText({ name, description, fields, mapOf }) {
  if (mapOf !== undefined)
    return `${comment(description)}export type ${name} = Record<string, ${typeText(mapOf)}>;\n`;
  return `${comment(description)}export interface ${name} {\n${fields.map(fieldText).join('')}}\n`;
}

/** @param {Field} field */
function fieldText({ name, type, isRequired, description }) {
  const text = PREPOSITION.test(description) ? `\`${name}\`: ${description}` : description;
  return `${comment(text, '  ')}  ${name}${isRequired ? '' : '?'}: ${typeText(type)};\n`;
}

/** @param {Type} type */
function typeText(type) {
  const text = plainText(type);
  return type.isNullable ? `${text} | null` : text;
}

/** @param {Type} type */
function plainText({ kind, value, values, of, name }) {
  switch (kind) {
    case 'const':
      return `'${value}'`;
    case 'enum':
      // Open: editors propose the values, and those of later versions are accepted.
      return [...values.map((one) => `'${one}'`), '(string & {})'].join(' | ');
    case 'integer':
      return 'number';
    case 'list':
      return `(${typeText(of)})[]`;
    case 'map':
      return `Record<string, ${typeText(of)}>`;
    case 'union':
      return of.map((one) => `(${typeText(one)})`).join(' | ');
    case 'ref':
      return name;
    case 'any':
      return 'unknown';
    default:
      return kind;
  }
}

/** @param {string} text of one paragraph */
function comment(text, indent = '') {
  if (text === '') return '';
  const lines = [''];
  for (const word of text.replaceAll('*/', String.raw`*\/`).split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== '' && indent.length + last.length + word.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`;
}
