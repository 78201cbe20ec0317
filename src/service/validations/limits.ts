/** Limits of validations, of their runs and of reads of results. Each has its unit in its name. */
import { KIB } from '../../units.ts';

export const VALIDATION_LIMITS = {
  /** Findings that a `validation.completed` event lists. */
  eventFindingsMax: 10,
  /** Longest description of a finding inside an event. */
  eventDescriptionCharactersMax: 400,
  /** Longest location of a finding inside an event. */
  eventLocationCharactersMax: 200,
  /** Time that the engine has for one asynchronous validation. */
  asyncRunMsMax: 120_000,
  /** Runs of a validation that a core did not live to see the end of, after which it fails. */
  runsLostMax: 3,
  /** Attempts of the job of a validation: a jobs process that dies uses one up, for any file. */
  runAttemptsMax: 1_000,
  /** Time of one run with its wait for a thread. */
  runCallMsMax: 900_000,
  /** Pause before a run is tried again that the core gave back, or that it was lost with. */
  runAgainMs: 500,
  /** Interval at which a core polls changes by other cores to validations that callers wait for. */
  runLookMs: 500,
  /** Calls of one core that may wait for the end of validations and projects. */
  runWaitersMax: 2_000,
  /** Of these, how many may be those of one organisation. */
  runWaitersOrgMax: 500,
  /** Interval at which the watch of a validation polls by itself. */
  watchMsMax: 30_000,
  /** Deaths of a core, in a row, while it analysed a content, after which that content is rejected. */
  poisonDeathsMax: 2,
  /** Time that such a content is remembered. */
  poisonHoursMax: 24,
  /** Such contents that a core remembers. */
  poisonFilesMax: 1_000,
  /** A file of this size is recorded before its analysis; a smaller one only when the analysis lasts longer than the delay. */
  poisonRecordBytesMin: 256 * KIB,
  /** Delay before a smaller file is recorded. */
  poisonRecordDelayMs: 20,
  /** Age after which a record of another machine is that of a dead core. */
  poisonRecordMsMax: 300_000,
  /** Asynchronous validations of an organisation that may wait. */
  asyncWaitingMax: 2_000,
  /** A result is large when its findings take so many bytes in the database, which compresses them. */
  largeResultBytesMin: 64 * KIB,
  /** Large results that one core reads at once, each of another organisation … */
  largeReadsAtOnceMax: 2,
  /** … and reads of one organisation that may wait for their turn. */
  largeReadsWaitingMax: 12,
  /** Findings of a large result that are read, or encoded, before other calls have their turn. */
  largeReadTurnFindings: 200,
} as const satisfies Readonly<Record<string, number>>;
