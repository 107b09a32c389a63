import assert from 'node:assert/strict';
import { batchItems, fileRows, sourceOf } from '../messy-clients.ts';
import { runImport } from '../run-import.ts';
import type { Trial, TrialStep } from '../trial.ts';

/** 40 clients as other systems have them, imported by a program that is killed once and run twice more: nothing is there twice. */
export const importTwice: TrialStep = {
  title: 'Import 40 messy clients, killed in the middle and run twice more',
  async run(trial) {
    const { run } = trial;
    const [rows, items] = [fileRows(run), batchItems(run)];
    const [goodRows, goodItems] = [rows.filter(({ fault }) => fault === undefined), items.filter((item) => item.refusedWith === undefined)];
    assert.equal(rows.length + items.length, 40);

    assert.equal(await runImport(trial, 'batch 1'), undefined, 'the first run was not killed');
    const first = await runImport(trial);
    const ids = await importedIds(trial);
    assert.deepEqual(
      [...ids.keys()].toSorted(),
      [...goodRows.map(({ cells }) => cells[1]), ...goodItems.map((item) => item.externalId)].toSorted(),
    );
    const again = await runImport(trial);
    assert.deepEqual(await importedIds(trial), ids, 'a repeated import made other clients');

    const faults = rows.flatMap(({ fault }, index) => (fault === undefined ? [] : [[index + 2, fault] as const]));
    for (const report of [first, again]) {
      assert.deepEqual(report?.file, { created: 0, skipped: goodRows.length, faults });
      assert.deepEqual(
        report.refusals.map(({ externalId, code }) => [externalId, code]),
        items.flatMap(({ externalId, refusedWith }) => (refusedWith === undefined ? [] : [[externalId, refusedWith]])),
      );
      assert.equal(report.refusals[0]?.existingId, ids.get('b0'), 'a conflict does not name the client that has the name');
    }
    assert.deepEqual(again?.batch, { created: 0, updated: goodItems.length, failed: items.length - goodItems.length });
    await assertNamesAreKept(trial, ids);
    return `${ids.size} clients, ${40 - ids.size} refusals by row and member; the second run created none`;
  },
};

/** Ids of the clients of this run by their external ids, each found once. */
async function importedIds({ psa, run }: Trial): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const { client_id, external_ids = [] } of psa.list('/api/v1/clients', { query: { sort: 'client_name', order: 'asc' } })) {
    for (const { source, id } of external_ids.filter((one) => one.source === sourceOf(run))) {
      assert.equal(found.get(id), undefined, `${source}:${id} is there twice`);
      found.set(id, client_id);
    }
  }
  return found;
}

/** Umlauts, quotes, semicolons and line breaks come out as they went in; spaces around names do not. */
async function assertNamesAreKept({ psa, run }: Trial, ids: ReadonlyMap<string, string>): Promise<void> {
  const given = [
    ...fileRows(run).map(({ cells: [name, id] }) => [id, name] as const),
    ...batchItems(run).map(({ externalId, data }) => [externalId, String(data['client_name'])] as const),
  ];
  for (const [id, name] of given.filter(([id]) => ids.has(id))) {
    const client = await psa.get('/api/v1/clients/external/{source}/{external_id}', { path: { source: sourceOf(run), external_id: id } });
    assert.deepEqual([client.client_id, client.client_name], [ids.get(id), name.trim()]);
  }
}
