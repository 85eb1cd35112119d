import { Anchor, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { unwrap, type Schemas } from '../../api/public.ts';
import { notifyDone } from '../../app/notifications.ts';
import { usePublicApi, useSession } from '../../app/session.tsx';
import { refreshList, useList } from '../../app/use-list.ts';
import { CodeBlock } from '../../components/code-block.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { actionsColumn, CreateButton, RowMenu, RowName } from '../../components/row-actions.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { useMailboxDirectory } from '../../desk/directory.ts';
import { CONTACT_FORMS, ContactFormDialog } from './contact-form-dialog.tsx';
import { formHtml } from './form-html.ts';
import { TabIntro } from './tab-intro.tsx';

type ContactForm = Schemas['ContactForm'];
type Choice = { kind: 'add' } | { kind: 'edit' | 'html' | 'rotate' | 'delete'; form: ContactForm };

/** Forms of web sites whose messages begin conversations. */
export function ContactFormsTab() {
  const { base_url: baseUrl } = useSession();
  const api = usePublicApi();
  const [choice, setChoice] = useState<Choice | null>(null);
  const query = useList(CONTACT_FORMS, {}, (page, signal) =>
    api.GET('/v1/contact_forms', { params: { query: { page, per_page: 50 } }, signal }),
  );
  const add = <CreateButton onClick={() => setChoice({ kind: 'add' })}>Add contact form</CreateButton>;
  const guide = (
    <Anchor href={`${baseUrl}/docs/guides/contact-form`} target="_blank" rel="noopener">
      what its fields are
    </Anchor>
  );
  return (
    <>
      <TabIntro action={query.data?.pages[0]?.data.length !== 0 && add}>
        A contact form is plain HTML on a page of yours. Each message that is sent with it begins a
        conversation. The guide says {guide}.
      </TabIntro>
      <DataTable
        label="Contact forms"
        columns={useColumns(setChoice)}
        query={query}
        empty={
          <EmptyState icon="edit" title="No contact forms yet" action={add}>
            Add one, then copy its HTML into a page of your web site.
          </EmptyState>
        }
      />
      <Dialogs choice={choice} onChoice={setChoice} />
    </>
  );
}

function useColumns(onChoice: (choice: Choice) => void): Column<ContactForm>[] {
  const mailboxes = useMailboxDirectory();
  return [
    {
      title: 'Form',
      untitled: true,
      render: ({ name, id }) => (
        <RowName detail={id} mono>
          {name}
        </RowName>
      ),
    },
    {
      title: 'Replies',
      render: ({ mailbox_id: id }) =>
        id === null
          ? 'Recorded, not sent'
          : (mailboxes.items.find((mailbox) => mailbox.id === id)?.name ?? 'Another mailbox'),
    },
    {
      title: 'Pages',
      render: ({ allowed_origins: origins }) => (origins.length === 0 ? 'Any page' : origins.join(', ')),
    },
    { title: 'Address', render: ({ confirmation }) => (confirmation ? 'Confirmed by mail' : 'Not proven') },
    { title: 'Created', render: ({ created_at: at }) => <TimeAgo at={at} /> },
    actionsColumn((form) => (
      <RowMenu
        name={form.name}
        items={[
          { icon: 'copy', label: 'Show HTML', onClick: () => onChoice({ kind: 'html', form }) },
          { icon: 'edit', label: 'Edit', onClick: () => onChoice({ kind: 'edit', form }) },
          { icon: 'refresh', label: 'Replace URL', onClick: () => onChoice({ kind: 'rotate', form }) },
          { icon: 'delete', label: 'Delete', onClick: () => onChoice({ kind: 'delete', form }) },
        ]}
      />
    )),
  ];
}

interface DialogsProps {
  choice: Choice | null;
  onChoice: (choice: Choice | null) => void;
}

function Dialogs({ choice, onChoice }: DialogsProps) {
  const api = usePublicApi();
  const close = () => onChoice(null);
  const of = (kind: Choice['kind']) =>
    choice !== null && choice.kind !== 'add' && choice.kind === kind ? choice.form : null;
  const [shown, rotated, deleted] = [of('html'), of('rotate'), of('delete')];
  return (
    <>
      {(choice?.kind === 'add' || choice?.kind === 'edit') && (
        <ContactFormDialog
          contactForm={of('edit')}
          onClose={close}
          onAdded={(form) => onChoice({ kind: 'html', form })}
        />
      )}
      <Modal opened={shown !== null} onClose={close} title={`HTML of ${shown?.name ?? ''}`} size="lg">
        <Text mb="md">
          Copy it into a page of your web site, and change its labels and looks as you like: the names of its
          fields stay.
        </Text>
        {shown !== null && <CodeBlock label="HTML" code={formHtml(shown.url)} />}
      </Modal>
      <ConfirmDialog
        opened={rotated !== null}
        onClose={close}
        title={`Replace the URL of ${rotated?.name ?? ''}?`}
        action="Replace URL"
        onConfirm={async () => {
          if (rotated === null) return;
          const params = { path: { contact_form_id: rotated.id } };
          await unwrap(api.POST('/v1/contact_forms/{contact_form_id}/key/rotate', { params }));
          notifyDone(`${rotated.name} has another URL. Copy its HTML again.`);
          await refreshList(CONTACT_FORMS);
        }}
      >
        Pages that have the form with its present URL can send nothing any more, until their HTML is replaced.
        Do so if programs fill in the form.
      </ConfirmDialog>
      <ConfirmDialog
        opened={deleted !== null}
        onClose={close}
        title={`Delete ${deleted?.name ?? ''}?`}
        action="Delete contact form"
        onConfirm={async () => {
          if (deleted === null) return;
          const params = { path: { contact_form_id: deleted.id } };
          await unwrap(api.DELETE('/v1/contact_forms/{contact_form_id}', { params }));
          notifyDone(`${deleted.name} is deleted.`);
          await refreshList(CONTACT_FORMS);
        }}
      >
        Pages that have the form can send nothing any more, and messages that wait for a confirmation are
        deleted. Its conversations stay.
      </ConfirmDialog>
    </>
  );
}
