import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

const SERVICE = 'identity';

/** Teams with their members, their place in the hierarchy and what their members may do; and what a tenant has set about features and permissions. */
export const teamsMigration: Migration = {
  async up(db: MigrationDb) {
    await createTenantTable(db, SERVICE, 'teams', {
      key: ['team_id'],
      columns: `team_id uuid not null, team_name text not null, manager_id uuid, parent_team_id uuid check (parent_team_id <> team_id),
        version integer not null default 1, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
        foreign key (tenant) references tenants, foreign key (tenant, manager_id) references users, foreign key (tenant, parent_team_id) references teams`,
    });
    await createTenantTable(db, SERVICE, 'team_members', {
      key: ['team_id', 'user_id'],
      columns: `team_id uuid not null, user_id uuid not null, role text not null default 'member', created_at timestamptz(3) not null default now(),
        foreign key (tenant, team_id) references teams on delete cascade, foreign key (tenant, user_id) references users on delete cascade`,
    });
    // A grant that was taken back stays, so that what a team could do at any time can be told.
    await createTenantTable(db, SERVICE, 'team_permissions', {
      key: ['team_permission_id'],
      columns: `team_permission_id uuid not null, team_id uuid not null, permission_id uuid not null, granted_by uuid not null,
        granted_at timestamptz(3) not null default now(), expires_at timestamptz(3), revoked_at timestamptz(3),
        foreign key (tenant, team_id) references teams on delete cascade, foreign key (tenant, permission_id) references permissions`,
    });
    await createTenantTable(db, SERVICE, 'feature_settings', {
      key: ['feature_name'],
      columns: `feature_name text not null, is_enabled boolean not null, required_role_ids uuid[] not null default '{}', version integer not null default 1,
        created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(), foreign key (tenant) references tenants`,
    });
    const statements = [
      // Tenants have permissions of their own, which change.
      `alter table permissions add column version integer not null default 1, add column updated_at timestamptz(3) not null default now()`,
      'create unique index teams_name on teams (tenant, lower(team_name))',
      'create index teams_parent on teams (tenant, parent_team_id) where parent_team_id is not null',
      'create index teams_manager on teams (tenant, manager_id) where manager_id is not null',
      'create index team_members_user on team_members (tenant, user_id)',
      'create unique index team_permissions_standing on team_permissions (tenant, team_id, permission_id) where revoked_at is null',
      'create index team_permissions_permission on team_permissions (tenant, permission_id)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
