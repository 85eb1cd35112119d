import { Injectable } from '@nestjs/common';
import type { Team, TeamMember } from '@parley/contracts';
import {
  addTeamMember,
  createTeam,
  deleteTeam,
  removeTeamMember,
  updateTeam,
  type ParsedConsoleInput,
} from '@parley/contracts/console';
import { TeamChanges } from './team-changes.handlers.ts';
import { asTenant } from '../console/as-tenant.ts';
import { HandlesConsole, type ConsoleCall } from '../console/handles-console.ts';

/** Changes of teams, by the handlers of the API. */
@Injectable()
export class TeamsConsole {
  constructor(private readonly teams: TeamChanges) {}

  @HandlesConsole(createTeam)
  create(call: ConsoleCall, input: ParsedConsoleInput<typeof createTeam>): Promise<Team> {
    return this.teams.create(asTenant(call), input);
  }

  @HandlesConsole(updateTeam)
  update(call: ConsoleCall, { params, body }: ParsedConsoleInput<typeof updateTeam>): Promise<Team> {
    const { version, ...changes } = body;
    return this.teams.update(asTenant(call), { params, body: changes }, version);
  }

  @HandlesConsole(deleteTeam)
  delete(call: ConsoleCall, input: ParsedConsoleInput<typeof deleteTeam>): Promise<void> {
    return this.teams.delete(asTenant(call), input);
  }

  @HandlesConsole(addTeamMember)
  addMember(call: ConsoleCall, input: ParsedConsoleInput<typeof addTeamMember>): Promise<TeamMember> {
    return this.teams.addMember(asTenant(call), input);
  }

  @HandlesConsole(removeTeamMember)
  removeMember(call: ConsoleCall, input: ParsedConsoleInput<typeof removeTeamMember>): Promise<void> {
    return this.teams.removeMember(asTenant(call), input);
  }
}
