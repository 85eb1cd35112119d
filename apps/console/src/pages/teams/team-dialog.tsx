import { Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callConsole, idFrom } from '../../api/console.ts';
import { fieldErrors } from '../../api/errors.ts';
import { notifyDone } from '../../app/notifications.ts';
import { refreshList } from '../../app/use-list.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import type { Team } from './team.ts';

interface TeamDialogProps {
  /** The team to edit, or null for a new one. */
  team: Team | null;
  onClose: () => void;
}

const FIELDS = ['name', 'description'];

export function TeamDialog({ team, onClose }: TeamDialogProps) {
  const [name, setName] = useState(team?.name ?? '');
  const [description, setDescription] = useState(team?.description ?? '');
  const save = useMutation({
    mutationFn: async () => {
      const body = { name: name.trim(), description: description.trim() === '' ? null : description.trim() };
      if (team === null) await callConsole('team.create', { body });
      else await callConsole('team.update', { params: { team_id: idFrom('team', team.id) }, body });
    },
    onSuccess: async () => {
      notifyDone(team === null ? 'The team is created.' : 'The team is saved.');
      onClose();
      await refreshList('teams');
    },
  });
  const errors = fieldErrors(save.error);
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={team === null ? 'Create a team' : `Edit ${team.name}`}
      action={team === null ? 'Create team' : 'Save'}
      isPending={save.isPending}
      error={save.error}
      fields={FIELDS}
      onSubmit={() => save.mutate()}
    >
      <TextInput
        label="Name"
        value={name}
        error={errors['name']}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <Textarea
        label="Description"
        autosize
        minRows={2}
        value={description}
        error={errors['description']}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
