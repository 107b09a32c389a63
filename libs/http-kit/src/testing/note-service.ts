import { conflict, type ListParams, notFound } from '@psa/contract-kit';
import {
  createKitTables,
  createTenantTable,
  type MigrationDb,
  readPage,
  type TenantColumn,
  type TenantScope,
  type TimestampColumn,
  type VersionColumn,
} from '@psa/postgres-kit';
import { type AnyService, defineService } from '@psa/service-kit';
import { v7 as uuidv7 } from 'uuid';
import { demandVersion, Download, handlersFor, versioned } from '../index.ts';
import { assetFormRoutes, dataFormRoutes, faultRoutes, flatFormRoutes, noteRoutes } from './note.routes.ts';

interface Tables {
  notes: { tenant: TenantColumn; note_id: string; text: string; rank: number | null; version: VersionColumn; created_at: TimestampColumn };
}

export interface NotePorts {
  /** Runs within the transaction of a new note, after its row: lets a test hold it there or make it fail. */
  readonly beforeCommit: () => Promise<void> | void;
  /** Runs before a new note's transaction begins, as a call to another service does. */
  readonly callOutside: () => Promise<void> | void;
  /** The body of a download by its name. */
  readonly contents: (name: string) => Download['body'];
}

interface NoteApp {
  tables: Tables;
  ports: NotePorts;
}

const handlers = handlersFor<NoteApp>();

const COLUMNS = ['note_id', 'text', 'rank', 'created_at'] as const;

export const noteService: AnyService = defineService<NoteApp>({
  name: 'kit_http',
  migrations: {
    '0001-notes': {
      async up(db: MigrationDb) {
        await createKitTables(db, 'kit_http');
        await createTenantTable(db, 'kit_http', 'notes', {
          key: ['note_id'],
          columns: `note_id uuid not null, text text not null, rank integer, version integer not null default 1,
            created_at timestamptz(3) not null default now()`,
        });
      },
    },
  },
  commands: { note: { create: 'createNote', update: 'updateNote', delete: 'deleteNote' } },
  ports: () => ({ beforeCommit: () => {}, callOutside: () => {}, contents: (name) => name }),
  routes: [
    ...handlers(noteRoutes, {
      listNotes: async ({ db, query }) => {
        const { rows, pagination } = await listNotes(db, query);
        return { data: rows.map(({ note_id, text, rank, created_at }) => ({ note_id, text, rank, created_at })), pagination };
      },
      createNote: async ({ db, body, ports }) => {
        await ports.callOutside();
        return db.transaction(async (tx) => {
          if (body.text === 'taken') throw conflict('There is a note of this text');
          const { version, ...note } = await tx
            .insertInto('notes')
            .values({ note_id: uuidv7(), text: body.text, rank: body.rank ?? null })
            .returning([...COLUMNS, 'version'])
            .executeTakeFirstOrThrow();
          await ports.beforeCommit();
          return versioned({ data: note }, version, `/notes/${note.note_id}`);
        });
      },
      getNote: async ({ db, params }) => {
        const row = await db
          .selectFrom('notes')
          .select([...COLUMNS, 'version'])
          .where('note_id', '=', params.id)
          .executeTakeFirst();
        if (row === undefined) throw notFound('Note');
        const { version, ...note } = row;
        return versioned({ data: note }, version);
      },
      updateNote: ({ db, params, body, ifMatch }) =>
        db.transaction(async (tx) => {
          const current = await tx.selectFrom('notes').select('version').where('note_id', '=', params.id).forUpdate().executeTakeFirst();
          if (current === undefined) throw notFound('Note');
          demandVersion(ifMatch, current.version);
          const { version, ...note } = await tx
            .updateTable('notes')
            .set({ text: body.text, version: current.version + 1 })
            .where('note_id', '=', params.id)
            .returning([...COLUMNS, 'version'])
            .executeTakeFirstOrThrow();
          return versioned({ data: note }, version);
        }),
      deleteNote: async ({ db, params }) => {
        const { numDeletedRows } = await db.deleteFrom('notes').where('note_id', '=', params.id).executeTakeFirstOrThrow();
        if (numDeletedRows === 0n) throw notFound('Note');
      },
      stampNote: ({ params, query }) => ({ name: params.name, stamp: `${query.colour ?? 'no colour'} ${uuidv7()}` }),
      showSecret: () => ({ secret: `sk_${uuidv7()}` }),
      upload: ({ file, body }) => ({ filename: file.filename, mime_type: file.mimeType, size: file.bytes.length, ...body }),
      download: ({ params, ports }) => new Download('application/octet-stream', ports.contents(params.name), params.name),
    }),
    ...handlers(faultRoutes, {
      breakReply: () => ({ data: { note_id: 'none' } }) as never,
      breakHeader: () => new Download('text/plain\r\nset-cookie: x=1', 'x'),
      undeclared: () => {
        throw conflict('nobody said so');
      },
      declared: () => {
        throw conflict('as announced');
      },
      crash: () => {
        throw new Error('connect to postgres://psa:hunter2@db/psa');
      },
    }),
    ...handlers(dataFormRoutes, { refuseData: () => {} }),
    ...handlers(assetFormRoutes, { refuseAsset: () => {} }),
    ...handlers(flatFormRoutes, { refuseFlat: () => {} }),
  ],
});

function listNotes(db: TenantScope<Tables>, query: ListParams) {
  const order = {
    columns: { created_at: 'notes.created_at', rank: 'notes.rank' },
    nullable: new Set(['rank']),
    id: { ref: 'notes.note_id', name: 'note_id' },
  };
  const total = async () => {
    const { count } = await db
      .selectFrom('notes')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  };
  return readPage(db.selectFrom('notes').select(COLUMNS), order, query, total);
}
