import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { insertSelected, TenantTx } from '../index.ts';
import { AccountDatabase, type AccountDb, type AccountTables, addAccount } from '../testing/account-database.ts';

describe('a transaction', () => {
  let accounts: AccountDatabase;
  let db: AccountDb;

  beforeAll(async () => {
    accounts = await AccountDatabase.create(4);
  });
  afterAll(() => accounts.drop());
  beforeEach(() => {
    db = accounts.tenant();
  });

  const names = async () => (await db.selectFrom('accounts').select('name').orderBy('name').execute()).map(({ name }) => name);
  const FAULT = { text: 'select 1 / 0' };

  it('commits all of its work and returns its result', async () => {
    const ids = await db.transaction(async (tx) => [await addAccount(tx, { name: 'a' }), await addAccount(tx, { name: 'b' })]);
    expect(ids).toHaveLength(2);
    expect(await names()).toEqual(['a', 'b']);
  });

  it('sees its own work, which nobody else does before it ends', async () => {
    await db.transaction(async (tx) => {
      await addAccount(tx);
      expect(await tx.selectFrom('accounts').select('name').execute()).toHaveLength(1);
      expect(await names()).toEqual([]);
    });
    expect(await names()).toEqual(['account']);
  });

  it.each([
    [
      'the work fails',
      async () => {
        throw new Error('no');
      },
      'no',
    ],
    ['a statement fails', (tx: TenantTx<never>) => tx.execute(FAULT, []), 'division by zero'],
  ])('leaves nothing when %s', async (_, fail, message) => {
    await expect(
      db.transaction(async (tx) => {
        await addAccount(tx);
        await fail(tx as never);
      }),
    ).rejects.toThrow(message);
    expect(await names()).toEqual([]);
  });

  it('that goes on after a failed statement fails as a whole, instead of losing its work in silence', async () => {
    await expect(
      db.transaction(async (tx) => {
        await addAccount(tx);
        await tx.execute(FAULT, []).catch(() => {});
      }),
    ).rejects.toThrow('rolled back instead of committed');
    expect(await names()).toEqual([]);
  });

  it('asked for within another is part of it', async () => {
    await expect(
      db.transaction(async (outer) => {
        await outer.transaction(async (inner) => {
          expect(inner).toBe(outer);
          await addAccount(inner);
        });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await names()).toEqual([]);
  });

  it('that does nothing takes nothing from the server', async () => {
    expect(await db.transaction(async () => 7)).toBe(7);
  });

  describe('with statements for its end', () => {
    const INSERT = 'insert into accounts (account_id, name) values ($1, $2)';

    it('sends them in their order, after everything else', async () => {
      await db.transaction(async (tx) => {
        for (const name of ['first', 'second', 'third']) {
          tx.atCommit(insertSelected('accounts (account_id, name)', "select $1::uuid, $2 || ' of ' || count(*) from accounts"), [
            randomUUID(),
            name,
          ]);
        }
        await addAccount(tx, { name: 'at once' });
        expect(await tx.selectFrom('accounts').select('name').execute()).toHaveLength(1);
      });
      expect(await names()).toEqual(['at once', 'first of 1', 'second of 2', 'third of 3']);
    });

    it('sends them even if there is nothing else', async () => {
      await db.transaction(async (tx) => {
        tx.atCommit(INSERT, [randomUUID(), 'only']);
      });
      expect(await names()).toEqual(['only']);
    });

    it('sends none when the work fails', async () => {
      await expect(
        db.transaction(async (tx) => {
          tx.atCommit(INSERT, [randomUUID(), 'x']);
          throw new Error('no');
        }),
      ).rejects.toThrow('no');
      expect(await names()).toEqual([]);
    });

    it('leaves nothing when one of them fails, and says which was the first', async () => {
      let called = false;
      await expect(
        db.transaction(async (tx) => {
          await addAccount(tx);
          tx.afterCommit(() => {
            called = true;
          });
          tx.atCommit(INSERT, [randomUUID(), 'x']);
          tx.atCommit('insert into accounts (account_id, name) values ($1, null)', [randomUUID()]);
          tx.atCommit(INSERT, [randomUUID(), 'y']);
        }),
      ).rejects.toMatchObject({ code: '23502' });
      expect({ called, names: await names() }).toEqual({ called: false, names: [] });
    });

    it('leaves nothing when the commit itself fails', async () => {
      let called = false;
      await expect(
        db.transaction(async (tx) => {
          tx.afterCommit(() => {
            called = true;
          });
          await tx.insertInto('pledges').values({ pledge_id: randomUUID(), account_id: randomUUID() }).execute();
        }),
        // A node of Citus that does not commit is told of without its reason.
      ).rejects.toMatchObject({ code: process.env['PSA_TEST_ENGINE'] === 'citus' ? 'XX000' : '23503' });
      expect(called).toBe(false);
    });
  });

  describe('with statements for its end whose rows are read', () => {
    const INSERT = 'insert into accounts (account_id, name) values ($1, $2) returning name';
    const NAMES = 'select name from accounts order by name';
    type Named = { name: string };

    it('gives their rows once it is durable, and sends them ahead of the others', async () => {
      const read: string[] = [];
      await db.transaction(async (tx) => {
        tx.atCommit('update accounts set name = $1 where name = $2', ['after', 'first']);
        tx.readAtCommit<Named>(INSERT, [randomUUID(), 'first'], (rows) => read.push(...rows.map(({ name }) => name)));
        tx.readAtCommit<Named>(NAMES, [], (rows) => read.push(`all: ${rows.map(({ name }) => name)}`));
        await addAccount(tx, { name: 'at once' });
        expect(read).toEqual([]);
      });
      expect(read).toEqual(['first', 'all: at once,first']);
      expect(await names()).toEqual(['after', 'at once']);
    });

    it('needs nothing else', async () => {
      const read: Named[] = [];
      await db.transaction(async (tx) => tx.readAtCommit<Named>(INSERT, [randomUUID(), 'only'], (rows) => read.push(...rows)));
      expect(read).toEqual([{ name: 'only' }]);
      expect(await names()).toEqual(['only']);
    });

    it('leaves nothing and gives nothing when one of them fails, and says which', async () => {
      const read: unknown[] = [];
      await expect(
        db.transaction(async (tx) => {
          await addAccount(tx);
          tx.readAtCommit(INSERT, [randomUUID(), 'x'], (rows) => read.push(...rows));
          tx.readAtCommit('select 1 / $1::int', [0], (rows) => read.push(...rows));
          tx.atCommit(INSERT, [randomUUID(), 'y']);
        }),
      ).rejects.toMatchObject({ code: '22012' });
      expect([read, await names()]).toEqual([[], []]);
    });

    it('gives nothing when one without rows fails after them', async () => {
      const read: unknown[] = [];
      await expect(
        db.transaction(async (tx) => {
          tx.readAtCommit(INSERT, [randomUUID(), 'x'], (rows) => read.push(...rows));
          tx.atCommit('insert into accounts (account_id, name) values ($1, null)', [randomUUID()]);
        }),
      ).rejects.toMatchObject({ code: '23502' });
      expect([read, await names()]).toEqual([[], []]);
    });
  });

  it('fails where a statement waits longer for a lock than is allowed, and leaves no bound behind', async () => {
    const bound = async () => (await db.execute({ text: "select current_setting('lock_timeout') as bound" }, [])).rows;
    const before = await bound();
    const holder = await accounts.database.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select pg_advisory_xact_lock(7134)');
      const waiting = db.transaction(async (tx) => {
        await tx.boundLockWait(50);
        await tx.execute({ text: 'select pg_advisory_xact_lock(7134)' }, []);
      });
      await expect(waiting).rejects.toMatchObject({ code: '55P03' });
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    expect(await bound()).toEqual(before);
  });

  describe('with something to undo when it is rolled back', () => {
    const noting = (called: string[], tx: TenantTx<AccountTables>, name: string) => tx.afterRollback(() => called.push(name));

    it('does it when the work fails', async () => {
      const called: string[] = [];
      await expect(
        db.transaction(async (tx) => {
          noting(called, tx, 'undone');
          throw new Error('no');
        }),
      ).rejects.toThrow('no');
      expect(called).toEqual(['undone']);
    });

    it('does it when the commit fails', async () => {
      const called: string[] = [];
      await expect(
        db.transaction(async (tx) => {
          noting(called, tx, 'undone');
          tx.atCommit('select 1 / $1::int', [0]);
        }),
      ).rejects.toMatchObject({ code: '22012' });
      expect(called).toEqual(['undone']);
    });

    it('does it once for an attempt that failed, and not for the rest that is durable', async () => {
      const called: string[] = [];
      await db.transaction(async (tx) => {
        noting(called, tx, 'all');
        const failing = tx.attempt(async () => {
          noting(called, tx, 'attempt');
          throw new Error('no');
        });
        await expect(failing).rejects.toThrow('no');
        expect(called).toEqual(['attempt']);
      });
      expect(called).toEqual(['attempt']);
    });
  });

  describe('with something to do after it', () => {
    it('does it in order, when the work is there for all to see', async () => {
      const done: string[] = [];
      let visible: Promise<string[]> | undefined;
      await db.transaction(async (tx) => {
        tx.afterCommit(() => {
          done.push('first');
          visible = names();
        });
        tx.afterCommit(() => {
          done.push('second');
        });
        await addAccount(tx);
        expect(done).toEqual([]);
      });
      expect(done).toEqual(['first', 'second']);
      expect(await visible).toEqual(['account']);
    });

    it('has committed all the same when that fails', async () => {
      await expect(
        db.transaction(async (tx) => {
          tx.afterCommit(() => {
            throw new Error('afterwards');
          });
          await addAccount(tx);
        }),
      ).rejects.toThrow('afterwards');
      expect(await names()).toEqual(['account']);
    });
  });

  describe('of several causes', () => {
    const together = (other: AccountDb, work: (mine: TenantTx<AccountTables>, theirs: TenantTx<AccountTables>) => Promise<void>) =>
      TenantTx.runTogether<AccountTables, void>(accounts.database, (as) => work(as(db.context), as(other.context)));
    const namesOf = async (tenant: AccountDb) =>
      (await tenant.selectFrom('accounts').select('name').orderBy('name').execute()).map(({ name }) => name);
    const INSERT = 'insert into accounts (account_id, name) values ($1, $2)';

    it('shows and takes each piece the rows of its own tenant alone, also when they are interleaved', async () => {
      const other = accounts.tenant();
      await together(other, async (mine, theirs) => {
        await Promise.all([addAccount(mine, { name: 'a' }), addAccount(theirs, { name: 'b' }), addAccount(mine, { name: 'c' })]);
        theirs.atCommit(INSERT, [randomUUID(), 'd']);
        mine.atCommit(INSERT, [randomUUID(), 'e']);
        const seen = await Promise.all([mine, theirs].map((tx) => tx.selectFrom('accounts').select('name').orderBy('name').execute()));
        expect(seen.map((rows) => rows.map(({ name }) => name))).toEqual([['a', 'c'], ['b']]);
      });
      expect([await namesOf(db), await namesOf(other)]).toEqual([
        ['a', 'c', 'e'],
        ['b', 'd'],
      ]);
    });

    it('leaves nothing of any piece when one fails', async () => {
      const other = accounts.tenant();
      await expect(
        together(other, async (mine, theirs) => {
          await addAccount(mine, { name: 'a' });
          await addAccount(theirs, { name: 'b' });
          throw new Error('no');
        }),
      ).rejects.toThrow('no');
      expect([await namesOf(db), await namesOf(other)]).toEqual([[], []]);
    });
  });

  describe('that has ended', () => {
    it("takes no more statements: its connection is somebody else's by then", async () => {
      const kept = await db.transaction(async (tx) => tx);
      await expect(addAccount(kept)).rejects.toThrow('The transaction has ended');
      expect(() => {
        kept.atCommit('select 1', []);
      }).toThrow('The transaction has ended');
      expect(() => {
        kept.afterCommit(() => {});
      }).toThrow('The transaction has ended');
    });

    it('stops the half of its work that did not fail', async () => {
      const gate = Promise.withResolvers<void>();
      const late = Promise.withResolvers<unknown>();
      await expect(
        db.transaction((tx) =>
          Promise.all([tx.execute(FAULT, []), gate.promise.then(() => addAccount(tx, { name: 'late' })).then(late.resolve, late.resolve)]),
        ),
      ).rejects.toMatchObject({ code: '22012' });
      gate.resolve();
      expect(await late.promise).toMatchObject({ message: 'The transaction has ended' });
      expect(await names()).toEqual([]);
    });
  });

  it('is run again when it was the victim of a deadlock', async () => {
    const [a, b] = [await addAccount(db), await addAccount(db)];
    const bothLocked = barrier(2);
    let runs = 0;
    const raise = (first: string, second: string) =>
      db.transaction(async (tx) => {
        runs++;
        await tx
          .updateTable('accounts')
          .set(({ eb }) => ({ balance: eb('balance', '+', 1) }))
          .where('account_id', '=', first)
          .execute();
        await bothLocked();
        await tx
          .updateTable('accounts')
          .set(({ eb }) => ({ balance: eb('balance', '+', 1) }))
          .where('account_id', '=', second)
          .execute();
      });
    await Promise.all([raise(a, b), raise(b, a)]);
    expect(await db.selectFrom('accounts').select('balance').execute()).toEqual([{ balance: 2 }, { balance: 2 }]);
    // The one that runs again may meet the other once more.
    expect(runs).toBeGreaterThan(2);
  });

  it('is not run again for any other fault', async () => {
    let runs = 0;
    await expect(
      db.transaction(async (tx) => {
        runs++;
        await tx.execute(FAULT, []);
      }),
    ).rejects.toMatchObject({ code: '22012' });
    expect(runs).toBe(1);
  });

  it('gives up after three repeats', async () => {
    let runs = 0;
    await expect(
      db.transaction(async () => {
        runs++;
        throw Object.assign(new Error('again'), { code: '40001' });
      }),
    ).rejects.toThrow('again');
    expect(runs).toBe(4);
  });

  it('gives its connection back whatever happens', async () => {
    const { pool } = accounts.database;
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        db
          .transaction(async (tx) => {
            if (index % 3 === 0) throw new Error('no');
            if (index % 3 === 1) await tx.execute(FAULT, []);
            await addAccount(tx);
          })
          .catch(() => {}),
      ),
    );
    expect(pool.totalCount - pool.idleCount).toBe(0);
    expect(await names()).toHaveLength(16);
  });
});

/** Lets each pass once as many have come, and everybody after that. */
function barrier(parties: number): () => Promise<void> {
  const open = Promise.withResolvers<void>();
  return () => {
    if (--parties <= 0) open.resolve();
    return open.promise;
  };
}
