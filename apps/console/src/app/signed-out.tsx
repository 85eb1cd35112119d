import { Button, Group, Modal, Text } from '@mantine/core';
import { consolePath } from './document.ts';

/** Shown over the page, whose forms keep what was typed while the user signs in again in another tab. */
export function SignedOutDialog() {
  return (
    <Modal
      opened
      onClose={() => undefined}
      title="Your session has ended"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      {/* Not a button: a key that was meant for the page must not load it again. */}
      <Text mb="md" tabIndex={-1} data-autofocus style={{ outline: 'none' }}>
        Sign in again to go on. In a new tab, this page keeps what you have typed; come back to it afterwards.
      </Text>
      <Group justify="flex-end">
        <Button component="a" href={consolePath} target="_blank" rel="noopener" variant="default">
          Sign in in a new tab
        </Button>
        <Button onClick={() => location.reload()}>Sign in</Button>
      </Group>
    </Modal>
  );
}
