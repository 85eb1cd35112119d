import { ActionIcon, Anchor, Button, Menu, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Column } from './data-table.tsx';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-paths.ts';

export const actionsColumn = <Row,>(render: (row: Row) => ReactNode): Column<Row> => ({
  title: 'Actions',
  align: 'right',
  untitled: true,
  render,
});

interface RowButtonProps {
  /** The action with the name of the row, for screen readers. */
  label: string;
  onClick: () => void;
  children: string;
}

export function RowButton({ label, onClick, children }: RowButtonProps) {
  return (
    <Button variant="default" size="compact-sm" aria-label={label} onClick={onClick}>
      {children}
    </Button>
  );
}

interface RowMenuProps {
  name: string;
  items: readonly { icon: IconName; label: string; onClick: () => void }[];
}

export function RowMenu({ name, items }: RowMenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" aria-label={`Actions for ${name}`}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ icon, label, onClick }) => (
          <Menu.Item key={label} leftSection={<Icon name={icon} />} onClick={onClick}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

export function RowOpener({ children, onClick }: { children: string; onClick: () => void }) {
  return (
    <Anchor component="button" type="button" underline="hover" inherit fw={600} ta="left" onClick={onClick}>
      {children}
    </Anchor>
  );
}

/** What identifies a row: its name, and below it a detail, such as an address or the beginning of a token. */
export function RowName({
  children,
  detail,
  mono,
}: {
  children: ReactNode;
  detail?: string;
  mono?: boolean;
}) {
  return (
    <>
      <Text fw={600} size="sm">
        {children}
      </Text>
      {detail !== undefined && (
        <Text size="sm" c="dimmed" {...(mono === true ? { ff: 'monospace' } : {})}>
          {detail}
        </Text>
      )}
    </>
  );
}

export function CreateButton({ children, onClick }: { children: ReactNode; onClick: () => void }) {
  return (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={onClick}>
      {children}
    </Button>
  );
}
