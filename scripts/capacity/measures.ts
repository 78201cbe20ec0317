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
  share: 0.54,
  /** Bytes of a result in the bucket. */
  bucketBytes: 220,
} as const;

export const SYNCHRONOUS: ValidationCost = {
  name: 'synchronous, file of 51 KB',
  statements: 8.4,
  commits: 1.2,
  walBytes: 5_700,
  storedBytes: 5_400,
  coreMs: 8.4,
  gatewayMs: 2.5,
  jobsMs: 0.1,
  postgresMs: 3,
};

/** Every kind that was measured. */
export const COSTS: readonly ValidationCost[] = [
  {
    name: 'synchronous, file of 4 KB',
    statements: 8.6,
    commits: 1.1,
    walBytes: 7_600,
    storedBytes: 8_200,
    coreMs: 7.8,
    gatewayMs: 3.3,
    jobsMs: 0,
    postgresMs: 4.6,
  },
  SYNCHRONOUS,
  {
    name: 'asynchronous, file of 51 KB',
    statements: 80,
    commits: 19,
    walBytes: 69_000,
    storedBytes: 62_000,
    coreMs: 20,
    gatewayMs: 2.8,
    jobsMs: 3.2,
    postgresMs: 15.6,
  },
  {
    name: 'file of 51 KB of a project',
    statements: 6.4,
    commits: 0.9,
    walBytes: 18_000,
    storedBytes: 17_300,
    coreMs: 4.8,
    gatewayMs: 0.3,
    jobsMs: 0.3,
    postgresMs: 2.1,
  },
];
