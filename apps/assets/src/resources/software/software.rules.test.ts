import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { foundSoftware, type KnownSoftware, reconcileSoftware, softwareIdentity } from './software.rules.ts';

const found = (name: string, version: string | null = null, given: object = {}) => foundSoftware({ name, version, ...given });
const known = (name: string, version: string | null = null, given: Partial<KnownSoftware> = {}): KnownSoftware => ({
  ...found(name, version),
  software_id: `${name} ${version}`,
  uninstalled_at: null,
  ...given,
});

describe('an inventory compared with what is known', () => {
  it('changes nothing when nothing has changed', () => {
    expect(reconcileSoftware([known('Ledger', '1')], [found('Ledger', '1')])).toEqual({
      added: [],
      returned: [],
      changed: [],
      removedIds: [],
    });
  });

  it('adds what is new and removes what is missing', () => {
    const { added, removedIds } = reconcileSoftware([known('Old', '1')], [found('New', '1')]);
    expect([added.map(({ name }) => name), removedIds]).toEqual([['New'], ['Old 1']]);
  });

  it('takes another version of a product for an update of the same installation', () => {
    const { added, changed, removedIds } = reconcileSoftware([known('Ledger', '1')], [found('Ledger', '2')]);
    expect([added, changed.map(({ software_id, version }) => [software_id, version]), removedIds]).toEqual([[], [['Ledger 1', '2']], []]);
  });

  it('keeps several versions of a product apart', () => {
    const { added, changed, removedIds } = reconcileSoftware(
      [known('Runtime', '7'), known('Runtime', '8')],
      [found('Runtime', '8'), found('Runtime', '9')],
    );
    expect([added, changed.map(({ software_id, version }) => [software_id, version]), removedIds]).toEqual([[], [['Runtime 7', '9']], []]);
  });

  it('brings back what had been removed', () => {
    const gone = known('Ledger', '1', { uninstalled_at: '2026-01-01T00:00:00Z' });
    const { added, returned } = reconcileSoftware([gone], [found('Ledger', '1')]);
    expect([added, returned.map(({ software_id }) => software_id)]).toEqual([[], ['Ledger 1']]);
  });

  it('does not count what is gone as missing, nor update it to another version', () => {
    const gone = known('Ledger', '1', { uninstalled_at: '2026-01-01T00:00:00Z' });
    expect(reconcileSoftware([gone], [])).toMatchObject({ removedIds: [] });
    expect(reconcileSoftware([gone], [found('Ledger', '2')])).toMatchObject({ changed: [], added: [{ version: '2' }] });
  });

  it('takes names in another case for the same, and keeps dates that are not said again', () => {
    const row = known('Ledger', '1', { install_date: '2026-01-01T00:00:00.000Z', size_bytes: 10 });
    const { added, changed } = reconcileSoftware([row], [found('LEDGER', '1')]);
    expect([added, changed]).toMatchObject([[], [{ name: 'LEDGER', install_date: '2026-01-01T00:00:00.000Z', size_bytes: 10 }]]);
    expect(reconcileSoftware([row], [found('Ledger', '1', { install_date: '2026-01-01T00:00:00Z' })]).changed).toEqual([]);
  });

  it('counts an item that is named twice once', () => {
    expect(reconcileSoftware([], [found('Ledger', '1'), found('ledger', '1')]).added).toHaveLength(1);
  });

  it('always ends with exactly what was found installed, and finds nothing more to do then', () => {
    const item = fc.record({
      name: fc.constantFrom('A', 'a', 'B', 'C'),
      version: fc.constantFrom(null, '1', '2', '3'),
      publisher: fc.constantFrom(null, 'X', 'x'),
    });
    fc.assert(
      fc.property(fc.array(fc.array(item, { maxLength: 8 }), { minLength: 1, maxLength: 6 }), (inventories) => {
        let rows = new Map<string, KnownSoftware>();
        let next = 0;
        for (const inventory of inventories) {
          const findings = inventory.map(foundSoftware);
          const changes = reconcileSoftware([...rows.values()], findings);
          rows = new Map(rows);
          for (const id of changes.removedIds) rows.set(id, { ...(rows.get(id) as KnownSoftware), uninstalled_at: '2026-01-01T00:00:00Z' });
          for (const row of [...changes.returned, ...changes.changed]) rows.set(row.software_id, { ...row, uninstalled_at: null });
          for (const row of changes.added) rows.set(String(next), { ...row, software_id: String(next++), uninstalled_at: null });

          const identities = [...rows.values()].map(softwareIdentity);
          expect(new Set(identities).size).toBe(identities.length);
          const installed = [...rows.values()]
            .filter(({ uninstalled_at }) => uninstalled_at === null)
            .map(softwareIdentity)
            .sort();
          expect(installed).toEqual([...new Set(findings.map(softwareIdentity))].sort());
          const again = reconcileSoftware(
            [...rows.values()],
            [...new Map(findings.map((entry) => [softwareIdentity(entry), entry])).values()],
          );
          expect(again).toMatchObject({ added: [], returned: [], changed: [], removedIds: [] });
        }
      }),
    );
  });
});
