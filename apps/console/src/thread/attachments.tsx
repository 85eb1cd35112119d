import { useMutation } from '@tanstack/react-query';
import { Loader, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { ApiFailure } from '../api/errors.ts';
import { unwrap } from '../api/public.ts';
import { download } from '../app/download.ts';
import { notifyFailure } from '../app/notifications.ts';
import { usePublicApi } from '../app/session.tsx';
import { Icon } from '../components/icon.tsx';
import type { Attachment } from './messages.ts';
import { sizeText } from './size.ts';
import classes from './thread.module.css';

export function AttachmentList({ attachments }: { attachments: readonly Attachment[] }) {
  return (
    <ul className={classes.attachments} aria-label="Attachments">
      {attachments.map((attachment) => (
        <li key={attachment.id}>
          <AttachmentItem attachment={attachment} />
        </li>
      ))}
    </ul>
  );
}

function AttachmentItem({ attachment: { file_id: id, name, size, url } }: { attachment: Attachment }) {
  const { mutate, isPending } = useFileDownload();
  if (url === null)
    return (
      <span className={classes.attachment}>
        <Icon name="file" size={16} />
        <span>
          <span className={classes.fileName}>{name}</span> (deleted)
        </span>
      </span>
    );
  return (
    <UnstyledButton className={classes.attachment} disabled={isPending} onClick={() => mutate({ id, name })}>
      {isPending ? <Loader size={16} /> : <Icon name="file" size={16} />}
      <VisuallyHidden component="span">Download</VisuallyHidden>
      <span className={classes.fileName}>{name}</span>
      <span className={classes.fileSize}>{sizeText(size)}</span>
    </UnstyledButton>
  );
}

/** Links expire, so each download asks for a new one. */
function useFileDownload() {
  const api = usePublicApi();
  return useMutation({
    mutationFn: async ({ id }: { id: string; name: string }) => {
      const { data } = await unwrap(api.GET('/v1/files/{file_id}', { params: { path: { file_id: id } } }));
      if (data.url === null) throw new ApiFailure(404, null);
      return data.url;
    },
    onSuccess: (url, { name }) => download(url, name),
    onError: notifyFailure,
  });
}
