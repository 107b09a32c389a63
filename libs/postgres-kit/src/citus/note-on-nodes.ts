import type pg from 'pg';

/**
 * Changes what Citus notes of tables, on each node by itself. While one does not have it yet, the notes before and after have to lead
 * to the same rows.
 * @param client of a superuser, connected to the coordinator
 * @param note a statement that changes nothing where it was run already
 */
export async function noteOnNodes(client: pg.ClientBase, note: string, values: readonly unknown[]): Promise<void> {
  await client.query(note, [...values]);
  const { rows } = await client.query<{ node: string; result: string }>(
    "select nodename || ':' || nodeport as node, result from run_command_on_workers($1) where not success",
    [withValues(note, values)],
  );
  const [failed] = rows;
  if (failed !== undefined) throw new Error(`${failed.node} did not take the notes of tables: ${failed.result}`);
}

/** For what is sent to other nodes as a text. */
function withValues(text: string, values: readonly unknown[]): string {
  return text.replaceAll(/\$(\d)/g, (_, place: string) => `'${String(values[Number(place) - 1])}'`);
}
