import { ActionIcon, Alert, Drawer, Group, SegmentedControl } from '@mantine/core';
import { useDisclosure, useNetwork } from '@mantine/hooks';
import { Link, Outlet, useBlocker, useLocation } from '@tanstack/react-router';
import { useEffect, useId, useRef } from 'react';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Icon, Logo } from '../components/icon.tsx';
import { OutdatedNotice } from '../live/outdated-notice.tsx';
import { useStreamState } from '../live/live-updates.tsx';
import { MailboxNotice } from './mailbox-notice.tsx';
import { isAllowed, SECTIONS } from './pages.ts';
import { queryClient } from './queries.ts';
import { SESSION_QUERY, useMode, useSession } from './session.tsx';
import classes from './shell.module.css';
import { hasUnsaved } from './unsaved.ts';
import { UserMenu } from './user-menu.tsx';

export function Shell() {
  const [isOpen, drawer] = useDisclosure();
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const last = useRef(pathname);
  const { close } = drawer;
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    close();
    // As after the load of a document: what is read next is the page, not the link that led there.
    main.current?.focus({ preventScroll: true });
  }, [pathname, close]);
  return (
    <div className={classes.layout}>
      <a className={classes.skip} href="#main">
        Skip to the page
      </a>
      <div className={classes.bar} role="region" aria-label="Top bar">
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="Open navigation"
          onClick={drawer.open}
        >
          <Icon name="menu" size={22} />
        </ActionIcon>
        <Brand />
      </div>
      <aside className={classes.side} aria-label="Navigation">
        <Side />
      </aside>
      <Drawer opened={isOpen} onClose={drawer.close} title={<Brand />} size={300} padding="md">
        <Side isDrawer />
      </Drawer>
      <main id="main" ref={main} tabIndex={-1} className={classes.main}>
        <Notices />
        <div className={classes.page}>
          <Outlet />
        </div>
      </main>
      <LeaveGuard />
    </div>
  );
}

function Brand() {
  return (
    <Group gap="xs" fw={650} px="0.5rem">
      <Logo />
      <span>Parley</span>
    </Group>
  );
}

function Side({ isDrawer = false }: { isDrawer?: boolean }) {
  return (
    <div className={classes.sideContent}>
      {!isDrawer && <Brand />}
      <ModeSwitch />
      <Navigation />
      <UserMenu />
    </div>
  );
}

function Navigation() {
  const { user } = useSession();
  // It is on the page twice while the drawer is open.
  const id = useId();
  return (
    <nav aria-label="Console" className={classes.navigation}>
      {SECTIONS.map((section) => (
        <div key={section.title} role="group" aria-labelledby={`${id}-${section.title}`}>
          <h2 id={`${id}-${section.title}`} className={classes.sectionTitle}>
            {section.title}
          </h2>
          <ul className={classes.links}>
            {section.pages.map((page) => {
              const { path, title, icon } = page;
              if (icon === undefined || !isAllowed(page, user.role)) return null;
              return (
                <li key={path}>
                  <Link to={path} className={classes.link} activeOptions={{ includeSearch: false }}>
                    <Icon name={icon} size={17} />
                    {title}
                  </Link>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function Notices() {
  const { online } = useNetwork();
  const state = useStreamState();
  const isLost = state === 'lost' || !online;
  const [mode] = useMode();
  return (
    <>
      {mode === 'test' && (
        <div className={classes.testMode} role="note">
          Test mode: records, webhooks and events on these pages are test data.
        </div>
      )}
      <div role="status">
        {isLost && (
          <Alert color="yellow" m="md" title="No connection" icon={<Icon name="warning" />}>
            What you see may be out of date. The page goes on by itself when the connection is back.
          </Alert>
        )}
        {!isLost && state === 'refused' && (
          <Alert
            color="yellow"
            m="md"
            title="Changes do not show by themselves"
            icon={<Icon name="warning" />}
          >
            The workspace has more pages open, or sends more requests, than it may at a time: close pages that
            you do not need. What you see may be out of date. It goes on by itself when there is room.
          </Alert>
        )}
        {!isLost && <OutdatedNotice />}
        <MailboxNotice />
      </div>
    </>
  );
}

function ModeSwitch() {
  const [mode, setMode] = useMode();
  return (
    <SegmentedControl
      aria-label="Data of the workspace"
      size="xs"
      fullWidth
      value={mode}
      onChange={(value) => {
        setMode(value === 'test' ? 'test' : 'live');
        // Nothing of the other mode may be shown from the cache.
        queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_QUERY[0] });
      }}
      data={[
        { value: 'live', label: 'Live data' },
        { value: 'test', label: 'Test data' },
      ]}
    />
  );
}

interface Move {
  current: { pathname: string };
  next: { pathname: string };
}

/** A change of the filters in the address leaves the page where it is. */
const losesSomething = ({ current, next }: Move): boolean =>
  current.pathname !== next.pathname && hasUnsaved();

/** Asks before another page is opened, or the tab is closed or loaded again, if that loses something. */
function LeaveGuard() {
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
