import { Anchor, Button, Group, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '../../api/errors.ts';
import { unwrap } from '../../api/public.ts';
import { notifyDone, notifyFailure, notifyRefused } from '../../app/notifications.ts';
import { usePublicApi, useSession } from '../../app/session.tsx';
import { refreshList, useList } from '../../app/use-list.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Loaded } from '../../components/error-state.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { PageLoading } from '../../app/page-states.tsx';
import { CreateButton } from '../../components/row-actions.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { useIdempotencyKey } from '../../desk/idempotency.ts';
import { humanize } from '../../desk/labels.ts';
import { ValueBadge } from '../../desk/value-badge.tsx';
import classes from './channels.module.css';
import {
  DOMAIN_STATUSES,
  PURPOSES,
  RECORD_STATUSES,
  type DnsRecord,
  type SendingDomain,
} from './domain-labels.ts';
import { TabIntro } from './tab-intro.tsx';

const LIST = 'sending-domains';

export function SendingDomainsTab() {
  const { base_url: baseUrl } = useSession();
  const api = usePublicApi();
  const [isAdding, setAdding] = useState(false);
  const [deleted, setDeleted] = useState<SendingDomain | null>(null);
  const query = useList(LIST, {}, (page, signal) =>
    api.GET('/v1/sending_domains', { params: { query: { page, per_page: 100 } }, signal }),
  );
  const add = <CreateButton onClick={() => setAdding(true)}>Add domain</CreateButton>;
  const domains = query.data?.pages.flatMap(({ data }) => data);
  return (
    <>
      <TabIntro action={domains?.length !== 0 && add}>
        The platform signs the mails of these domains (DKIM), so that receivers trust them. Google and
        Microsoft sign by themselves: only a server that signs nothing, such as a{' '}
        <Anchor href={`${baseUrl}/docs/guides/mailboxes`} target="_blank" rel="noopener">
          relay of your operator
        </Anchor>
        , needs this.
      </TabIntro>
      <Loaded query={query} placeholder={<PageLoading />}>
        {() =>
          domains?.length === 0 ? (
            <EmptyState icon="lock" title="No sending domains yet" action={add}>
              Add a domain to get the records that your DNS needs.
            </EmptyState>
          ) : (
            domains?.map((domain) => (
              <DomainPanel key={domain.id} domain={domain} onDelete={() => setDeleted(domain)} />
            ))
          )
        }
      </Loaded>
      {isAdding && <AddDomain onClose={() => setAdding(false)} />}
      <ConfirmDialog
        opened={deleted !== null}
        onClose={() => setDeleted(null)}
        title={`Delete ${deleted?.domain ?? ''}?`}
        action="Delete domain"
        onConfirm={async () => {
          if (deleted === null) return;
          const params = { path: { sending_domain_id: deleted.id } };
          await unwrap(api.DELETE('/v1/sending_domains/{sending_domain_id}', { params }));
          notifyDone(`${deleted.domain} is deleted.`);
          await refreshList(LIST);
        }}
      >
        Mails from the domain are not signed any more, and its key is gone: if you add it again, its DKIM
        record is another one.
      </ConfirmDialog>
    </>
  );
}

function DomainPanel({ domain, onDelete }: { domain: SendingDomain; onDelete: () => void }) {
  const verify = useVerify(domain);
  return (
    <section className={classes.domain} aria-label={domain.domain}>
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <Title order={2} size="h4">
            {domain.domain}
          </Title>
          <ValueBadge labels={DOMAIN_STATUSES} value={domain.status} />
        </Group>
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant={domain.status === 'verified' ? 'default' : 'filled'}
            aria-label={`Verify ${domain.domain}`}
            loading={verify.isPending}
            onClick={() => verify.mutate()}
          >
            Verify
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Delete ${domain.domain}`}
            onClick={onDelete}
          >
            Delete
          </Button>
        </Group>
      </Group>
      <Text size="sm" c="dimmed" mt={4}>
        {domain.status === 'verified' ? (
          <>
            Mails from the domain are signed. Verified <TimeAgo at={domain.verified_at} />.
          </>
        ) : domain.status === 'failed' ? (
          'The DKIM record has gone or is another one, so mails are not signed. Publish it again, then verify.'
        ) : (
          'Add these records to your DNS, then verify. It may take some hours until they are seen everywhere.'
        )}
      </Text>
      <ul className={classes.records}>
        {domain.records.map((record) => (
          <RecordItem key={record.purpose} record={record} />
        ))}
      </ul>
    </section>
  );
}

function RecordItem({ record: { purpose, type, name, value, status } }: { record: DnsRecord }) {
  const { title, note } = PURPOSES[purpose] ?? { title: humanize(purpose), note: '' };
  return (
    <li className={classes.record}>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {title}, a {type} record
        </Text>
        {status !== 'unknown' && <ValueBadge labels={RECORD_STATUSES} value={status} />}
      </Group>
      <Text size="sm" c="dimmed">
        {note}
      </Text>
      <div className={classes.recordPart}>
        <span>Name</span>
        <code>{name}</code>
        <CopyButton text={name} label={`name of the ${title} record`} variant="subtle" />
      </div>
      <div className={classes.recordPart}>
        <span>Value</span>
        <code>{value}</code>
        <CopyButton text={value} label={`value of the ${title} record`} variant="subtle" />
      </div>
    </li>
  );
}

function useVerify({ id, domain }: SendingDomain) {
  const api = usePublicApi();
  return useMutation({
    mutationFn: () =>
      unwrap(
        api.POST('/v1/sending_domains/{sending_domain_id}/verify', {
          params: { path: { sending_domain_id: id } },
        }),
      ),
    onSuccess: ({ data }) => {
      if (data.status === 'verified') notifyDone(`${domain} is verified.`);
      else
        notifyRefused(
          `${domain} is not verified`,
          'The DKIM record was not found, or is another one. Check it, and verify again later: the DNS takes its time.',
        );
    },
    onError: notifyFailure,
    onSettled: () => refreshList(LIST),
  });
}

function AddDomain({ onClose }: { onClose: () => void }) {
  const api = usePublicApi();
  const { keyFor, done } = useIdempotencyKey();
  const [domain, setDomain] = useState('');
  const create = useMutation({
    mutationFn: () => {
      const body = { domain: domain.trim() };
      const header = { 'Idempotency-Key': keyFor(body) };
      return unwrap(api.POST('/v1/sending_domains', { params: { header }, body }));
    },
    onSuccess: async ({ data }) => {
      done();
      notifyDone(`${data.domain} is added. Publish its records now.`);
      onClose();
      await refreshList(LIST);
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Add a sending domain"
      action="Add domain"
      submission={create}
      fields={['domain']}
    >
      <TextInput
        label="Domain"
        description="What stands behind the @ in the addresses of your mailboxes"
        placeholder="example.com"
        required
        maxLength={253}
        autoComplete="off"
        spellCheck={false}
        value={domain}
        error={fieldErrors(create.error)['domain']}
        onChange={({ currentTarget }) => setDomain(currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  );
}
