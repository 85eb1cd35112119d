import type { Scope } from '@parley/contracts';
import { Select, TagsInput, type SelectProps } from '@mantine/core';
import { useState } from 'react';
import { explain } from '../api/errors.ts';
import type { Schemas } from '../api/public.ts';
import {
  partialNote,
  useInboxDirectory,
  useMemberDirectory,
  useTagNames,
  type Directory,
} from './directory.ts';
import { Fact } from './facts.tsx';
import { optionsOf, PRIORITIES, type Label } from './labels.ts';
import { useCan } from './permissions.ts';

interface Option {
  value: string;
  label: string;
}

interface SharedChange<Status> {
  status?: Status;
  priority?: Schemas['Priority'];
  assignee_id?: string | null;
  inbox_id?: string | null;
  tags?: string[];
}

interface SharedPropertiesProps<Status> {
  record: {
    status: string;
    priority: string;
    assignee: { id: string; name: string } | null;
    inbox_id: string | null;
    tags: readonly string[];
  };
  statuses: Readonly<Record<string, Label>>;
  /** What changing them needs. */
  scope: Scope;
  save: (change: SharedChange<Status>) => void;
}

export function SharedProperties<Status extends string>(props: SharedPropertiesProps<Status>) {
  const { record, statuses, scope, save } = props;
  const isEditable = useCan(scope);
  return (
    <>
      <Choice
        label="Status"
        value={record.status}
        options={optionsOf(statuses)}
        onChange={(status) => save({ status: status as Status })}
        isEditable={isEditable}
      />
      <Choice
        label="Priority"
        value={record.priority}
        options={optionsOf(PRIORITIES)}
        onChange={(priority) => save({ priority: priority as Schemas['Priority'] })}
        isEditable={isEditable}
      />
      <AssigneeField
        assignee={record.assignee}
        onChange={(id) => save({ assignee_id: id })}
        isEditable={isEditable}
      />
      <InboxField
        inboxId={record.inbox_id}
        onChange={(id) => save({ inbox_id: id })}
        isEditable={isEditable}
      />
      <TagsField tags={record.tags} onChange={(tags) => save({ tags })} isEditable={isEditable} />
    </>
  );
}

interface ChoiceProps {
  label: string;
  value: string | null;
  options: readonly Option[];
  /** What `null` is called, where the field may be empty. */
  none?: string;
  /** Where the options come from: without them, nothing can be chosen. */
  directory?: Directory<unknown>;
  isEditable: boolean;
  onChange: (value: string | null) => void;
}

/** One property of a record: a select for those who may change it, text for the others. */
export function Choice(props: ChoiceProps) {
  const { label, value, options, none, directory, isEditable, onChange } = props;
  const shown = options.find((option) => option.value === value)?.label ?? value ?? none ?? '';
  if (!isEditable) return <Fact label={label}>{shown}</Fact>;
  const all = none === undefined ? options : [{ value: NONE, label: none }, ...options];
  const isKnown = value === null || options.some((option) => option.value === value);
  return (
    <SearchableSelect
      label={label}
      size="sm"
      disabled={directory !== undefined && (directory.isPending || isFailed(directory))}
      description={directory === undefined ? null : noteOf(directory)}
      data={isKnown ? [...all] : [...all, { value, label: shown }]}
      value={value ?? NONE}
      allowDeselect={false}
      searchable={all.length > 8}
      comboboxProps={{ shadow: 'md' }}
      onChange={(chosen) => {
        const next = chosen === NONE ? null : chosen;
        if (next !== value) onChange(next);
      }}
    />
  );
}

/** A select in which what is typed replaces the name of the chosen option, and Enter takes the first that matches. */
function SearchableSelect(props: SelectProps) {
  const { data = [], value } = props;
  const [search, setSearch] = useState<string>();
  const chosen = (data as readonly Option[]).find((option) => option.value === value)?.label ?? '';
  return (
    <Select
      {...props}
      placeholder={chosen}
      {...(props.searchable === true && {
        searchValue: search ?? chosen,
        onSearchChange: setSearch,
        onDropdownOpen: () => setSearch(''),
        onDropdownClose: () => setSearch(undefined),
        selectFirstOptionOnChange: true,
      })}
    />
  );
}

const NONE = 'none';

const isFailed = ({ error }: Directory<unknown>): boolean => error !== null;

function noteOf(directory: Directory<unknown>): string | null {
  if (!isFailed(directory)) return partialNote(directory);
  const { title, message } = explain(directory.error);
  return `Cannot be changed, because the choices cannot be loaded. ${title}: ${message}`;
}

type FieldProps = Pick<ChoiceProps, 'isEditable' | 'onChange'>;

function AssigneeField({
  assignee,
  ...rest
}: FieldProps & { assignee: { id: string; name: string } | null }) {
  const directory = useMemberDirectory();
  const active = directory.items
    .filter(({ status }) => status === 'active')
    .map(({ id, name }) => ({ value: id, label: name }));
  const isKnown = assignee === null || active.some(({ value }) => value === assignee.id);
  const options = isKnown ? active : [...active, { value: assignee.id, label: assignee.name }];
  return (
    <Choice
      label="Assignee"
      value={assignee?.id ?? null}
      options={options}
      none="Nobody"
      directory={directory}
      {...rest}
    />
  );
}

function InboxField({ inboxId, ...rest }: FieldProps & { inboxId: string | null }) {
  const directory = useInboxDirectory();
  const options = directory.items.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Choice label="Inbox" value={inboxId} options={options} none="No inbox" directory={directory} {...rest} />
  );
}

interface TagsFieldProps {
  tags: readonly string[];
  isEditable: boolean;
  onChange: (tags: string[]) => void;
}

function TagsField({ tags, isEditable, onChange }: TagsFieldProps) {
  const known = useTagNames();
  if (!isEditable) return <Fact label="Tags">{tags.length === 0 ? 'None' : tags.join(', ')}</Fact>;
  return (
    <TagsInput
      label="Tags"
      size="sm"
      data={known}
      value={[...tags]}
      maxTags={50}
      placeholder={tags.length === 0 ? 'Add a tag' : ''}
      comboboxProps={{ shadow: 'md' }}
      onChange={(next) => {
        if (next.join('\n') !== tags.join('\n')) onChange(next);
      }}
    />
  );
}
