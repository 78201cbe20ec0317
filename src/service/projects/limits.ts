/** Limits of projects and of the work on their files. Each has its unit in its name. */
import { HOUR_MS, MIB, MINUTE_MS } from '../../units.ts';

export const PROJECT_LIMITS = {
  /** Changes that a comparison with the previous run lists. */
  diffChangesMax: 1_000,
  /** Project validations of an organisation that may run at once. */
  projectsRunningMax: 2,
  /** Projects of an organisation that may wait for others of it. */
  projectsWaitingMax: 20,
  /** Largest directory of an archive; ten thousand entries with long names need a quarter of it. */
  zipDirectoryBytesMax: 16 * MIB,
  /** Longest path of a file in a project, in UTF-8: it is a key of the database, whose keys have an end at 2,704. */
  projectPathBytesMax: 1_024,
  /** Cost of a shard of a project; each file costs its bytes and a little more. */
  projectShardBytes: 4 * MIB,
  /** Files of a shard that are stored with one transaction … */
  projectBatchFilesMax: 128,
  /** … and their content together, unless one file alone is larger. */
  projectBatchBytesMax: 8 * MIB,
  /** Content of archives that a core holds at once. */
  projectBytesInCoreMax: 32 * MIB,
  /** Unchanged files of a project whose results are reused with one transaction. */
  projectReuseFilesMax: 1_000,
  /** Findings in these files, unless one file alone has more. */
  projectReuseFindingsMax: 20_000,
  /** Time that the engine has for one file of a project. */
  projectFileRunMsMax: MINUTE_MS,
  /** Time that the rules across files have for all of them. */
  projectJudgeMsMax: 120_000,
  /** Facts that the files of a project share with each other, in characters of JSON. */
  projectFactsCharactersMax: 64 * MIB,
  /** Files that one answer about a project lists. */
  projectItemsMax: 1_000,
  /** Findings after which a page of them ends; a file is never divided. */
  projectFindingsPageMax: 2_000,
  /** Files that one page of findings looks at. */
  projectFindingsFilesMax: 500,
  /** Blocking findings that one answer about a project lists; their number is exact. */
  projectBlockingMax: 1_000,
  /** Interval at which a watched project is polled. */
  projectLookMs: 500,
  /** Watches of projects in one core, each of which polls by itself. */
  projectWatchesMax: 200,
  /** Of these, how many may be those of one organisation. */
  projectWatchesOrgMax: 50,
  /** The longest watch. */
  projectWatchMsMax: HOUR_MS,
  /** Time of one call to the core for a shard; files that are done by then stay done. */
  projectCallMsMax: 900_000,
  /** Attempts of a job for a project; every death of a jobs process uses one up. */
  projectJobAttemptsMax: 10,
  /** Repeated calls in one attempt after a core is lost. */
  projectCallsMax: 12,
  /** Pause before such a repeated call. */
  projectCallAgainMs: 500,
  /** Silence after which a running project that has lost all its jobs is resumed. */
  projectSilenceMsMax: 120_000,
  /** Most files that a chat message about a project lists. */
  chatWorstFilesMax: 5,
} as const satisfies Readonly<Record<string, number>>;
