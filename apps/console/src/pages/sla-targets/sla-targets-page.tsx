import { Button, Group, SimpleGrid, Skeleton, Text, TextInput } from '@mantine/core';
import type { ConsoleBody, ConsoleOperationOf } from '@parley/contracts/console';
import { useMutation } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { callConsole } from '../../api/console.ts';
import { fieldErrors } from '../../api/errors.ts';
import { notifyDone } from '../../app/notifications.ts';
import { refreshConsole, useConsole } from '../../app/use-console.ts';
import { Loaded } from '../../components/error-state.tsx';
import { FormError } from '../../components/form-dialog.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';

type SlaDurations = ConsoleBody<ConsoleOperationOf<'sla.get'>>['data'];

const PRIORITIES = ['urgent', 'high', 'normal', 'low'] as const;

export default function SlaTargetsPage() {
  return (
    <>
      <PageHeader
        title="SLA targets"
        description="How soon a ticket should get its first reply. The timer turns to “warning” when three quarters of the time have passed, and to “breached” at its end; both are sent as events."
      />
      <Panel title="Time to the first response" description="Durations such as 30m, 4h or 2d.">
        <Loaded query={useConsole('sla.get', {})} placeholder={<Skeleton height={190} />}>
          {({ data }) => <TargetsForm targets={data} />}
        </Loaded>
      </Panel>
    </>
  );
}

function TargetsForm({ targets }: { targets: SlaDurations }) {
  // What was typed stays when another admin changes a target meanwhile.
  const [typed, setTyped] = useState<Partial<SlaDurations>>({});
  const values = { ...targets, ...typed };
  const changed = PRIORITIES.filter((priority) => values[priority].trim() !== targets[priority]);
  const save = useMutation({
    mutationFn: (body: Partial<SlaDurations>) => callConsole('sla.update', { body }),
    onSuccess: async (_saved, body) => {
      notifyDone('The targets are saved.');
      await refreshConsole('sla.get');
      setTyped((before) => pick(before, (priority, text) => text.trim() !== body[priority]));
    },
  });
  const errors = fieldErrors(save.error);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    save.mutate(Object.fromEntries(changed.map((priority) => [priority, values[priority].trim()])));
  };
  return (
    <form onSubmit={submit} noValidate>
      <SimpleGrid cols={{ base: 2, sm: 4 }} mb="sm">
        {PRIORITIES.map((priority) => (
          <TextInput
            key={priority}
            label={<span className="capitalized">{priority}</span>}
            value={values[priority]}
            error={errors[priority]}
            spellCheck={false}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setTyped((before) => ({ ...before, [priority]: value }));
            }}
          />
        ))}
      </SimpleGrid>
      <FormError error={save.error} fields={PRIORITIES} />
      <Group mt="md" justify="space-between">
        <Text size="sm" c="dimmed" maw="34rem">
          A change applies to tickets that are created, reopened or given another priority from then on.
        </Text>
        <Button type="submit" loading={save.isPending} disabled={changed.length === 0}>
          Save
        </Button>
      </Group>
    </form>
  );
}

function pick(
  durations: Partial<SlaDurations>,
  isKept: (priority: keyof SlaDurations, text: string) => boolean,
): Partial<SlaDurations> {
  return Object.fromEntries(
    PRIORITIES.flatMap((priority) => {
      const text = durations[priority];
      return text !== undefined && isKept(priority, text) ? [[priority, text]] : [];
    }),
  );
}
