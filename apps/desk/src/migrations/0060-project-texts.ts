import { createTextIndex, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';
import { projectTexts } from '../resources/project/project-texts.tables.ts';

/** Projects are found by parts of their texts. */
export const projectTextsMigration: Migration = {
  async up(db: MigrationDb) {
    await createTextIndex(db, 'desk', projectTexts);
    const textOf = (row: string) =>
      `search_text(concat_ws(E'\\n', ${row}.project_number, ${row}.project_name, ${row}.wbs_code, left(${row}.description, 4000)))`;
    for (const statement of [
      `create function keep_text_of_project() returns trigger language plpgsql set search_path = desk, public, pg_temp as $$
        begin
          insert into project_texts (tenant, project_id, text) values (new.tenant, new.project_id, ${textOf('new')})
          on conflict (tenant, project_id) do update set text = excluded.text where project_texts.text <> excluded.text;
          return null;
        end $$`,
      `create trigger keep_text after insert or update of project_number, project_name, wbs_code, description on projects
        for each row execute function keep_text_of_project()`,
      `insert into project_texts (tenant, project_id, text) select tenant, project_id, ${textOf('projects')} from projects`,
    ])
      await sql.raw(statement).execute(db);
  },
};
