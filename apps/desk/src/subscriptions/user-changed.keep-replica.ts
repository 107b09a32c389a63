import { identityEvents, teamEvents } from '@psa/contracts-identity';
import { on, subscription } from '@psa/events-kit';
import type { Ports } from '../desk-app.ts';
import { forgetTeam, keepTeam } from '../replicas/team-replica.ts';
import { forgetUser, keepUser } from '../replicas/user-replica.ts';
import type { Tables } from '../tables.ts';

/** Keeps the copies of users and teams that work is given to. */
export const keepUserReplica = subscription<Tables, Ports>(
  'desk-user-replica',
  on(identityEvents.userCreated, (tx, { data, aggregateversion }) => keepUser(tx, data, aggregateversion)),
  on(identityEvents.userUpdated, (tx, { data, aggregateversion }) => keepUser(tx, data, aggregateversion)),
  on(identityEvents.userDeleted, (tx, { data, aggregateversion }) => forgetUser(tx, data.user_id, aggregateversion)),
  on(teamEvents.created, (tx, { data, aggregateversion }) => keepTeam(tx, data, aggregateversion)),
  on(teamEvents.updated, (tx, { data, aggregateversion }) => keepTeam(tx, data, aggregateversion)),
  on(teamEvents.deleted, (tx, { data, aggregateversion }) => forgetTeam(tx, data.team_id, aggregateversion)),
);
