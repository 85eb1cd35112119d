import { z } from 'zod';
import { component, integer, string } from '../documented.ts';
import { defineResource } from '../resource.ts';
import { idOf } from '../id.ts';
import { listQuery } from '../page.ts';
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

const tags = defineResource('tag', Tag, {
  path: '/v1/tags',
  read: { anyOf: ['conversations:read', 'tickets:read'] },
  write: { anyOf: ['conversations:write', 'tickets:write'] },
});

export const listTags = tags.list({
  description: 'Counts are eventually consistent, usually within a second.',
  query: listQuery(['created_at', 'name'], {}),
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

export const createTag = tags.create({
  description:
    'Only needed to choose a color: tagging a conversation or ticket with a new name also creates the tag. Emits ' +
    '`tag.created`.',
  body: z.object({
    name: writable.name.meta({ examples: ['refund'] }),
    color: writable.color.default(DEFAULT_TAG_COLOR),
  }),
  errors: ['duplicate_value'],
});

export const getTag = tags.get();

export const updateTag = tags.update({
  description:
    'Changes only the fields that are sent. A new `name` also replaces the old one in conversations and tickets, usually ' +
    'within a second, for 100,000 of them within minutes; their `updated_at` and `ETag` change. Emits one `tag.updated`, and ' +
    'no event for each conversation and ticket. No event is sent if the request changes nothing.',
  body: z.object(writable).partial(),
  errors: ['duplicate_value'],
});

export const deleteTag = tags.delete({
  description:
    'Also removes the tag from conversations and tickets, usually within a second, from 100,000 of them within minutes; ' +
    'their `updated_at` and `ETag` change. Using its name again later creates a new tag. Emits one `tag.deleted`, and no ' +
    'event for each conversation and ticket.',
});
