import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { modelOf } from './model.mjs';
import { changesBetween, told } from './surface.mjs';

const read = async (path: string) =>
  JSON.parse(await readFile(join(import.meta.dirname, path), 'utf8')) as never;
const names: { methods: object; types: object; since: object } = await read('../names.json');
/** As far as these tests change it. */
type Schema = Record<string, unknown> & {
  properties: Record<string, Schema>;
  required: string[];
  enum: string[];
};
type Document = {
  paths: Record<string, Record<string, object>>;
  components: { schemas: Record<string, Schema> };
};
const document = await read('../../openapi/openapi.json');

/** What a library tells of a change of the API document. */
function changesOf(change: (document: Document) => void): string[] {
  const changed = structuredClone(document) as Document;
  change(changed);
  const model = (of: unknown) => modelOf(of, document, structuredClone(names));
  return changesBetween(model(document), model(changed)).map(
    (one) => `${one.isBreaking ? 'breaks' : 'adds'}: ${told(one, ['python'])}`,
  );
}

const schema = ({ components }: Document, name: string) => components.schemas[name] as Schema;

it.each<[string, (document: Document) => void, string[]]>([
  ['nothing', () => undefined, []],
  [
    'a field that an answer lacks',
    (changed) => void delete schema(changed, 'Team').properties['name'],
    ['breaks: Team does not have name any more'],
  ],
  [
    'a field that may be null',
    (changed) =>
      Object.assign(schema(changed, 'Team').properties['name'] ?? {}, { type: ['string', 'null'] }),
    ['breaks: Team name may be null'],
  ],
  [
    'a parameter that is required now',
    (changed) => (schema(changed, 'UpdateTeamRequest').required = ['name']),
    ['breaks: parley.teams.update needs name', 'breaks: UpdateTeamRequest needs name'],
  ],
  [
    'a value that is not taken any more',
    (changed) => void schema(changed, 'SortOrder').enum.pop(),
    expect.arrayContaining(['breaks: SortOrder does not have desc any more']) as never,
  ],
  [
    'a new field of an answer and of a request',
    (changed) => {
      for (const name of ['Team', 'CreateTeamRequest'])
        schema(changed, name).properties['color'] = { type: 'string' } as never;
    },
    ['adds: parley.teams.create takes color', 'adds: CreateTeamRequest takes color', 'adds: Team has color'],
  ],
])('%s', (_, change, expected) => {
  expect(changesOf(change)).toEqual(expected);
});
