import { Anchor, Loader } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { EmptyState } from '../components/empty-state.tsx';
import { ErrorState } from '../components/error-state.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { useSession } from './session.tsx';

export function PageLoading() {
  return <Loader role="status" aria-label="Loading" mt="xl" />;
}

export function PageFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <>
      <PageHeader title="This page cannot be shown" />
      <ErrorState error={error} onRetry={onRetry} />
    </>
  );
}

/** What those see whose role does not see the page. */
export function PageForOthers({ title }: { title: string }) {
  const { user } = useSession();
  return (
    <>
      <PageHeader title={title} />
      <EmptyState icon="lock" title="Your role does not allow this">
        Your role in this workspace is {user.role}. Admins see this page; ask one of them if you need
        something here.
      </EmptyState>
    </>
  );
}

export function PageNotFound() {
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title="Page not found" />
      <EmptyState icon="search" title="There is no page at this address">
        Check the link that brought you here, or{' '}
        <Anchor component="button" type="button" onClick={() => void navigate({ to: '/' })}>
          go to the first page
        </Anchor>
        .
      </EmptyState>
    </>
  );
}
