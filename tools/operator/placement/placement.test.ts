import { randomUUID } from 'node:crypto';
import { testServers } from '@psa/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { Refusal } from '../../local/refusal.ts';
import { parseOperatorArguments } from '../parse-operator-arguments.ts';
import { distributeService } from './distribute-service.ts';
import { drainClusterNode } from './drain-node.ts';
import { listNodes } from './list-nodes.ts';
import { isolateServiceTenant, rebalanceService } from './move-tenants.ts';
import { placeService } from './place-service.ts';

describe('where services lie', () => {
  const name = `psa_test_placement_${randomUUID().slice(0, 8)}`;
  let server: pg.Client;
  let database: pg.Client;

  beforeAll(async () => {
    const { databaseUrl } = await testServers();
    server = new pg.Client({ connectionString: databaseUrl });
    await server.connect();
    await server.query(`create database ${name}`);
    database = new pg.Client({ connectionString: Object.assign(new URL(databaseUrl), { pathname: `/${name}` }).href });
    await database.connect();
  });
  afterAll(async () => {
    await database.end();
    await server.query(`drop database ${name} with (force)`);
    await server.end();
  });

  const installation = () => ({ database, bucket: undefined, natsUrl: undefined });

  it('is refused for one server, which has no nodes', async () => {
    await expect(listNodes(installation())).rejects.toThrow(Refusal);
    await expect(placeService(installation(), 'assets', 'db1:5432')).rejects.toThrow('The database is one server');
    await expect(distributeService(installation(), 'assets')).rejects.toThrow('The database is one server');
    await expect(isolateServiceTenant(installation(), 'assets', 'large')).rejects.toThrow('The database is one server');
    await expect(rebalanceService(installation(), 'assets')).rejects.toThrow('The database is one server');
    await expect(drainClusterNode(installation(), 'db1:5432')).rejects.toThrow('The database is one server');
  });

  it('is refused for a service there is not, as wrong usage', async () => {
    await expect(placeService(installation(), 'asset', 'db1:5432')).rejects.toMatchObject({ exitCode: 2 });
    await expect(distributeService(installation(), 'asset')).rejects.toMatchObject({ exitCode: 2 });
    await expect(isolateServiceTenant(installation(), 'asset', 'large')).rejects.toMatchObject({ exitCode: 2 });
    await expect(rebalanceService(installation(), 'asset')).rejects.toMatchObject({ exitCode: 2 });
  });

  it.each([0, 1, 3, 2048])('is refused for %s pieces, as wrong usage', async (shards) => {
    await expect(distributeService(installation(), 'assets', shards)).rejects.toMatchObject({ exitCode: 2 });
  });

  it('is asked by what an operator writes', () => {
    expect(parseOperatorArguments(['database', 'nodes'])).toMatchObject({ kind: 'installation', action: 'nodes', data: {} });
    expect(parseOperatorArguments(['database', 'place', '--service', 'assets', '--node', 'db1:5432'])).toMatchObject({
      action: 'place',
      data: { service: 'assets', node: 'db1:5432' },
    });
    expect(() => parseOperatorArguments(['database', 'place', '--service', 'assets'])).toThrow('--node <host:port> is missing');
    expect(parseOperatorArguments(['database', 'distribute', '--service', 'assets', '--shards', '16'])).toMatchObject({
      action: 'distribute',
      data: { service: 'assets', shards: 16 },
    });
    expect(parseOperatorArguments(['database', 'isolate', '--service', 'assets', '--tenant', 'large', '--node', 'db1:5432'])).toMatchObject(
      {
        action: 'isolate',
        data: { service: 'assets', tenant: 'large', node: 'db1:5432' },
      },
    );
    expect(() => parseOperatorArguments(['database', 'isolate', '--service', 'assets'])).toThrow('--tenant <id|slug> is missing');
    expect(parseOperatorArguments(['database', 'rebalance', '--service', 'assets'])).toMatchObject({
      action: 'rebalance',
      data: { service: 'assets' },
    });
    expect(parseOperatorArguments(['database', 'drain', '--node', 'db1:5432'])).toMatchObject({
      action: 'drain',
      data: { node: 'db1:5432' },
    });
    expect(() => parseOperatorArguments(['database', 'drain'])).toThrow('--node <host:port> is missing');
  });
});
