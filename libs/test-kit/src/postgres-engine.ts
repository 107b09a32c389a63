import type pg from 'pg';
import type { TestEngine } from './test-engine.ts';

/** Test databases on one server. */
export const postgresEngine: TestEngine = {
  layout: 'whole',
  create: (server, name) => run(server, `create database ${name}`),
  seal: (server, template) => run(server, `alter database ${template} is_template true`),
  clone: (server, name, template) => run(server, `create database ${name} template ${template}`),
  drop: (server, name) => run(server, `drop database if exists ${name} with (force)`),
  confineRequests: async () => {},
};

async function run(server: pg.Client, text: string): Promise<void> {
  await server.query(text);
}
