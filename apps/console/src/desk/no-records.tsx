import type { Scope } from '@parley/contracts';
import { useSession } from '../app/session.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import type { IconName } from '../components/icon-paths.ts';
import { curlOf } from '../pages/curl.ts';
import { useCan } from './permissions.ts';

interface NoRecordsProps {
  icon: IconName;
  title: string;
  /** Where records come from: a sentence. */
  children: string;
  /** What making one needs. */
  scope: Scope;
  path: string;
  /** Makes the first one. */
  body: unknown;
}

/** Replaces a list without records: the command that makes the first, with a credential that the role can have. */
export function NoRecords({ icon, title, children, scope, path, body }: NoRecordsProps) {
  const { base_url: baseUrl, user } = useSession();
  if (!useCan(scope))
    return (
      <EmptyState icon={icon} title={title}>
        {children}
      </EmptyState>
    );
  // Only admins make API keys; a personal access token is everybody's own.
  const [credential, variable] =
    user.role === 'admin' ? ['an API key', '$PARLEY_KEY'] : ['a personal access token', '$PARLEY_TOKEN'];
  return (
    <EmptyState icon={icon} title={title} curl={curlOf(baseUrl, variable, path, body)}>
      {children} This makes the first one, with {credential} of yours:
    </EmptyState>
  );
}
