import { useEffect, useEffectEvent, useState } from 'react';
import { changedFields, withNewValues } from './form-changes.ts';
import { isStale, type Tagged } from './records.ts';

interface RecordFormOptions<Value, Form extends object, Body extends object> {
  opened: boolean;
  onClose: () => void;
  /** The record as the page shows it now, which may be newer than what the form began with. */
  latest: Tagged<Value>;
  formOf: (record: Value) => Form;
  /** The fields as the API takes them. */
  bodyOf: (form: Form) => Body;
  /** Updates the record if it still has the tag. */
  onSave: (change: Partial<Body>, etag: string) => Promise<unknown>;
}

export interface RecordForm<Form> {
  form: Form;
  setForm: (form: Form) => void;
  /** Any error but that of a record which somebody else has changed. */
  error: unknown;
  isPending: boolean;
  submit: () => void;
  /** Shows the new values, once an update was refused because somebody else had changed the record. */
  loadNewValues: (() => void) | null;
}

/**
 * The state of a dialog that changes a record. It keeps the version that it was opened with: only what differs from that
 * is sent, and only if nobody has changed the record since.
 */
export function useRecordForm<Value, Form extends object, Body extends object>(
  options: RecordFormOptions<Value, Form, Body>,
): RecordForm<Form> {
  const { opened, onClose, latest, formOf, bodyOf, onSave } = options;
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
    error: isOutdated ? null : error,
    isPending,
    submit: () => void submit(),
    loadNewValues: isOutdated ? loadNewValues : null,
  };
}
