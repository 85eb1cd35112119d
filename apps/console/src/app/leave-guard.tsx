import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { hasUnsaved } from './unsaved.ts';

interface Move {
  current: { pathname: string };
  next: { pathname: string };
}

/** A change of the filters in the address leaves the page where it is. */
const losesSomething = ({ current, next }: Move): boolean =>
  current.pathname !== next.pathname && hasUnsaved();

/** Asks before another page is opened, or the tab is closed or loaded again, if that loses something. */
export function LeaveGuard() {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: losesSomething,
    enableBeforeUnload: hasUnsaved,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      opened={status === 'blocked'}
      onClose={() => reset?.()}
      title="Leave this page?"
      action="Leave"
      onConfirm={() => Promise.resolve(proceed?.())}
    >
      What you entered in the form, or the files that you attached, will be lost.
    </ConfirmDialog>
  );
}
