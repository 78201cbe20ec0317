/** Releases of what something holds until it ends. */

/** List of releases, each of which runs once. */
export interface Releases {
  /** Adds a release; it runs at once if the list has run. */
  add(release: () => void): void;
  /** Runs all releases in their order, also when one throws. @throws the first error of a release */
  run(): void;
}

/** Creates an empty list. */
export function createReleases(): Releases {
  const waiting: (() => void)[] = [];
  let hasRun = false;
  return {
    add(release) {
      if (hasRun) release();
      else waiting.push(release);
    },
    run() {
      hasRun = true;
      const failures: unknown[] = [];
      for (const release of waiting.splice(0)) {
        try {
          release();
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}
