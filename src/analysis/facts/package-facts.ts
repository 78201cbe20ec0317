/** Shape of a file of facts: rows of text, which take little memory until they are needed. */

/** Facts about the activities of one package, each with its source. */
export interface PackageFacts {
  readonly name: string;
  /** Version that the pages describe; '' for pages without one. */
  readonly version: string;
  /** Folder of the pages in the vendor's reference. A row names its page if that is not named like the activity. */
  readonly source: string;
  /** `Activity #Page @Scope Property!>:Type …`: `!` marks a required property, `>` one that the activity writes. */
  readonly activities: string;
  /** `Enumeration Member …` */
  readonly enumerations?: string;
  /** Settings that exclude or need each other; see `setting-facts.ts`. */
  readonly settings?: string;
  /** Texts that properties take; see `value-facts.ts`. */
  readonly values?: string;
  /** Versions of the package with a defect; see `defect-facts.ts`. */
  readonly defects?: string;
}

/** Returns the facts of each activity type, in the order of the rows. */
export function factsByType<Facts>(
  rows: readonly (readonly [type: string, facts: Facts])[],
): ReadonlyMap<string, readonly Facts[]> {
  const entries = Map.groupBy(rows, ([type]) => type);
  return new Map([...entries].map(([type, all]) => [type, all.map(([, facts]) => facts)]));
}

/** Yields the rows of a table of facts. */
export function rowsOf(table: string | undefined): readonly string[] {
  return table === undefined ? [] : table.trim().split('\n');
}
