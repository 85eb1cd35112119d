import {
  Avatar,
  Box,
  Menu,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  type MantineColorScheme,
} from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { callConsole } from '../api/console.ts';
import { Icon } from '../components/icon.tsx';
import { consolePath } from './document.ts';
import { draftsOf } from './drafts.ts';
import { notifyFailure } from './notifications.ts';
import { useSession } from './session.tsx';
import { ignoreUnsaved } from './unsaved.ts';
import classes from './shell.module.css';

const SCHEMES: readonly { value: MantineColorScheme; label: string }[] = [
  { value: 'auto', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

export function UserMenu() {
  const session = useSession();
  const { user, workspace } = session;
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const navigate = useNavigate();
  const signOut = useMutation({
    mutationFn: () => callConsole('session.end', {}),
    onSuccess: () => {
      draftsOf(session).removeAll();
      ignoreUnsaved();
      // The server answers with the sign-in form.
      location.assign(consolePath);
    },
    onError: notifyFailure,
  });
  return (
    <Menu position="top-start" width={240} withinPortal>
      <Menu.Target>
        <UnstyledButton className={classes.user}>
          <Avatar name={user.name} src={null} size={32} radius="xl" color="indigo" aria-hidden="true" />
          <Box flex={1} miw={0} lh={1.25}>
            <Text fw={600} size="sm" lh="inherit" truncate>
              {user.name}
            </Text>
            <Text c="dimmed" size="sm" lh="inherit" truncate>
              {workspace.name}
            </Text>
          </Box>
          <Icon name="more" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label style={{ overflowWrap: 'anywhere' }}>
          {user.email} · {user.role}
        </Menu.Label>
        <Menu.Item leftSection={<Icon name="profile" />} onClick={() => void navigate({ to: '/profile' })}>
          Profile
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Color scheme</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(value) => setColorScheme(value as MantineColorScheme)}
        >
          {SCHEMES.map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value} checkIcon={<Icon name="check" />} closeMenuOnClick>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="signOut" />} onClick={() => signOut.mutate()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
