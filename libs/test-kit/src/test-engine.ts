import type pg from 'pg';

/** How a test database is made on the server, or the cluster, that the tests are given. */
export interface TestEngine {
  /** How tables lie: what is made for one must not be taken for another. */
  readonly layout: string;
  /** Creates an empty database. */
  create(server: pg.Client, name: string): Promise<void>;
  /**
   * Readies a database to be cloned; nobody is connected to it any more.
   * @param service whose tables are placed on the nodes; undefined where it has none yet, as before its first migration
   */
  seal(server: pg.Client, template: string, service: string | undefined): Promise<void>;
  clone(server: pg.Client, name: string, template: string): Promise<void>;
  drop(server: pg.Client, name: string): Promise<void>;
  /** Where tenants lie on several nodes, has a statement of a request fail that runs on more than one of them. */
  confineRequests(admin: pg.Pool, service: string): Promise<void>;
}
