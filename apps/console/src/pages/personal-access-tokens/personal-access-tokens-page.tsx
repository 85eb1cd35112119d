import { callConsole } from '../../api/console.ts';
import { refreshConsole, useConsole } from '../../app/use-console.ts';
import { CredentialsPage } from '../credentials-page.tsx';

const EMPTY = {
  text: 'Make one to try the API or to run scripts of your own. For programs that others rely on, use an API key.',
  variable: '$PARLEY_TOKEN',
};

export default function PersonalAccessTokensPage() {
  return (
    <CredentialsPage
      title="Personal access tokens"
      description="A token calls the API as you: what it writes bears your name, and it can do no more than your role. It ends when you leave the workspace."
      noun="token"
      label="Token"
      list={useConsole('pat.list', {})}
      refresh={() => refreshConsole('pat.list')}
      empty={EMPTY}
      hintOf={({ last4 }) => `pat_…${last4}`}
      revoke={({ id }) => callConsole('pat.revoke', { params: { pat_id: id } })}
      consequences={() => 'Webhooks that it created are disabled.'}
    />
  );
}
