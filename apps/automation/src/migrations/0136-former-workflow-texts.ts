import type { Migration, MigrationDb, OutsideStep } from '@psa/postgres-kit';
import { sql } from 'kysely';
import { INDEXED_TEXTS, type IndexedText } from './0135-workflow-texts.ts';

/** Rows whose texts are written by one statement; more would hold their locks for long. */
const MAX_BATCH_SIZE = 2_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** The texts of what was there before texts were indexed. */
export const formerWorkflowTextsMigration: Migration = {
  outside: INDEXED_TEXTS.map((text): OutsideStep => ({
    title: `texts of ${text.index.of}`,
    async run(db) {
      const { rows } = await sql<{ tenant: string }>`select distinct tenant from ${sql.table(text.index.of)}`.execute(db);
      for (const { tenant } of rows) await writeTexts(db, tenant, text);
    },
  })),
  async up() {},
};

/** One tenant after the other, whose rows lie on one node; what was written meanwhile stays. */
async function writeTexts(db: MigrationDb, tenant: string, { index: { name, of, key }, textOf }: IndexedText): Promise<void> {
  let after = FIRST_ID;
  for (;;) {
    const last: { rows: { last: string }[] } = await sql<{ last: string }>`select ${sql.ref(key)} as last from ${sql.table(of)}
      where tenant = ${tenant} and ${sql.ref(key)} > ${after}::uuid order by ${sql.ref(key)} offset ${MAX_BATCH_SIZE - 1} limit 1`.execute(
      db,
    );
    const until = last.rows[0]?.last;
    // Locked, so that none is deleted before its text is there.
    await sql`with given as materialized (select tenant, ${sql.ref(key)}, ${sql.raw(textOf('source'))} from ${sql.table(of)} source
        where tenant = ${tenant} and ${sql.ref(key)} > ${after}::uuid ${until === undefined ? sql`` : sql`and ${sql.ref(key)} <= ${until}::uuid`}
        for key share)
      insert into ${sql.table(name)} (tenant, ${sql.ref(key)}, text) select * from given on conflict do nothing`.execute(db);
    if (until === undefined) return;
    after = until;
  }
}
