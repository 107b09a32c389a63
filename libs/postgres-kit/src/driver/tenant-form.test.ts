import { describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { citusTenantForm } from './citus-tenant-form.ts';
import type { Wire } from './described-query.ts';
import { postgresTenantForm, type TenantForm } from './tenant-form.ts';

const TENANT = '0190b0f0-0000-7000-8000-000000000001';

/** What a form writes for one statement: the messages of the protocol, in their order. */
function written(form: TenantForm): string[] {
  const messages: string[] = [];
  const wire: Wire = {
    parse: ({ name, text }) => messages.push(`parse ${name}: ${text}`),
    bind: ({ statement, values }) => messages.push(`bind ${statement} ${JSON.stringify(values)}`),
    describe: () => messages.push('describe'),
    execute: () => messages.push('execute'),
    sync: () => messages.push('sync'),
    close: ({ name }) => messages.push(`close ${name}`),
    parsedStatements: { psa_begin: 'BEGIN', psa_commit: 'COMMIT' },
    submittedNamedStatements: {},
  } as Wire;
  const client = { query: (query: { prepare(wire: Wire): void }) => query.prepare(wire) };
  void form.sendAlone(client as unknown as pg.PoolClient, TENANT, { name: 'psa_1', text: 'select name from accounts', values: [] });
  return messages;
}

describe('one statement of a tenant', () => {
  it('has the tenant ahead of it and no transaction of its own, where all rows are in one server', () => {
    expect(written(postgresTenantForm)).toEqual([
      `bind psa_set_tenant ["${TENANT}"]`,
      'execute',
      'parse psa_1: select name from accounts',
      'bind psa_1 []',
      'describe',
      'execute',
      'sync',
    ]);
  });

  it('has a transaction around it in the same write, where it may run on another node', () => {
    expect(written(citusTenantForm)).toEqual([
      'bind psa_begin []',
      'execute',
      "parse : SET LOCAL citus.propagate_set_commands = 'local'",
      'bind  []',
      'execute',
      `parse : SET LOCAL app.tenant = '${TENANT}'`,
      'bind  []',
      'execute',
      'parse psa_1: select name from accounts',
      'bind psa_1 []',
      'describe',
      'execute',
      'sync',
      'bind psa_commit []',
      'describe',
      'execute',
      'sync',
    ]);
  });

  it.each(["x'; set role postgres; --", '', 'null', `${TENANT}'`])('is never written into a text as %j', (tenant) => {
    expect(() => citusTenantForm.setTenant(tenant)).toThrow(TypeError);
  });
});
