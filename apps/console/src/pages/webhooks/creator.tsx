import { useQuery } from '@tanstack/react-query';
import { callConsole } from '../../api/console.ts';
import { useMembers } from '../../desk/directory.ts';
import type { Webhook } from './webhooks.ts';

const TYPES: Readonly<Record<string, string>> = {
  api_key: 'API key',
  personal_access_token: 'Personal access token',
  oauth_access_token: 'OAuth app',
};

export function Creator({ by }: { by: Webhook['created_by'] }) {
  const members = useMembers();
  const keys = useQuery({
    queryKey: ['keys'],
    queryFn: ({ signal }) => callConsole('key.list', {}, signal),
    enabled: by?.type === 'api_key',
  });
  if (by === null) return 'Unknown';
  if (by.type === 'user') return members.find(({ id }) => id === by.id)?.name ?? 'A former member';
  const key = by.type === 'api_key' ? keys.data?.data.find(({ id }) => id === by.id) : undefined;
  const type = TYPES[by.type] ?? by.type;
  return key === undefined ? type : `${type} ${key.name}`;
}
