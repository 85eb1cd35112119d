import type { ReactNode } from 'react';
import { EmptyState } from '../components/empty-state.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { isAllowed, type PageDefinition } from './page.ts';
import { useSession } from './session.tsx';

interface RoleGuardProps {
  page: PageDefinition;
  children: ReactNode;
}

/** Shows a page only to those whose role sees it: the API refuses the others whatever the page shows. */
export function RoleGuard({ page, children }: RoleGuardProps) {
  const { user } = useSession();
  if (isAllowed(page, user.role)) return children;
  return (
    <>
      <PageHeader title={page.title} />
      <EmptyState icon="lock" title="Your role does not allow this">
        Your role in this workspace is {user.role}. Admins see this page; ask one of them if you need
        something here.
      </EmptyState>
    </>
  );
}
