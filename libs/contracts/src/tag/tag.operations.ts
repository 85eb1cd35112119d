import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { idOf } from '../id.ts';
import { listQuery, pageOf } from '../page.ts';
import { CreatedAt, TagName } from '../schema.ts';

/** Of a tag that nobody chose a colour for. */
export const DEFAULT_TAG_COLOR = '#8a94a6';

export const Tag = z
  .object({
    id: idOf('tag'),
    name: z.string().meta({ description: 'As its first use spelt it', examples: ['billing'] }),
    color: z.string().meta({ description: 'Hex colour', examples: ['#ff8800'] }),
    count: z.int().meta({ description: 'Conversations and tickets that carry it', examples: [12] }),
    created_at: CreatedAt,
  })
  .meta({ id: 'Tag', description: 'A word that groups conversations and tickets' });
export type Tag = z.output<typeof Tag>;

export const listTags = defineOperation({
  id: 'tag.list',
  service: 'conversation',
  route: 'GET /v1/tags',
  status: 200,
  scope: { anyOf: ['conversations:read', 'tickets:read'] },
  summary: 'List tags',
  description:
    'Lists the tags with how many conversations and tickets carry each. A count follows a change within a second.',
  query: listQuery(['created_at', 'name'], {}),
  response: pageOf(Tag),
});

export const createTag = defineOperation({
  id: 'tag.create',
  service: 'conversation',
  route: 'POST /v1/tags',
  status: 201,
  scope: { anyOf: ['conversations:write', 'tickets:write'] },
  summary: 'Create a tag; using a new name on a conversation or ticket does it too',
  description:
    'Creates a tag. A conversation or ticket that is tagged with a new name creates it too, in the default colour. ' +
    'Emits `tag.created`.',
  body: z.object({
    name: TagName.meta({ description: 'Unique without regard to case', examples: ['billing'] }),
    color: z
      .string()
      .regex(/^#[0-9a-fA-F]{6}$/, 'must be a hex colour like #ff8800')
      .default(DEFAULT_TAG_COLOR)
      .meta({ description: 'Hex colour, #rrggbb', examples: ['#ff8800'] }),
  }),
  response: Tag,
  errors: ['duplicate_value'],
});
