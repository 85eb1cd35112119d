import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { unwrap, type Schemas } from '../../api/public.ts';
import { usePublicApi } from '../../app/session.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { Icon } from '../../components/icon.tsx';
import type { IconName } from '../../components/icon-paths.ts';
import type { Mailbox } from '../../desk/directory.ts';
import classes from './channels.module.css';
import { checkLabel } from './mailbox-labels.ts';
import { ProviderUrl } from './receiving-fields.tsx';

type Probe = Schemas['MailboxProbe'];
type Check = Pick<Schemas['MailboxTestResult']['checks'][number], 'name' | 'status' | 'detail'>;

/** Mails take seconds to come back. */
const PROBE_MS = 3_000;

interface Outcome {
  icon: IconName;
  text: string;
}

const SKIPPED: Outcome = { icon: 'minus', text: 'Skipped' };

const OUTCOMES: Readonly<Record<string, Outcome>> = {
  pending: { icon: 'clock', text: 'On its way' },
  passed: { icon: 'check', text: 'Passed' },
  failed: { icon: 'cross', text: 'Failed' },
  skipped: SKIPPED,
};

interface MailboxTestProps {
  mailbox: Mailbox;
  /** Whether the mailbox was saved right before. */
  isSaved: boolean;
  onClose: () => void;
  onEdit: () => void;
}

/** Has the server of a mailbox take a mail from it, and shows how far that came. */
export function MailboxTest({ mailbox, isSaved, onClose, onEdit }: MailboxTestProps) {
  const api = usePublicApi();
  const client = useQueryClient();
  const test = useMutation({
    mutationFn: () =>
      unwrap(api.POST('/v1/mailboxes/{mailbox_id}/test', { params: { path: { mailbox_id: mailbox.id } } })),
    // One that passes connects the mailbox.
    onSettled: () => client.invalidateQueries({ queryKey: [api.mode, 'mailboxes'] }),
  });
  const isSandbox = mailbox.transport.type === 'sandbox';
  const receives = mailbox.transport.type === 'imap_smtp';
  const checks = test.data?.data.checks;
  const probe = test.data?.data.probe;
  const failed = checks?.find(({ status }) => status === 'failed');
  return (
    <Modal opened onClose={onClose} title={isSaved ? `${mailbox.name} is saved` : `Test ${mailbox.name}`}>
      <Stack>
        {isSaved && mailbox.receiving !== null && <ProviderUrl receiving={mailbox.receiving} />}
        {checks === undefined && (
          <Text size="sm">
            {isSandbox
              ? 'The sandbox opens no connection: the test tells that it takes mails.'
              : `The test connects to the server, signs in and sends a mail from the mailbox to itself.${receives ? ' Then it looks into the inbox at the IMAP server.' : ''}`}
          </Text>
        )}
        <div role="status">
          {test.isPending && (
            <Text size="sm" c="dimmed">
              Testing … The server may take some seconds to answer.
            </Text>
          )}
          {checks !== undefined && <Result checks={checks} failed={failed} isSandbox={isSandbox} />}
        </div>
        {probe !== undefined && probe.status !== 'none' && failed === undefined && (
          <WayBack mailbox={mailbox} probe={probe} />
        )}
        {test.error !== null && <ErrorState error={test.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {isSaved && checks === undefined ? 'Later' : 'Close'}
          </Button>
          {failed !== undefined && (
            <Button variant="default" onClick={onEdit}>
              Edit mailbox
            </Button>
          )}
          <Button loading={test.isPending} onClick={() => test.mutate()} data-autofocus>
            {checks === undefined ? 'Test' : 'Test again'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** One that sends, and whose inbox cannot be read, says so. */
const failureOf = ({ name }: Check): string =>
  name === 'receiving' ? 'The mailbox can send, but not receive' : 'The mailbox cannot send';

interface ResultProps {
  checks: readonly Check[];
  failed: Check | undefined;
  /** The sandbox has one check: it opens no connection. */
  isSandbox: boolean;
}

function Result({ checks, failed, isSandbox }: ResultProps) {
  const shown = isSandbox ? checks.filter(({ status }) => status !== 'skipped') : checks;
  const receives = checks.some(({ name }) => name === 'receiving');
  const works = receives ? 'The mailbox can send and receive' : 'The mailbox can send';
  const success = isSandbox ? 'The sandbox takes mails, and sends nothing' : works;
  return (
    <Stack>
      <Alert
        color={failed === undefined ? 'green' : 'red'}
        variant="outline"
        title={failed === undefined ? success : failureOf(failed)}
        icon={<Icon name={failed === undefined ? 'check' : 'warning'} />}
      >
        {failed !== undefined && <Text size="sm">{checkLabel(failed.name).advice}</Text>}
      </Alert>
      <Checks label="Checks" checks={shown} />
    </Stack>
  );
}

/** The check of the sign-in has the name, too. */
const labelOf = (name: string): string => (name === 'authentication' ? 'proof' : name);

/** What is known of the way back, until nothing more is to come. */
function WayBack({ mailbox, probe: first }: { mailbox: Mailbox; probe: Probe }) {
  const api = usePublicApi();
  const path = { mailbox_id: mailbox.id };
  const { data: probe } = useQuery({
    queryKey: [api.mode, 'mailboxes', mailbox.id, 'probe', first.started_at],
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET('/v1/mailboxes/{mailbox_id}/probe', { params: { path }, signal }))).data,
    initialData: first,
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? PROBE_MS : false),
  });
  const failed = probe.checks.filter(({ status }) => status === 'failed');
  return (
    <div role="status">
      <Text size="sm" fw={600} mb="xs">
        {probe.status === 'pending' ? 'The way back: this takes up to two minutes' : 'The way back'}
      </Text>
      <Checks
        label="The way back"
        checks={probe.checks.map((one) => ({ ...one, name: labelOf(one.name) }))}
      />
      {failed.map(({ name }) => (
        <Text key={name} size="sm" mt="xs">
          {checkLabel(labelOf(name)).advice}
        </Text>
      ))}
    </div>
  );
}

function Checks({ label, checks }: { label: string; checks: readonly Check[] }) {
  return (
    <ol className={classes.checks} aria-label={label}>
      {checks.map(({ name, status, detail }) => {
        const { icon, text } = OUTCOMES[status] ?? SKIPPED;
        return (
          <li key={name} className={classes.check}>
            <span className={classes.checkIcon} data-status={status}>
              <Icon name={icon} size={15} />
            </span>
            <div>
              <Text size="sm" fw={600}>
                {checkLabel(name).title}{' '}
                <Text span size="sm" fw={400} c="dimmed">
                  {text}
                </Text>
              </Text>
              <Text size="sm" c="dimmed">
                {detail}
              </Text>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
