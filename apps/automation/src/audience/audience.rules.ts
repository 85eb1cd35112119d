import { ApiError, invalidParameter, type ViewVisibility } from '@parley/contracts';

/** Who asks for what is shared. Ids are uuids. */
export interface Viewer {
  /** The user of the credential; of an API key its creator. */
  readonly userId: string;
  /** Admins and API keys. */
  readonly isAdmin: boolean;
  /** The teams of the user; of an admin none are looked up. */
  readonly teams: readonly string[];
}

/** Who sees a view or a macro. */
export interface Audience {
  visibility: ViewVisibility;
  team_id: string | null;
  owner_id: string;
}

const isInTeam = ({ isAdmin, teams }: Viewer, team: string | null): boolean =>
  isAdmin || (team !== null && teams.includes(team));

/** Whether a record exists for somebody. */
export function isSeenBy(viewer: Viewer, record: Audience): boolean {
  if (record.visibility === 'private') return record.owner_id === viewer.userId;
  return record.visibility === 'workspace' || isInTeam(viewer, record.team_id);
}

/** Throws 403 unless somebody may write a record that they see. */
export function assertWritable(viewer: Viewer, record: Audience): void {
  if (record.visibility === 'workspace' && !viewer.isAdmin) throw new ApiError('role_forbidden');
}

/** Throws unless somebody may give a record this audience: 422 for a team that is not theirs, else 403. */
export function assertAudience(viewer: Viewer, record: Audience): void {
  if (record.visibility === 'team' && !isInTeam(viewer, record.team_id))
    throw invalidParameter('team_id', 'must be a team that you are a member of');
  if (record.visibility === 'private' && record.owner_id !== viewer.userId)
    throw new ApiError('role_forbidden', { message: 'Only its owner makes it private.' });
  assertWritable(viewer, record);
}
