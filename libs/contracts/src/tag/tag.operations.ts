import { z } from 'zod';
import { component, integer, string } from '../documented.ts';
import { defineOperation, noContent } from '../operation.ts';
import { idOf } from '../id.ts';
import { listQuery, pageOf } from '../page.ts';
import { CreatedAt, TagName } from '../schema.ts';

export const DEFAULT_TAG_COLOR = '#8a94a6';

export const Tag = component('Tag', 'A label on conversations and tickets', {
  id: idOf('tag'),
  name: string('Name, in the spelling of its creation or first use', 'billing'),
  color: string('Color as `#rrggbb`', '#ff8800'),
  count: integer('Number of conversations and tickets with this tag', 12),
  created_at: CreatedAt,
});
export type Tag = z.output<typeof Tag>;

export const listTags = defineOperation({
  id: 'tag.list',
  route: 'GET /v1/tags',
  scope: { anyOf: ['conversations:read', 'tickets:read'] },
  summary: 'List tags',
  description: 'Counts are eventually consistent, usually within a second.',
  query: listQuery(['created_at', 'name'], {}),
  response: pageOf(Tag),
});

const writable = {
  name: TagName.meta({
    description: 'Name, unique in the workspace (case-insensitive)',
    examples: ['billing'],
  }),
  color: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'must be a hex color like #ff8800')
    .meta({ description: 'Color as `#rrggbb`', examples: ['#ff8800'] }),
};

const TagParams = z.object({ tag_id: idOf('tag') });

export const createTag = defineOperation({
  id: 'tag.create',
  route: 'POST /v1/tags',
  status: 201,
  scope: { anyOf: ['conversations:write', 'tickets:write'] },
  summary: 'Create a tag',
  description:
    'Only needed to choose a color: tagging a conversation or ticket with a new name also creates the tag. Emits ' +
    '`tag.created`.',
  body: z.object({
    name: writable.name.meta({ examples: ['refund'] }),
    color: writable.color.default(DEFAULT_TAG_COLOR),
  }),
  response: Tag,
  errors: ['duplicate_value'],
});

export const getTag = defineOperation({
  id: 'tag.get',
  route: 'GET /v1/tags/{tag_id}',
  scope: { anyOf: ['conversations:read', 'tickets:read'] },
  summary: 'Retrieve a tag',
  params: TagParams,
  response: Tag,
});

export const updateTag = defineOperation({
  id: 'tag.update',
  route: 'PATCH /v1/tags/{tag_id}',
  scope: { anyOf: ['conversations:write', 'tickets:write'] },
  summary: 'Update a tag',
  description:
    'Changes only the fields that are sent. A new `name` also replaces the old one in conversations and tickets, usually ' +
    'within a second, for 100,000 of them within minutes; their `updated_at` and `ETag` change. Emits one `tag.updated`, and ' +
    'no event for each conversation and ticket. No event is sent if the request changes nothing.',
  params: TagParams,
  body: z.object(writable).partial(),
  response: Tag,
  errors: ['duplicate_value'],
});

export const deleteTag = defineOperation({
  id: 'tag.delete',
  route: 'DELETE /v1/tags/{tag_id}',
  scope: { anyOf: ['conversations:write', 'tickets:write'] },
  summary: 'Delete a tag',
  description:
    'Also removes the tag from conversations and tickets, usually within a second, from 100,000 of them within minutes; ' +
    'their `updated_at` and `ETag` change. Using its name again later creates a new tag. Emits one `tag.deleted`, and no ' +
    'event for each conversation and ticket.',
  params: TagParams,
  response: noContent,
});
