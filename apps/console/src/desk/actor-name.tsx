import { useMembers } from './directory.ts';

/** Who did something, by name where it is a member. */
export function ActorName({ actor }: { actor: { type: string; id: string | null } }) {
  const members = useMembers();
  if (actor.type === 'api_key') return 'An API key';
  if (actor.type === 'system') return 'The system';
  return members.find(({ id }) => id === actor.id)?.name ?? actor.id ?? 'Somebody';
}
