import { notifications } from '@mantine/notifications';
import { explain } from '../api/errors.ts';

/** Tells that something has been done. Screen readers read it out. */
export function notifyDone(message: string): void {
  notifications.show({
    message,
    color: 'teal',
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Close' },
  });
}

/** Tells why some of what was chosen is not taken, by name. */
export function notifyLeftOut(reason: string, names: readonly string[]): void {
  notifications.show({
    title: reason,
    message: `Not attached: ${names.join(', ')}`,
    color: 'yellow',
    withBorder: true,
    autoClose: 15_000,
    closeButtonProps: { 'aria-label': 'Close' },
  });
}

/** Tells that something failed, in words, where no dialog or page shows it. */
export function notifyFailure(error: unknown): void {
  const { title, message } = explain(error);
  notifications.show({
    title,
    message,
    color: 'red',
    withBorder: true,
    autoClose: 10_000,
    closeButtonProps: { 'aria-label': 'Close' },
  });
}
