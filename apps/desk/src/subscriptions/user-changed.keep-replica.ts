import { identityEvents, teamEvents } from '@psa/contracts-identity';
import { on, subscription } from '@psa/events-kit';
import type { Ports } from '../desk-app.ts';
import { keepTeamMember } from '../replicas/team-members.records.ts';
import { teamReplica } from '../replicas/team-replica.ts';
import { userCopy, userReplica } from '../replicas/user-replica.ts';
import type { Tables } from '../tables.ts';

/** Keeps the copies of users and teams that work is given to, and who is in the teams. */
export const keepUserReplica = subscription<Tables, Ports>(
  'desk-user-replica',
  on(identityEvents.userCreated, (tx, { data, aggregateversion }) => userReplica.keep(tx, userCopy(data), aggregateversion)),
  on(identityEvents.userUpdated, (tx, { data, aggregateversion }) => userReplica.keep(tx, userCopy(data), aggregateversion)),
  on(identityEvents.userDeleted, (tx, { data, aggregateversion }) => userReplica.forget(tx, data, aggregateversion)),
  on(teamEvents.created, (tx, { data, aggregateversion }) => teamReplica.keep(tx, data, aggregateversion)),
  on(teamEvents.updated, (tx, { data, aggregateversion }) => teamReplica.keep(tx, data, aggregateversion)),
  on(teamEvents.memberAdded, (tx, { data, aggregateversion }) => keepTeamMember(tx, data, true, aggregateversion)),
  on(teamEvents.memberRemoved, (tx, { data, aggregateversion }) => keepTeamMember(tx, data, false, aggregateversion)),
  on(teamEvents.deleted, (tx, { data, aggregateversion }) => teamReplica.forget(tx, data, aggregateversion)),
);
