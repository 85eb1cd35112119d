import { Button, Group, Skeleton, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { callConsole } from '../../api/console.ts';
import { fieldErrors } from '../../api/errors.ts';
import { notifyDone } from '../../app/notifications.ts';
import { refreshSession, useSession } from '../../app/session.tsx';
import { refreshConsole, useConsole } from '../../app/use-console.ts';
import { FormError } from '../../components/form-dialog.tsx';
import { Loaded } from '../../components/error-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { PasswordForm } from './password-form.tsx';
import { Sessions } from './sessions.tsx';

export default function ProfilePage() {
  return (
    <>
      <PageHeader title="Profile" description="Your name, your password and where you are signed in." />
      <Panel title="You">
        <Loaded query={useConsole('profile.get', {})} placeholder={<Skeleton height={150} />}>
          {({ data }) => <NameForm name={data.name} />}
        </Loaded>
      </Panel>
      <PasswordForm />
      <Sessions />
    </>
  );
}

const FIELDS = ['name'];

function NameForm({ name: saved }: { name: string }) {
  const { user, workspace } = useSession();
  const [name, setName] = useState(saved);
  const save = useMutation({
    mutationFn: () => callConsole('profile.update', { body: { name: name.trim() } }),
    onSuccess: async ({ data }) => {
      setName(data.name);
      notifyDone('Your name is saved.');
      await Promise.all([refreshConsole('profile.get'), refreshSession()]);
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw={480}>
        <TextInput
          label="Name"
          description="The author of your replies and notes"
          autoComplete="name"
          value={name}
          error={fieldErrors(save.error)['name']}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label="E-mail address"
          description="You sign in with it; it cannot be changed here"
          value={user.email}
          readOnly
          variant="filled"
        />
        <TextInput
          label="Role"
          description={`In the workspace ${workspace.name}; an admin can change it`}
          value={user.role}
          readOnly
          variant="filled"
        />
        <FormError error={save.error} fields={FIELDS} />
        <Group>
          <Button type="submit" loading={save.isPending} disabled={name.trim() === saved}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
