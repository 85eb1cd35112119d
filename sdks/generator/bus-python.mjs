// The generated part of the bus subscriber for Python: a TypedDict per event and per record of the AsyncAPI document.
import { busModel } from './bus-model.mjs';
import { KEYWORDS } from './python.mjs';

/** @import { Field, DataRecord, Type } from './bus-model.mjs' */

export const folders = ['src/parley_bus/events'];

const WIDTH = 128;

/** The AsyncAPI document describes the events of the bus, and not the model of the API. */
export async function generate() {
  const { version, sha256, common, events, records } = await busModel();
  const parts = [
    ...records.map(recordText),
    classText(
      'CloudEvent',
      'What every event has beside its `type` and `data`: CloudEvents 1.0',
      'TypedDict',
      common,
    ),
    ...events.map((one) => classText(one.name, one.description, 'CloudEvent', one.fields)),
    `\nEventType = Literal[\n${events.map(({ type }) => `    "${type}",\n`).join('')}]\n`,
    `BusEvent = (\n    ${events.map(({ name }) => name).join('\n    | ')}\n)\n`,
  ];
  const text = `# Generated from the AsyncAPI document by \`npm run sdks\`. Do not edit.
# Document ${version}, SHA-256 ${sha256}
"""The events of the bus and the records in them, as dictionaries."""

from typing import ${parts.some((part) => part.includes('Any')) ? 'Any, ' : ''}Literal, NotRequired, TypedDict

${parts.map((part) => (part.startsWith('class') ? `\n${part}` : part)).join('\n')}`;
  const long = text.split('\n').find((line) => line.length > WIDTH);
  if (long !== undefined) throw new Error(`longer than ${WIDTH} characters: ${long}`);
  return { [`${folders[0]}/__init__.py`]: text };
}

/** @param {DataRecord} record */
function recordText({ name, description, fields, mapOf }) {
  if (mapOf === undefined) return classText(name, description, 'TypedDict', fields);
  return `${wrapped(description, WIDTH - 2)
    .map((line) => `# ${line}\n`)
    .join('')}${name} = dict[str, ${typeText(mapOf)}]\n`;
}

/** A field whose name is a keyword can be no attribute of a class: such a record is made by a call. */
function callText(name, description, fields) {
  const comment = wrapped(description, WIDTH - 2).map((line) => `# ${line}\n`);
  const entries = fields.map(({ name: field, type, isRequired }) => {
    const text = isRequired ? typeText(type) : `NotRequired[${typeText(type)}]`;
    return `        "${field}": ${JSON.stringify(text).replaceAll('\\"', "'")},\n`;
  });
  return `${comment.join('')}${name} = TypedDict(\n    "${name}",\n    {\n${entries.join('')}    },\n)\n`;
}

function classText(name, description, base, fields) {
  if (fields.some((field) => KEYWORDS.has(field.name))) return callText(name, description, fields);
  const [first, ...others] = wrapped(description, WIDTH - 10);
  const doc = others.length === 0 ? first : `${[first, ...others].join('\n    ')}\n    `;
  return `class ${name}(${base}):\n${doc ? `    """${doc}"""\n\n` : ''}${fields.map(fieldText).join('')}`;
}

/** @param {Field} field */
function fieldText({ name, type, isRequired, description }) {
  const text = typeText(type);
  const comment = description
    ? wrapped(description, WIDTH - 6)
        .map((line) => `    # ${line}\n`)
        .join('')
    : '';
  return `${comment}    ${name}: ${isRequired ? text : `NotRequired[${text}]`}\n`;
}

/** @param {Type} type */
function typeText(type) {
  const text = plainText(type);
  return type.isNullable ? `${text} | None` : text;
}

const SCALARS = { string: 'str', integer: 'int', number: 'float', boolean: 'bool', any: 'Any' };

/** @param {Type} type */
function plainText({ kind, value, values, of, name }) {
  switch (kind) {
    case 'const':
      return `Literal["${value}"]`;
    case 'enum':
      // Type checkers accept the values of later versions too.
      return `Literal[${values.map((one) => `"${one}"`).join(', ')}] | str`;
    case 'list':
      return `list[${typeText(of)}]`;
    case 'map':
      return `dict[str, ${typeText(of)}]`;
    case 'union':
      return of.map(typeText).join(' | ');
    case 'ref':
      return name;
    default:
      return SCALARS[kind];
  }
}

/** @param {string} text of one paragraph */
function wrapped(text, width) {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== '' && last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}
