import pg from 'pg';

/**
 * What Postgres is asked while something runs, whoever in this process asks.
 * @param about what a statement has to hold to be among them: services under test do work of their own meanwhile
 */
export async function statementsOf(about: RegExp, run: () => Promise<unknown>): Promise<string[]> {
  const { prototype } = pg.Client;
  const ask = prototype.query;
  const asked: string[] = [];
  // A query that says itself how it is sent has its text as a member, as one in plain form has.
  prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [query] = given;
    asked.push(typeof query === 'string' ? query : String((query as { text?: unknown }).text));
    return Reflect.apply(ask, this, given) as unknown;
  } as typeof ask;
  try {
    await run();
  } finally {
    prototype.query = ask;
  }
  return asked.filter((text) => about.test(text));
}
