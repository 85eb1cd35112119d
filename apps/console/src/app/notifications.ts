import { notifications, type NotificationData } from '@mantine/notifications';
import { explain } from '../api/errors.ts';

const show = (data: NotificationData) =>
  notifications.show({ withBorder: true, closeButtonProps: { 'aria-label': 'Close' }, ...data });

/** Tells that something has been done. Screen readers read it out. */
export function notifyDone(message: string): void {
  show({ message, color: 'teal' });
}

/** Tells why nothing, or not all of what was chosen, has been done, and what to do about it. */
export function notifyRefused(title: string, message: string): void {
  show({ title, message, color: 'yellow', autoClose: 15_000 });
}

/** Tells that something failed, in words, where no dialog or page shows it. */
export function notifyFailure(error: unknown): void {
  const { title, message } = explain(error);
  show({ title, message, color: 'red', autoClose: 10_000 });
}
