import { identityEvents, teamEvents } from '@psa/contracts-identity';
import { forgetCopy, keepCopy, on, subscription } from '@psa/events-kit';
import type { Ports } from '../desk-app.ts';
import { keepTeamMember } from '../replicas/team-members.records.ts';
import { teamReplica } from '../replicas/team-replica.ts';
import { userCopy, userReplica } from '../replicas/user-replica.ts';
import type { Tables } from '../tables.ts';

/** Keeps the copies of users and teams that work is given to, and who is in the teams. */
export const keepUserReplica = subscription<Tables, Ports>(
  'desk-user-replica',
  keepCopy(identityEvents.userCreated, userReplica, userCopy),
  keepCopy(identityEvents.userUpdated, userReplica, userCopy),
  forgetCopy(identityEvents.userDeleted, userReplica),
  keepCopy(teamEvents.created, teamReplica),
  keepCopy(teamEvents.updated, teamReplica),
  on(teamEvents.memberAdded, (tx, { data, aggregateversion }) => keepTeamMember(tx, data, true, aggregateversion)),
  on(teamEvents.memberRemoved, (tx, { data, aggregateversion }) => keepTeamMember(tx, data, false, aggregateversion)),
  forgetCopy(teamEvents.deleted, teamReplica),
);
