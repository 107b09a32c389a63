/** What one statement gave. */
export interface Rows<Row> {
  readonly rows: Row[];
  readonly affected: number;
}
