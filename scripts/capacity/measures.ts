/** Cost of one validation as `npm run bench capacity` measured it. The page on capacity follows from these numbers. */

/** Cost of one validation of a kind. */
export interface ValidationCost {
  readonly name: string;
  readonly statements: number;
  readonly commits: number;
  readonly walBytes: number;
  readonly storedBytes: number;
  /** Processor time of each process, in milliseconds. */
  readonly coreMs: number;
  readonly gatewayMs: number;
  readonly jobsMs: number;
  readonly postgresMs: number;
}

/** Old results of real files, as `npm run bench retention` measured them. */
export const OLD_RESULTS = {
  /** Days after which details move to the bucket: the default of `FLOWARDEN_RESULT_INLINE_DAYS`. */
  inlineDays: 30,
  /** Share of the bytes of a result that stays in the database. */
  share: 0.3,
  /** Bytes of a result in the bucket. */
  bucketBytes: 270,
} as const;

export const SYNCHRONOUS: ValidationCost = {
  name: 'synchronous, file of 51 KB',
  statements: 8,
  commits: 1.4,
  walBytes: 5_800,
  storedBytes: 5_500,
  coreMs: 8.7,
  gatewayMs: 2,
  jobsMs: 0,
  postgresMs: 3.2,
};

/** Every kind that was measured. */
export const COSTS: readonly ValidationCost[] = [
  {
    name: 'synchronous, file of 4 KB',
    statements: 8.5,
    commits: 1.1,
    walBytes: 7_900,
    storedBytes: 7_600,
    coreMs: 5.9,
    gatewayMs: 2.7,
    jobsMs: 0,
    postgresMs: 3.4,
  },
  SYNCHRONOUS,
  {
    name: 'asynchronous, file of 51 KB',
    statements: 52,
    commits: 11,
    walBytes: 77_000,
    storedBytes: 47_000,
    coreMs: 14.6,
    gatewayMs: 2.6,
    jobsMs: 2,
    postgresMs: 11.5,
  },
  {
    name: 'file of 51 KB of a project',
    statements: 6.7,
    commits: 0.8,
    walBytes: 18_000,
    storedBytes: 13_400,
    coreMs: 5.6,
    gatewayMs: 0.4,
    jobsMs: 0,
    postgresMs: 2.6,
  },
];
