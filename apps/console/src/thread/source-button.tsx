import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ApiFailure } from '../api/errors.ts';
import { download } from '../app/download.ts';
import { notifyFailure } from '../app/notifications.ts';
import { usePublicApi } from '../app/session.tsx';
import { readMailContent } from './mail-content.ts';
import type { Message } from './messages.ts';

/** Downloads a mail as it arrived, by a link of its own each time. */
export function SourceButton({ message }: { message: Message }) {
  const api = usePublicApi();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { source_url: url } = await readMailContent(api, message);
      if (url === null) throw new ApiFailure(404, null);
      return url;
    },
    onSuccess: (url) => download(url, `${message.id}.eml`),
    onError: notifyFailure,
  });
  return (
    <Button variant="subtle" size="compact-xs" loading={isPending} onClick={() => mutate()}>
      Download source
    </Button>
  );
}
