import { Button, Group, Modal, Stack } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { fieldErrors } from '../api/errors.ts';
import { useUnsaved } from '../app/unsaved.ts';
import { ErrorState } from './error-state.tsx';
import classes from './form-dialog.module.css';

interface FormDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** What the button does: "Create key". */
  action: string;
  isPending: boolean;
  error: unknown;
  onSubmit: () => void;
  children: ReactNode;
  size?: string;
  /** Names of the fields that show their own errors (`fieldErrors`). */
  fields?: readonly string[];
}

/**
 * A form in a dialog. Only its buttons close it once something has been typed, so that neither a click outside nor Escape
 * loses that. Errors that belong to none of its fields are shown above the buttons.
 */
export function FormDialog(props: FormDialogProps) {
  const { opened, onClose, title, action, isPending, error, onSubmit, children, size, fields = [] } = props;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isPending) onSubmit();
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
      size={size ?? 'md'}
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

/** The error of a form, unless its fields show all of it. */
export function FormError({ error, fields = [] }: { error: unknown; fields?: readonly string[] }) {
  if (error === null || error === undefined) return null;
  const named = Object.keys(fieldErrors(error));
  if (named.length > 0 && named.every((field) => fields.includes(field))) return null;
  return <ErrorState error={error} />;
}
