import { Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { unwrap, type Schemas } from '../../api/public.ts';
import { notifyDone } from '../../app/notifications.ts';
import { useLiveApi } from '../../app/session.tsx';
import { refreshList } from '../../app/use-list.ts';
import { FormDialog, textFields } from '../../components/form-dialog.tsx';
import { RecordForm, type InputsProps } from '../../desk/record-form.tsx';
import { unwrapTagged } from '../../desk/records.ts';

export type Team = Schemas['Team'];

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
      onClose={onClose}
      title="Create a team"
      action="Create team"
      submission={create}
      fields={FIELDS}
    >
      <Inputs form={form} onChange={setForm} error={create.error} />
    </FormDialog>
  );
}

/** Reads the team with the tag of its version, and opens the dialog with it. */
export function EditTeam({ id, onClose }: { id: string; onClose: () => void }) {
  const api = useLiveApi();
  const path = { team_id: id };
  const { data: latest } = useQuery({
    queryKey: ['list', 'teams', 'tagged', id],
    queryFn: ({ signal }) => unwrapTagged(api.GET('/v1/teams/{team_id}', { params: { path }, signal })),
  });
  if (latest === undefined) return null;
  return (
    <RecordForm
      onClose={onClose}
      noun="team"
      title={`Edit ${latest.record.name}`}
      latest={latest}
      formOf={formOf}
      bodyOf={bodyOf}
      fields={FIELDS}
      onSave={async (body, etag) => {
        const params = { path, header: { 'If-Match': etag } };
        try {
          await unwrap(api.PATCH('/v1/teams/{team_id}', { params, body }));
          notifyDone('The team is saved.');
        } finally {
          await refreshList('teams');
        }
      }}
    >
      {(inputs) => <Inputs {...inputs} />}
    </RecordForm>
  );
}

function Inputs({ form, onChange, error }: InputsProps<Fields>) {
  const field = textFields(form, onChange, error);
  return (
    <>
      <TextInput label="Name" data-autofocus {...field('name')} />
      <Textarea label="Description" autosize minRows={2} {...field('description')} />
    </>
  );
}
