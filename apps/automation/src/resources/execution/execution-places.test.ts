import { beforeEach, describe, expect, it } from '@jest/globals';
import { ExecutionPlaces } from './execution-places.ts';

describe('the places of a worker', () => {
  let places: ExecutionPlaces;
  beforeEach(() => {
    places = new ExecutionPlaces(12);
  });

  const reserveAll = (tenant: string) => {
    let count = 0;
    while (places.reserve(tenant) !== undefined) count++;
    return count;
  };
  const run = (tenant: string, count: number) => {
    for (let index = 0; index < count; index++) places.take(tenant);
  };

  it('are reserved for a tenant as far as its share goes', () => {
    expect(reserveAll('a')).toBe(4);
    expect(places.free()).toBe(8);
    expect(places.busyTenants()).toEqual(new Map([['a', 4]]));
  });

  it('are fewer for each while more tenants have some', () => {
    run('b', 1);
    run('c', 1);
    expect(reserveAll('a')).toBe(3);
  });

  it('are one for a tenant that has none, as long as one is free', () => {
    run('a', 11);
    expect(reserveAll('b')).toBe(1);
    places.beginClaim()(1, 1);
    expect(reserveAll('c')).toBe(0);
  });

  it('count what runs like what is reserved', () => {
    run('a', 3);
    expect(reserveAll('a')).toBe(1);
    places.leave('a');
    places.beginClaim()(1, 1);
    expect(reserveAll('a')).toBe(1);
  });

  it('are given back by a release', () => {
    const reservation = places.reserve('a');
    places.release(reservation as NonNullable<typeof reservation>);
    expect(places.free()).toBe(12);
  });

  it('are reserved for nobody from a refusal until a claim has taken all', () => {
    reserveAll('a');
    expect(places.reserve('b')).toBeUndefined();
    places.beginClaim()(2, 3);
    expect(places.reserve('b')).toBeUndefined();
    // Nothing taken says nothing about what is due.
    places.beginClaim()(0, undefined);
    expect(places.reserve('b')).toBeUndefined();
    places.beginClaim()(1, 1);
    expect(places.reserve('b')).toBeDefined();
  });

  it('are reserved for nobody when one was refused while the claim ran', () => {
    const record = places.beginClaim();
    reserveAll('a');
    record(1, 1);
    expect(places.reserve('b')).toBeUndefined();
  });

  it('pass from an execution that ends to its successor, within the share', () => {
    run('a', 4);
    expect(places.reserveSuccessor('a')).toBeDefined();
    run('b', 4);
    expect(places.reserveSuccessor('a')).toBeUndefined();
  });

  it('pass to no successor while others wait for a claim', () => {
    run('a', 1);
    places.beginClaim()(1, 2);
    expect(places.reserveSuccessor('a')).toBeUndefined();
  });
});
