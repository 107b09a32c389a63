const READ = 'select extract(epoch from clock_timestamp()) * 1000 as ms';

/**
 * How far this machine's clock is from the database's, in milliseconds: positive when it is ahead. Half of what asking took is taken
 * for the way there.
 * @param query asks the database
 */
export async function clockSkew(query: (text: string) => Promise<readonly { ms: string }[]>): Promise<number> {
  const begun = Date.now();
  const [row] = await query(READ);
  return (begun + Date.now()) / 2 - Number(row?.ms);
}
