import { Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '../../api/errors.ts';
import { unwrap } from '../../api/public.ts';
import { notifyDone } from '../../app/notifications.ts';
import { useLiveApi } from '../../app/session.tsx';
import { refreshList } from '../../app/use-list.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { ChangedByOthers } from '../../desk/changed-by-others.tsx';
import { unwrapTagged, type Tagged } from '../../desk/records.ts';
import { useRecordForm } from '../../desk/use-record-form.ts';
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
  const api = useLiveApi();
  const create = useMutation({
    mutationFn: () => unwrap(api.POST('/v1/teams', { body: bodyOf(form) })),
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
  id: string;
  onClose: () => void;
}

/** Reads the team with the tag of its version, and opens the dialog with it. */
export function EditTeam({ id, onClose }: EditTeamProps) {
  const api = useLiveApi();
  const path = { team_id: id };
  const { data: latest } = useQuery({
    queryKey: ['list', 'teams', 'tagged', id],
    queryFn: ({ signal }) => unwrapTagged(api.GET('/v1/teams/{team_id}', { params: { path }, signal })),
  });
  return latest === undefined ? null : <TeamForm latest={latest} onClose={onClose} />;
}

function TeamForm({ latest, onClose }: { latest: Tagged<Team>; onClose: () => void }) {
  const api = useLiveApi();
  const { id, name } = latest.record;
  const { form, setForm, error, isPending, submit, loadNewValues } = useRecordForm({
    opened: true,
    onClose,
    latest,
    formOf,
    bodyOf,
    onSave: async (body, etag) => {
      const params = { path: { team_id: id }, header: { 'If-Match': etag } };
      try {
        await unwrap(api.PATCH('/v1/teams/{team_id}', { params, body }));
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
      title={`Edit ${name}`}
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
