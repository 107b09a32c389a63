/** A test of the released version that asserts what a newer version may change. */
export interface ExcludedTest {
  /** From the root. */
  readonly file: string;
  /** Part of the full name. */
  readonly name: string;
  readonly reason: string;
}

/**
 * Tests whose failure on newer tables says nothing of the handlers: those that compare the list of migrations, or the catalogue of the
 * database, with the version they belong to. Emptied with each release.
 */
export const excludedTests: readonly ExcludedTest[] = [];
