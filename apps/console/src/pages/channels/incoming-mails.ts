import { unwrap, type PublicApi, type Schemas } from '../../api/public.ts';
import { listOf, type Filters } from '../../desk/filters.ts';
import type { Label } from '../../desk/labels.ts';
import { pagesQuery } from '../../desk/record-lists.ts';
import { budgetOf } from '../../live/request-budget.ts';

export type IncomingMail = Schemas['IncomingMail'];

export const INCOMING_STATUSES: Readonly<Record<string, Label>> = {
  stored: { text: 'Not read yet', tone: 'accent' },
  delivered: { text: 'Delivered', tone: 'success' },
  quarantined: { text: 'Held back', tone: 'warning' },
  ignored: { text: 'No message', tone: 'neutral' },
  failed: { text: 'Failed', tone: 'danger' },
  discarded: { text: 'Discarded', tone: 'neutral' },
};

/** No event tells that a mail was read. */
const READING_MS = 2_000;
const REFRESH_MS = 30_000;

export const incomingMailsKey = (api: PublicApi) => [api.mode, 'incoming_mails'];

/** Mails that arrived, the newest first. */
export const incomingMailsQuery = (api: PublicApi, filters: Filters) => ({
  ...pagesQuery([...incomingMailsKey(api), 'list', filters], 25, (page, signal) => {
    const query = { status: listOf(filters['status']), ...page } as never;
    return unwrap(api.GET('/v1/incoming_mails', { params: { query }, signal }));
  }),
  refetchInterval: ({
    state: { data },
  }: {
    state: { data?: { pages: { data: IncomingMail[] }[] } | undefined };
  }) => {
    const isRead =
      data?.pages.every(({ data: mails }) =>
        mails.every(({ status }) => status !== 'stored' && status !== 'importing'),
      ) ?? true;
    return budgetOf(api.mode).intervalMs(isRead ? REFRESH_MS : READING_MS);
  },
});

/** What a mail is called where it is spoken of. */
export const mailName = ({ subject, from }: IncomingMail): string =>
  subject ?? (from === null ? 'Mail without a sender' : `Mail from ${from.address}`);
