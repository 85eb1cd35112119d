import { Tabs } from '@mantine/core';
import { useQueryValues } from '../../app/location.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { useCan } from '../../desk/permissions.ts';
import classes from './channels.module.css';
import { ConnectionsTab } from './connections-tab.tsx';
import { ContactFormsTab } from './contact-forms-tab.tsx';
import { IncomingMailsTab } from './incoming-mails-tab.tsx';
import { MailboxesTab } from './mailboxes-tab.tsx';
import { SenderRulesTab } from './sender-rules-tab.tsx';
import { SendingDomainsTab } from './sending-domains-tab.tsx';
import { SuppressionsTab } from './suppressions-tab.tsx';

const TABS = [
  { value: 'mailboxes', label: 'Mailboxes', View: MailboxesTab },
  { value: 'connections', label: 'Connections', View: ConnectionsTab },
  { value: 'forms', label: 'Contact forms', View: ContactFormsTab, isForAdmins: true },
  { value: 'incoming', label: 'Incoming mails', View: IncomingMailsTab, isForAdmins: true },
  { value: 'senders', label: 'Senders', View: SenderRulesTab, isForAdmins: true },
  { value: 'domains', label: 'Sending domains', View: SendingDomainsTab, isForAdmins: true },
  { value: 'blocked', label: 'Blocked addresses', View: SuppressionsTab, isForAdmins: true },
] as const;

export default function ChannelsPage() {
  const mayManage = useCan('mailboxes:manage');
  const [{ tab }, change] = useQueryValues();
  const shown = TABS.filter((one) => mayManage || !('isForAdmins' in one));
  const chosen = shown.find(({ value }) => value === tab) ?? shown[0];
  if (chosen === undefined) return null;
  const { View } = chosen;
  return (
    <>
      <PageHeader
        title="Channels"
        description="How messages come and leave: by mail through a mailbox, by a form on your web site, or through a connector of yours. Live and test data have channels of their own."
      />
      <Tabs
        value={chosen.value}
        onChange={(value) =>
          change({ tab: value === 'mailboxes' ? undefined : (value ?? undefined), status: undefined })
        }
        keepMounted={false}
      >
        <Tabs.List className={classes.tabs} aria-label="Channels">
          {shown.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={chosen.value}>
          <View />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
