import { Alert, Button, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { FormDialog, type Submission } from '../components/form-dialog.tsx';
import { Icon } from '../components/icon.tsx';
import { changedFields, withNewValues } from './form-changes.ts';
import { isStale, type Tagged } from './records.ts';

export interface InputsProps<Form> {
  form: Form;
  onChange: (form: Form) => void;
  error: unknown;
}

export interface EditDialogProps<Value, Body extends object> {
  /** Open as long as it is there, unless this is given. */
  opened?: boolean;
  onClose: () => void;
  /** The record as the page shows it now, which may be newer than what the form began with. */
  latest: Tagged<Value>;
  /** Updates the record if it still has the tag. */
  onSave: (change: Partial<Body>, etag: string) => Promise<unknown>;
}

interface RecordFormProps<Value, Form extends object, Body extends object> extends EditDialogProps<
  Value,
  Body
> {
  /** What the record is called, such as "ticket". */
  noun: string;
  title?: string;
  size?: string;
  fields: readonly string[];
  formOf: (record: Value) => Form;
  bodyOf: (form: Form) => Body;
  children: (inputs: InputsProps<Form>) => ReactNode;
}

/** A dialog that changes a record: sends what differs from the version it began with, if nobody has changed that since. */
export function RecordForm<Value, Form extends object, Body extends object>(
  props: RecordFormProps<Value, Form, Body>,
) {
  const { opened = true, onClose, noun, title = `Edit ${noun}`, size, fields, children } = props;
  const { form, setForm, submission, loadNewValues } = useRecordForm(props);
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={title}
      action="Save"
      submission={submission}
      fields={fields}
      {...(size === undefined ? {} : { size })}
    >
      {children({ form, onChange: setForm, error: submission.error })}
      {loadNewValues !== null && <ChangedByOthers noun={noun} onLoad={loadNewValues} />}
    </FormDialog>
  );
}

interface FormState<Form> {
  form: Form;
  setForm: (form: Form) => void;
  /** Its error is any but that of a record which somebody else has changed. */
  submission: Submission;
  /** Shows the new values, once an update was refused because somebody else had changed the record. */
  loadNewValues: (() => void) | null;
}

function useRecordForm<Value, Form extends object, Body extends object>(
  props: RecordFormProps<Value, Form, Body>,
): FormState<Form> {
  const { opened = true, onClose, latest, formOf, bodyOf, onSave } = props;
  const [begun, setBegun] = useState(latest);
  const [form, setForm] = useState(() => formOf(latest.record));
  const [error, setError] = useState<unknown>(null);
  const [isPending, setPending] = useState(false);
  const reset = useEffectEvent(() => {
    setBegun(latest);
    setForm(formOf(latest.record));
    setError(null);
  });
  // Only then: what somebody else changes meanwhile must not replace what is typed here.
  useEffect(() => {
    if (opened) reset();
  }, [opened]);
  const submit = async () => {
    const change = changedFields(bodyOf(formOf(begun.record)), bodyOf(form));
    if (Object.keys(change).length === 0) {
      onClose();
      return;
    }
    setPending(true);
    try {
      await onSave(change, begun.etag);
      onClose();
    } catch (failure) {
      setError(failure);
    } finally {
      setPending(false);
    }
  };
  const loadNewValues = () => {
    setForm(withNewValues(formOf(begun.record), form, formOf(latest.record)));
    setBegun(latest);
    setError(null);
  };
  const isOutdated = isStale(error);
  return {
    form,
    setForm,
    submission: { error: isOutdated ? null : error, isPending, mutate: () => void submit() },
    loadNewValues: isOutdated ? loadNewValues : null,
  };
}

function ChangedByOthers({ noun, onLoad }: { noun: string; onLoad: () => void }) {
  return (
    <Alert
      color="yellow"
      variant="outline"
      title={`Somebody else changed this ${noun}`}
      icon={<Icon name="warning" />}
      role="alert"
    >
      <Text size="sm">
        Nothing was saved. Load the new values, check them, then save again: what you typed stays in the
        fields that nobody else changed.
      </Text>
      <Button variant="default" size="xs" mt="sm" onClick={onLoad}>
        Load the new values
      </Button>
    </Alert>
  );
}
