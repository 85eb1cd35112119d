import { Button, Group, SimpleGrid, Skeleton, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { fieldErrors } from '../../api/errors.ts';
import { unwrap, type Schemas } from '../../api/public.ts';
import { notifyDone } from '../../app/notifications.ts';
import { queryClient } from '../../app/queries.ts';
import { useLiveApi } from '../../app/session.tsx';
import { Loaded } from '../../components/error-state.tsx';
import { FormError } from '../../components/form-dialog.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';

type SlaDurations = Schemas['Workspace']['sla_targets'];

const QUERY_KEY = ['workspace'];

const PRIORITIES = ['urgent', 'high', 'normal', 'low'] as const;

export default function SlaTargetsPage() {
  const api = useLiveApi();
  const workspace = useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => unwrap(api.GET('/v1/workspace', { signal })),
  });
  return (
    <>
      <PageHeader
        title="SLA targets"
        description="How soon a ticket should get its first reply. The timer turns to “warning” when three quarters of the time have passed, and to “breached” at its end; both are sent as events."
      />
      <Panel title="Time to the first response" description="Durations such as 30m, 4h or 2d.">
        <Loaded query={workspace} placeholder={<Skeleton height={190} />}>
          {({ data }) => <TargetsForm targets={data.sla_targets} />}
        </Loaded>
      </Panel>
    </>
  );
}

function TargetsForm({ targets }: { targets: SlaDurations }) {
  const api = useLiveApi();
  // What was typed stays when another admin changes a target meanwhile.
  const [typed, setTyped] = useState<Partial<SlaDurations>>({});
  const values = { ...targets, ...typed };
  const changed = PRIORITIES.filter((priority) => values[priority].trim() !== targets[priority]);
  const save = useMutation({
    mutationFn: (targets: Partial<SlaDurations>) =>
      unwrap(api.PATCH('/v1/workspace', { body: { sla_targets: targets } })),
    onSuccess: async (_saved, body) => {
      notifyDone('The targets are saved.');
      await queryClient.invalidateQueries({ queryKey: QUERY_KEY });
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
