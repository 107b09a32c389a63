import type pg from 'pg';

/** How a test database is made on the server, or the cluster, that the tests are given. */
export interface TestEngine {
  /** How tables lie: what is made for one must not be taken for another. */
  readonly layout: string;
  /** Creates an empty database. */
  create(server: pg.Client, name: string): Promise<void>;
  /** Readies a migrated database to be cloned; nobody is connected to it any more. */
  seal(server: pg.Client, template: string, service: string): Promise<void>;
  clone(server: pg.Client, name: string, template: string): Promise<void>;
  drop(server: pg.Client, name: string): Promise<void>;
  /** Where tenants lie on several nodes, has a statement of a request fail that runs on more than one of them. */
  confineRequests(admin: pg.Pool, service: string): Promise<void>;
}
