import {
  parseDuration,
  type Contact,
  type Conversation,
  type Id,
  type MacroActions,
  type MacroApplication,
  type MacroValues,
  type Ticket,
  type User,
} from '@parley/contracts';

type RecordOfMacro = Ticket | Conversation;

const CONTACT_CUSTOM = 'contact.custom.';

/** Whether a text shows more of the contact than its ticket or conversation does. */
export const namesMoreOfContact = (variables: readonly string[]): boolean =>
  variables.some((name) => name === 'contact.company' || name.startsWith(CONTACT_CUSTOM));

/** The values of the variables of a text. `contact`: the whole record, if the text shows more of it than the record does. */
export function macroValues(
  record: RecordOfMacro,
  user: Pick<User, 'name' | 'email'>,
  contact: Pick<Contact, 'company' | 'custom_fields'> | undefined,
): MacroValues {
  const { contact: known, custom_fields: fields } = record;
  return {
    'contact.name': known?.name ?? undefined,
    'contact.first_name': firstWord(known?.name),
    'contact.email': known?.email ?? undefined,
    'contact.phone': known?.phone ?? undefined,
    'contact.company': contact?.company ?? undefined,
    'user.name': user.name,
    'user.first_name': firstWord(user.name),
    'user.email': user.email,
    number: String(record.number),
    subject: record.subject ?? undefined,
    status: record.status,
    priority: record.priority,
    'assignee.name': record.assignee?.name,
    'team.name': record.team?.name,
    ...customValues('custom.', fields),
    ...customValues(CONTACT_CUSTOM, contact?.custom_fields ?? {}),
  };
}

const firstWord = (name: string | null | undefined): string | undefined => name?.trim().split(/\s+/u)[0];

function customValues(prefix: string, fields: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      prefix + key,
      Array.isArray(value) ? value.join(', ') : String(value as string | number | boolean),
    ]),
  );
}

/** The actions of a macro as an update of one record. `me` is the user of the caller. */
export function updateOf(actions: MacroActions, me: Id<'user'>, at: Date) {
  const { snooze_for: snooze, assignee_id: assignee, ...update } = actions;
  return {
    ...update,
    ...(assignee === undefined ? {} : { assignee_id: assignee === 'me' ? me : assignee }),
    ...(snooze === undefined
      ? {}
      : { snoozed_until: new Date(at.getTime() + (parseDuration(snooze) ?? 0)).toISOString() }),
  };
}

type Change = MacroApplication['changes'][number];

/** What differs between two states of a record, of what macros change. */
export function changesBetween(before: RecordOfMacro, after: RecordOfMacro): Change[] {
  const fields: readonly [Change['field'], (record: RecordOfMacro) => unknown][] = [
    ['status', ({ status }) => status],
    ['priority', ({ priority }) => priority],
    ['assignee_id', ({ assignee }) => assignee?.id ?? null],
    ['team_id', ({ team }) => team?.id ?? null],
    ['tags', ({ tags }) => tags],
    ['snoozed_until', ({ snoozed_until: until }) => until],
  ];
  return fields
    .map(([field, valueOf]) => ({ field, from: valueOf(before), to: valueOf(after) }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));
}

/** Names a parameter of an update, or of a message, by its path in the macro. */
export function pathInMacro(param: string): string {
  if (param.startsWith('message.body')) return 'body';
  if (param.startsWith('message.')) return param;
  if (param.startsWith('snoozed_until')) return 'actions.snooze_for';
  return /^(?:status|priority|assignee_id|team_id|add_tags|remove_tags|tags)/u.test(param)
    ? `actions.${param}`
    : param;
}
