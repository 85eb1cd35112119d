import { Button, Group, Modal, Stack } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { fieldErrors } from '../api/errors.ts';
import { useUnsaved } from '../app/unsaved.ts';
import { ErrorState } from './error-state.tsx';
import classes from './form-dialog.module.css';

export interface Submission {
  isPending: boolean;
  error: unknown;
  mutate: () => void;
}

interface FormDialogProps {
  /** Open as long as it is there, unless this is given. */
  opened?: boolean;
  onClose: () => void;
  title: string;
  /** What the button does: "Create key". */
  action: string;
  submission: Submission;
  children: ReactNode;
  size?: string;
  /** Names of the fields that show their own errors (`fieldErrors`). */
  fields?: readonly string[];
}

/** A form in a dialog. Once something has been typed, only its buttons close it: no click outside and no Escape loses that. */
export function FormDialog(props: FormDialogProps) {
  const { opened = true, onClose, title, action, submission, children, size = 'md', fields = [] } = props;
  const { isPending, error, mutate } = submission;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isPending) mutate();
  };
  const [isTouched, setTouched] = useState(false);
  useEffect(() => {
    if (!opened) setTouched(false);
  }, [opened]);
  // What is being sent leads to another page by itself.
  useUnsaved(opened && isTouched && !isPending);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // What has to be corrected is read out, and in view.
    if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      closeOnClickOutside={false}
      closeOnEscape={!isTouched}
    >
      <form ref={form} onSubmit={submit} onInput={() => setTouched(true)} noValidate>
        <Stack>
          {children}
          <FormError error={error} fields={fields} />
          <Group justify="flex-end" className={classes.actions}>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

type TextNames<Form> = { [Name in keyof Form]: Form[Name] extends string ? Name : never }[keyof Form] &
  string;

/** The properties of a text field, by its name in the form; the API may have another name for it. */
export function textFields<Form extends object>(form: Form, onChange: (form: Form) => void, error: unknown) {
  const errors = fieldErrors(error);
  return (name: TextNames<Form>, parameter: string = name) => ({
    value: form[name] as string,
    error: errors[parameter],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      onChange({ ...form, [name]: value }),
  });
}

/** The error of a form, unless its fields show all of it. */
export function FormError({ error, fields = [] }: { error: unknown; fields?: readonly string[] }) {
  if (error === null || error === undefined) return null;
  const named = Object.keys(fieldErrors(error));
  if (named.length > 0 && named.every((field) => fields.includes(field))) return null;
  return <ErrorState error={error} />;
}
