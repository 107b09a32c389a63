import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { assertOutsideTransaction, guardOutsideCalls } from '../index.ts';
import { AccountDatabase } from '../testing/account-database.ts';
import { Replica } from './replica.ts';

interface BookCopy {
  readonly book_id: string;
  readonly title: string;
}

const books = new Replica<BookCopy, 'book_id'>({
  table: 'book_replicas',
  key: 'book_id',
  unknown: { title: '' },
  called: 'a book of this library',
});
const never = () => Promise.reject(new Error('asked without need'));

describe('Replica', () => {
  let accounts: AccountDatabase;
  beforeAll(async () => {
    accounts = await AccountDatabase.create();
  });
  afterAll(() => accounts.drop());

  it('ends with the newest fact, in whatever order and however often facts arrive', async () => {
    const fact = fc.record({ version: fc.integer({ min: 1, max: 8 }), gone: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(fact, { minLength: 1, maxLength: 12 }), async (facts) => {
        const db = accounts.tenant();
        const book_id = randomUUID();
        // One version is one fact.
        const told = new Map(facts.map((one) => [one.version, one]));
        for (const { version } of facts) {
          const isGone = told.get(version)?.gone;
          await (isGone ? books.forget(db, { book_id }, version) : books.keep(db, { book_id, title: `title ${version}` }, version));
        }
        const newest = Math.max(...told.keys());
        // What is gone is called what the fact just before said. When that has not been told, an older one may be all there is.
        const titled = [newest, newest - 1].find((version) => told.get(version)?.gone === false);
        expect(await books.find(db, book_id)).toMatchObject({
          version: newest,
          is_deleted: told.get(newest)?.gone,
          ...(titled !== undefined && { title: `title ${titled}` }),
        });
      }),
      { numRuns: 20 },
    );
  });

  it('takes over many facts at once as it does one after another, and tells which are the newest', async () => {
    const ids = Array.from({ length: 40 }, () => randomUUID());
    const some = fc.array(fc.record({ book_id: fc.constantFrom(...ids), version: fc.integer({ min: 1, max: 5 }) }), { maxLength: 60 });
    // At that version a book is gone, with nothing after it.
    const rounds = fc.record({ goneAt: fc.integer({ min: 2, max: 7 }), rounds: fc.array(some, { maxLength: 4 }) });
    await fc.assert(
      fc.asyncProperty(rounds, async ({ goneAt, rounds }) => {
        const [together, apart] = [accounts.tenant(), accounts.tenant()];
        for (const round of rounds) {
          for (const { book_id, version } of round)
            if (version === goneAt) for (const db of [together, apart]) await books.forget(db, { book_id }, version);
          const facts = round
            .filter(({ version }) => version < goneAt)
            .map(({ book_id, version }) => ({ fact: { book_id, title: `title ${version}` }, version }));
          const newest = await books.keepAll(together, facts);
          const keptApart = new Set<string>();
          for (const { fact, version } of facts) if (await books.keep(apart, fact, version)) keptApart.add(fact.book_id);
          expect([...newest].toSorted()).toEqual([...keptApart].toSorted());
        }
        const all = [await books.findAll(together, ids), await books.findAll(apart, ids)];
        expect(Object.fromEntries(all[0] ?? [])).toEqual(Object.fromEntries(all[1] ?? []));
      }),
      { numRuns: 20 },
    );
  });

  it('goes on telling what something that is gone was called', async () => {
    const db = accounts.tenant();
    const book_id = randomUUID();
    await books.keep(db, { book_id, title: 'Emma' }, 1);
    expect(await books.forget(db, { book_id }, 2)).toBe(true);
    expect(await books.find(db, book_id)).toEqual({ book_id, title: 'Emma', is_deleted: true, version: 2 });
    expect(await books.findOrAsk(db, book_id, never)).toBeUndefined();
  });

  it('calls what is gone what it was called last, also when that comes late, and does not bring it back', async () => {
    const db = accounts.tenant();
    const book_id = randomUUID();
    await books.keep(db, { book_id, title: 'Emma' }, 1);
    await books.forget(db, { book_id }, 3);
    expect(await books.keep(db, { book_id, title: 'Erased' }, 2)).toBe(false);
    expect(await books.find(db, book_id)).toEqual({ book_id, title: 'Erased', is_deleted: true, version: 3 });
    await books.keep(db, { book_id, title: 'Emma' }, 1);
    expect((await books.find(db, book_id))?.title).toBe('Erased');
  });

  it('tells the names of several, those of tenants of their own, and a change of this process at once', async () => {
    const [db, other] = [accounts.tenant(), accounts.tenant()];
    const [first, second] = [randomUUID(), randomUUID()];
    const titles = async (of: typeof db) =>
      [...(await books.remembered(of, [first, null, second, first, randomUUID()]))].map(([id, { title }]) => [id, title]).toSorted();
    await books.keep(db, { book_id: first, title: 'Emma' }, 1);
    expect(await titles(db)).toEqual([[first, 'Emma']]);
    await books.keep(db, { book_id: first, title: 'Emma, revised' }, 2);
    await books.keep(db, { book_id: second, title: 'Ulysses' }, 1);
    await books.forget(db, { book_id: second }, 2);
    expect(await titles(db)).toEqual(
      [
        [first, 'Emma, revised'],
        [second, 'Ulysses'],
      ].toSorted(),
    );
    expect(await titles(other)).toEqual([]);
  });

  it('does not ask again for a name it read a moment ago', async () => {
    const db = accounts.tenant();
    const book_id = randomUUID();
    await books.keep(accounts.tenant(), { book_id, title: 'Emma' }, 1);
    await db.execute({ text: "insert into book_replicas (book_id, title, is_deleted, version) values ($1, 'Emma', false, 1)" }, [book_id]);
    expect((await books.remembered(db, [book_id])).get(book_id)?.title).toBe('Emma');
    await db.execute({ text: "update book_replicas set title = 'Changed by another process' where book_id = $1" }, [book_id]);
    expect((await books.remembered(db, [book_id])).get(book_id)?.title).toBe('Emma');
  });

  it('empties what is gone where nothing shows it any more', async () => {
    const emptied = new Replica<BookCopy, 'book_id'>({
      table: 'book_replicas',
      key: 'book_id',
      unknown: { title: '' },
      emptiesGone: true,
      called: 'a book',
    });
    const db = accounts.tenant();
    const book_id = randomUUID();
    await emptied.keep(db, { book_id, title: 'Emma' }, 1);
    await emptied.forget(db, { book_id }, 3);
    await emptied.keep(db, { book_id, title: 'Emma, revised' }, 2);
    expect(await emptied.find(db, book_id)).toEqual({ book_id, title: '', is_deleted: true, version: 3 });
  });

  it('asks the owner outside of the transaction that misses a copy, and runs it again', async () => {
    const db = accounts.tenant();
    const [book_id, unknown] = [randomUUID(), randomUUID()];
    const log: string[] = [];
    const ask = async (id: string) => {
      assertOutsideTransaction('A call');
      log.push(id === book_id ? 'asked for it' : 'asked for nothing');
      return id === book_id ? { book_id, title: 'Emma', version: 3 } : null;
    };
    guardOutsideCalls(true);
    const title = await db
      .transaction(async (tx) => {
        log.push('run');
        const book = await books.require(tx, book_id, 'book_id', () => ask(book_id));
        expect(await books.findOrAsk(tx, unknown, () => ask(unknown))).toBeUndefined();
        return book.title;
      })
      .finally(() => guardOutsideCalls(false));
    expect(title).toBe('Emma');
    expect(log).toEqual(['run', 'asked for it', 'run', 'asked for nothing', 'run']);
  });

  it('asks the owner for a copy that has not arrived, once', async () => {
    const db = accounts.tenant();
    const book_id = randomUUID();
    let asked = 0;
    const ask = () => {
      asked += 1;
      return Promise.resolve({ book_id, title: 'Emma', version: 3 });
    };
    expect(await books.require(db, book_id, 'book_id', ask)).toMatchObject({ title: 'Emma' });
    expect(await books.require(db, book_id, 'book_id', ask)).toMatchObject({ title: 'Emma' });
    expect(asked).toBe(1);
  });

  it('does not ask for what is known to be gone', async () => {
    const db = accounts.tenant();
    const book_id = randomUUID();
    await books.forget(db, { book_id }, 2);
    await expect(books.require(db, book_id, ['loans', 0, 'book_id'], never)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ path: ['loans', 0, 'book_id'], message: 'is not a book of this library', code: 'unknown_reference' }],
    });
  });

  it("is each tenant's own", async () => {
    const [one, two] = [accounts.tenant(), accounts.tenant()];
    const book_id = randomUUID();
    await books.keep(one, { book_id, title: 'Emma' }, 1);
    expect(await books.find(two, book_id)).toBeUndefined();
    await expect(books.require(two, book_id, 'book_id', () => Promise.resolve(null))).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });
});
