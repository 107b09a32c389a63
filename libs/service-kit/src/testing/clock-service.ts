import { one, routes } from '@psa/contract-kit';
import { handlersFor } from '@psa/http-kit';
import { createKitTables, type MigrationDb, type TenantColumn } from '@psa/postgres-kit';
import { z } from 'zod';
import type { Schedule } from '@psa/work-kit';
import { type AnyService, defineService } from '../service-definition.ts';

export interface ClockPorts {
  /** What the one route waits for. */
  readonly strike: () => Promise<void> | void;
}

interface ClockApp {
  tables: { outbox: { tenant: TenantColumn; subject: string } };
  ports: ClockPorts;
}

const clockRoutes = routes(
  { service: 'kit_service', form: 'data', tag: 'Clock' },
  {
    strike: { method: 'get', path: '/strike', permission: 'public', summary: 'Strike', reply: one(z.object({ struck: z.boolean() })) },
  },
);

/** A service that does nothing but wait. */
export function clockService(...schedules: Schedule[]): AnyService {
  return defineService<ClockApp>({
    name: 'kit_service',
    migrations: { '0001-kit': { up: (db: MigrationDb) => createKitTables(db, 'kit_service') } },
    routes: handlersFor<ClockApp>()(clockRoutes, {
      strike: async ({ ports }) => {
        await ports.strike();
        return { data: { struck: true } };
      },
    }),
    schedules: schedules as never,
    ports: () => ({ strike: () => {} }),
  });
}
