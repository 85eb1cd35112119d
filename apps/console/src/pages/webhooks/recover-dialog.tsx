import { Select, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { unwrap } from '../../api/public.ts';
import { notifyDone } from '../../app/notifications.ts';
import { usePublicApi } from '../../app/session.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { recoverAll } from './recover.ts';

const HOUR_MS = 3_600_000;
const RANGES = [
  { value: '1', label: 'Last hour' },
  { value: '24', label: 'Last 24 hours' },
  { value: '168', label: 'Last 7 days' },
  { value: '720', label: 'Last 30 days' },
];

const deliveries = (count: number): string =>
  count === 1 ? '1 delivery is' : `${count.toLocaleString('en')} deliveries are`;

interface RecoverDialogProps {
  webhookId: string;
  opened: boolean;
  onClose: () => void;
}

/** Sends again what failed in a time range, for example during an outage of the endpoint. */
export function RecoverDialog({ webhookId, opened, onClose }: RecoverDialogProps) {
  const api = usePublicApi();
  const client = useQueryClient();
  const [range, setRange] = useState('24');
  // Who closed it may have opened another dialog of the page meanwhile.
  const isOpened = useRef(opened);
  useEffect(() => {
    isOpened.current = opened;
  }, [opened]);
  const [count, setCount] = useState(0);
  const [waitS, setWaitS] = useState<number | null>(null);
  const recover = useMutation({
    mutationFn: () => {
      const since = new Date(Date.now() - Number(range) * HOUR_MS).toISOString();
      setCount(0);
      return recoverAll({
        request: async () => {
          const params = { path: { webhook_id: webhookId } };
          const body = { created_after: since };
          return (await unwrap(api.POST('/v1/webhooks/{webhook_id}/recover', { params, body }))).data;
        },
        onProgress: setCount,
        pause: async (seconds) => {
          setWaitS(seconds);
          await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
          setWaitS(null);
        },
      });
    },
    onSuccess: (total) => {
      if (isOpened.current) onClose();
      notifyDone(total === 0 ? 'Nothing had failed in that time.' : `${deliveries(total)} sent again.`);
    },
    onSettled: () => client.invalidateQueries({ queryKey: [api.mode, 'webhooks', webhookId] }),
  });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Recover failed deliveries"
      action="Send again"
      submission={recover}
    >
      <Text size="sm">Every delivery that failed in this time is sent again, the oldest first.</Text>
      <Select
        label="Time"
        data={RANGES}
        value={range}
        allowDeselect={false}
        disabled={recover.isPending}
        onChange={(value) => setRange(value ?? '24')}
      />
      <div role="status">
        {recover.isPending && (
          <Text size="sm">
            {deliveries(count)} sent again so far … You can close this: it goes on.
            {waitS !== null && ` It goes on in ${waitS} s, because of the rate limit of the workspace.`}
          </Text>
        )}
        {recover.isError && count > 0 && (
          <Text size="sm">
            {deliveries(count)} sent again before the error. Send again to go on with the rest.
          </Text>
        )}
      </div>
    </FormDialog>
  );
}
