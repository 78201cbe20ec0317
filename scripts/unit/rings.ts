/**
 * The two rings of test files. `npm test` runs the inner one, which guards every change; `npm run test:full` runs both.
 * Every file is in the inner ring unless a row here names it.
 */
import { globSync } from 'node:fs';
import { ROOT } from '../imports.ts';

/** Environment variable with the ring of a run; unset for chosen files, whose tests run in full size. */
export const RING = 'TEST_RING';

/** Rings by their name on the command line. */
export type Ring = 'inner' | 'full';

/** Files of the outer ring with one reason. */
export interface OuterFiles {
  /** Patterns from the root of the repository. */
  readonly files: readonly string[];
  readonly why: string;
}

/** The outer ring: long runs of what shorter tests of the inner ring cover too, and what only a release changes. */
export const OUTER: readonly OuterFiles[] = [
  {
    files: [
      'test/processes/{chaos,core-killed,hosts,soak}.test.ts',
      'test/infra/database-away.test.ts',
      'test/service/bodies/{moves-and-deletions,packed-results}.test.ts',
      'test/infra/restore.test.ts',
    ],
    why: 'kill processes, cut networks, overload a service and move its data; `test/processes/supervisor.test.ts` covers one crash of each process',
  },
  {
    files: [
      'test/processes/{broken-off-calls,hostile-callers,log-commands-service,long-calls}.test.ts',
      'test/gateway/{request/upload-memory,response/unread-answers}.test.ts',
      'test/service/validations/large-results.test.ts',
    ],
    why: 'flood a service in full size; the other tests of gateway and core cover each limit',
  },
  {
    files: [
      'test/analysis/{bombs,fuzz,growth}.test.ts',
      'test/analysis/custom-rules/file-budget.test.ts',
      'test/service/validations/poison-files.test.ts',
    ],
    why: 'analyse the largest hostile and random files; the tests of readers, engine and pool cover each limit',
  },
  {
    files: [
      'test/analysis/{corpus,public-examples,rule-cost}.test.ts',
      'test/analysis/fixes/corpus-fixes.test.ts',
      'test/analysis/metamorphic/{automation-anywhere,blue-prism,power-automate,uipath}.test.ts',
    ],
    why: 'analyse all real files, as `CORPUS_ABSENT` leaves out of the inner ring, and every example again after changes of its form; examples and goldens cover each rule',
  },
  {
    files: [
      'test/policy/dry-run.test.ts',
      'test/service/policy/offline-and-service.test.ts',
      'test/analysis/engine/words-hide-nothing.test.ts',
      'test/analysis/custom-rules/narrowing.test.ts',
    ],
    why: 'compare two ways over the options or examples of every rule; examples and goldens cover each rule',
  },
  {
    files: ['test/repository/{documented-commands,github-action,pipeline-recipes,pipelines}.test.ts'],
    why: 'run the commands and recipes of the documents; `test/cli/` covers each command',
  },
  {
    files: ['test/repository/{cli-package,deployed-roles,package,postgres-roles}.test.ts'],
    why: 'build and start what a release installs',
  },
  {
    files: ['test/contract/spectral.test.ts', 'test/infra/traces.test.ts'],
    why: 'check the style of the OpenAPI document and the spans of a whole service, which few changes touch',
  },
  {
    files: ['test/cli/{offline-formats,policy-dry-run}.test.ts', 'test/processes/start-faults.test.ts'],
    why: 'start the command some hundred times; the other tests of `test/cli/` cover formats, dry runs, errors and names',
  },
  {
    files: ['test/web/verdicts.test.ts'],
    why: 'compare the verdict on every surface; the tests of screens, formats and messages cover each of them',
  },
];

/** Lists all test files. */
export const allTestFiles = (): readonly string[] =>
  globSync('test/**/*.test.ts', { cwd: ROOT })
    .map((file) => file.replaceAll('\\', '/'))
    .sort();

/** Returns the files of the outer ring. */
export const outerFiles = (): ReadonlySet<string> =>
  new Set(
    globSync(
      OUTER.flatMap(({ files }) => files),
      { cwd: ROOT },
    ).map((file) => file.replaceAll('\\', '/')),
  );

/** Lists the test files of a run. */
export function filesOf(ring: Ring): readonly string[] {
  if (ring === 'full') return allTestFiles();
  const outer = outerFiles();
  return allTestFiles().filter((file) => !outer.has(file));
}
