import { Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callConsole, idFrom } from '../../api/console.ts';
import { fieldErrors } from '../../api/errors.ts';
import { notifyDone } from '../../app/notifications.ts';
import { refreshList } from '../../app/use-list.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { ChangedByOthers } from '../../work/changed-by-others.tsx';
import { useRecordForm } from '../../work/use-record-form.ts';
import type { Team } from './team.ts';

interface Fields {
  name: string;
  description: string;
}

const FIELDS = ['name', 'description'];

const formOf = ({ name, description }: Team): Fields => ({ name, description: description ?? '' });

const bodyOf = ({ name, description }: Fields) => ({
  name: name.trim(),
  description: description.trim() === '' ? null : description.trim(),
});

export function NewTeam({ onClose }: { onClose: () => void }) {
  const [form, setForm] = useState<Fields>({ name: '', description: '' });
  const create = useMutation({
    mutationFn: () => callConsole('team.create', { body: bodyOf(form) }),
    onSuccess: async () => {
      notifyDone('The team is created.');
      onClose();
      await refreshList('teams');
    },
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Create a team"
      action="Create team"
      isPending={create.isPending}
      error={create.error}
      fields={FIELDS}
      onSubmit={() => create.mutate()}
    >
      <Inputs form={form} onChange={setForm} error={create.error} />
    </FormDialog>
  );
}

interface EditTeamProps {
  /** As the page shows it now. */
  team: Team;
  onClose: () => void;
}

export function EditTeam({ team, onClose }: EditTeamProps) {
  const params = { team_id: idFrom('team', team.id) };
  const { form, setForm, error, isPending, submit, loadNewValues } = useRecordForm({
    opened: true,
    onClose,
    latest: { record: team, etag: team.updated_at },
    formOf,
    bodyOf,
    onSave: async (change, version) => {
      try {
        await callConsole('team.update', { params, body: { ...change, version } });
        notifyDone('The team is saved.');
      } finally {
        await refreshList('teams');
      }
    },
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Edit ${team.name}`}
      action="Save"
      isPending={isPending}
      error={error}
      fields={FIELDS}
      onSubmit={submit}
    >
      <Inputs form={form} onChange={setForm} error={error} />
      <ChangedByOthers noun="team" onLoad={loadNewValues} />
    </FormDialog>
  );
}

interface InputsProps {
  form: Fields;
  onChange: (form: Fields) => void;
  error: unknown;
}

function Inputs({ form, onChange, error }: InputsProps) {
  const errors = fieldErrors(error);
  return (
    <>
      <TextInput
        label="Name"
        value={form.name}
        error={errors['name']}
        onChange={({ currentTarget: { value } }) => onChange({ ...form, name: value })}
        data-autofocus
      />
      <Textarea
        label="Description"
        autosize
        minRows={2}
        value={form.description}
        error={errors['description']}
        onChange={({ currentTarget: { value } }) => onChange({ ...form, description: value })}
      />
    </>
  );
}
