import type { JsonSchema } from '../types.ts';
import type { AsyncApiDocument } from './document.ts';

const BEGIN = '<!-- generated: events -->';
const END = '<!-- end -->';
/** The event whose message is shown as an example. */
const EXAMPLE = 'ticket.updated';

/** The page with its generated part replaced by that of the document. Throws if the page has no such part. */
export function withEventCatalogue(page: string, document: AsyncApiDocument): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin === -1 || end < begin) throw new Error(`the page has no part between ${BEGIN} and ${END}`);
  return `${page.slice(0, begin + BEGIN.length)}\n\n${catalogueOf(document)}\n\n${page.slice(end)}`;
}

function catalogueOf({ components: { messages, schemas } }: AsyncApiDocument): string {
  const events = Object.values(messages).map((message) => {
    const payload = schemas[nameOf(message.payload.$ref)] ?? {};
    const { data = {}, mode } = payload.properties ?? {};
    return [
      `\`${message.name}\``,
      message.summary,
      dataOf(data),
      message['x-webhooks'] ? 'yes' : 'no',
      mode === undefined ? 'no' : 'yes',
    ];
  });
  const example = messages[EXAMPLE];
  const payload = schemas[nameOf(example?.payload.$ref ?? '')] ?? {};
  const attributes = Object.entries(payload.properties ?? {})
    .filter(([name]) => name !== 'data')
    .map(([name, schema]) => [
      `\`${name}\``,
      describedIn(schema, schemas),
      payload.required?.includes(name) === true ? '' : 'may be absent',
    ]);
  return [
    '## Event types',
    table(['type', 'published when', '`data`', 'webhooks', '`mode`'], events),
    '## Attributes',
    table(['attribute', 'meaning', ''], attributes),
    '## Example',
    `\`\`\`json\n${JSON.stringify(example?.examples[0]?.payload, null, 2)}\n\`\`\``,
  ].join('\n\n');
}

const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

const describedIn = (schema: JsonSchema, schemas: Record<string, JsonSchema>): string =>
  schema.description ?? (schema.$ref === undefined ? '' : (schemas[nameOf(schema.$ref)]?.description ?? ''));

/** The name of the resource, or the fields of an object that is none. */
const dataOf = ({ $ref, properties = {} }: JsonSchema): string =>
  $ref === undefined
    ? Object.keys(properties)
        .map((name) => `\`${name}\``)
        .join(', ')
    : nameOf($ref);

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (row: readonly string[]) =>
    `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
