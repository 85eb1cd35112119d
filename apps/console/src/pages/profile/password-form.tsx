import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { callConsole, setCsrfToken } from '../../api/console.ts';
import { fieldErrors } from '../../api/errors.ts';
import { forgetAccessTokens } from '../../api/public.ts';
import { notifyDone } from '../../app/notifications.ts';
import { refreshSession } from '../../app/session.tsx';
import { refreshConsole } from '../../app/use-console.ts';
import { FormError } from '../../components/form-dialog.tsx';
import { Panel } from '../../components/panel.tsx';

const FIELDS = ['current_password', 'new_password'];
const EMPTY = { current: '', next: '', repeated: '' };
const visibility = { 'aria-label': 'Show the password' };

export function PasswordForm() {
  const [form, setForm] = useState(EMPTY);
  const [isDifferent, setDifferent] = useState(false);
  const change = useMutation({
    mutationFn: () =>
      callConsole('password.change', {
        body: { current_password: form.current, new_password: form.next },
      }),
    onSuccess: async ({ data }) => {
      // The browser goes on in a new session, and the tokens of the former one have ended.
      setCsrfToken(data.csrf_token);
      forgetAccessTokens();
      setForm(EMPTY);
      notifyDone('Your password is changed, and all other sessions have ended.');
      await Promise.all([refreshSession(), refreshConsole('session.list')]);
    },
  });
  const errors = fieldErrors(change.error);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setDifferent(form.next !== form.repeated);
    if (form.next === form.repeated) change.mutate();
  };
  const set = (field: keyof typeof EMPTY) => (event: React.ChangeEvent<HTMLInputElement>) => {
    const { value } = event.currentTarget;
    setForm((before) => ({ ...before, [field]: value }));
  };
  return (
    <Panel title="Password" description="A change ends your sessions in all other browsers.">
      <form onSubmit={submit} noValidate>
        <Stack maw={480}>
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            value={form.current}
            error={errors['current_password']}
            onChange={set('current')}
            visibilityToggleButtonProps={visibility}
          />
          <PasswordInput
            label="New password"
            autoComplete="new-password"
            value={form.next}
            error={errors['new_password']}
            onChange={set('next')}
            visibilityToggleButtonProps={visibility}
          />
          <PasswordInput
            label="New password again"
            autoComplete="new-password"
            value={form.repeated}
            error={isDifferent ? 'This is not the same as the new password.' : undefined}
            onChange={set('repeated')}
            visibilityToggleButtonProps={visibility}
          />
          <FormError error={change.error} fields={FIELDS} />
          <Group>
            <Button
              type="submit"
              loading={change.isPending}
              disabled={form.current === '' || form.next === ''}
            >
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
