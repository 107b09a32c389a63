import { describe, expect, test } from '@jest/globals';
import { demoAssets } from './demo-assets.ts';
import { demoClients } from './demo-clients.ts';
import { demoMaintenance } from './demo-maintenance.ts';
import { demoRelationships } from './demo-relationships.ts';

const now = new Date('2026-11-20T12:00:00Z');
const build = () =>
  demoClients().map((client) => {
    const assets = demoAssets(client, now);
    return { client, assets, relationships: demoRelationships(assets), maintenance: demoMaintenance(assets, { now, userId: 'me' }) };
  });
const portfolio = build();
const assets = portfolio.flatMap((entry) => entry.assets);
const warranties = assets.map(({ body }) => body.warranty_end_date as string | undefined);

describe('the demo data', () => {
  test('is the same in every run, so that a seed can be resumed', () => {
    expect(build()).toEqual(portfolio);
  });

  test('is of the size of a small provider’s', () => {
    expect(portfolio).toHaveLength(25);
    expect(assets.length).toBeGreaterThan(350);
    expect(assets.length).toBeLessThan(450);
  });

  test('has every type of asset', () => {
    expect(new Set(assets.map(({ type }) => type)).size).toBe(6);
  });

  test('has no tag and no serial number twice', () => {
    expect(new Set(assets.map(({ tag }) => tag)).size).toBe(assets.length);
    expect(new Set(assets.map(({ body }) => body.serial_number)).size).toBe(assets.length);
  });

  test('has warranties that ended, that end soon and that run on', () => {
    const days = warranties.filter((end) => end !== undefined).map((end) => (Date.parse(end) - now.getTime()) / 86_400_000);
    expect(days.filter((left) => left < 0).length).toBeGreaterThan(50);
    expect(days.filter((left) => left >= 0 && left < 30).length).toBeGreaterThan(0);
    expect(days.filter((left) => left >= 30).length).toBeGreaterThan(50);
    expect(warranties).toContain(undefined);
  });

  test('buys nothing in the future and stands nothing in a place that is not there', () => {
    for (const { client, assets: owned } of portfolio) {
      for (const { body, locationIndex } of owned) {
        expect(Date.parse(String(body.purchase_date))).toBeLessThan(now.getTime());
        expect(locationIndex).toBeLessThan(client.locations.length);
      }
    }
  });

  test('joins an asset only to others of the same client', () => {
    for (const { assets: owned, relationships } of portfolio) {
      for (const { from, to } of relationships) expect(owned.includes(from) && owned.includes(to) && from !== to).toBe(true);
    }
    expect(portfolio.flatMap(({ relationships }) => relationships).length).toBeGreaterThan(100);
  });

  test('records only work that was done, after its schedule began', () => {
    const maintenance = portfolio.flatMap((entry) => entry.maintenance);
    expect(maintenance.length).toBeGreaterThan(50);
    for (const { schedule, records } of maintenance) {
      for (const { performed_at: at } of records) {
        expect(Date.parse(String(at))).toBeLessThanOrEqual(now.getTime());
        expect(Date.parse(String(at))).toBeGreaterThan(Date.parse(String(schedule.start_date)));
      }
    }
  });
});
