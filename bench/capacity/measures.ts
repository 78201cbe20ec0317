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
  share: 0.28,
  /** Bytes of a result in the bucket. */
  bucketBytes: 270,
} as const;

export const SYNCHRONOUS: ValidationCost = {
  name: 'synchronous, file of 51 KB',
  statements: 7.1,
  commits: 0.9,
  walBytes: 5_700,
  storedBytes: 5_200,
  coreMs: 4.5,
  gatewayMs: 1.4,
  jobsMs: 0,
  postgresMs: 2.9,
};

/** Every kind that was measured. */
export const COSTS: readonly ValidationCost[] = [
  {
    name: 'synchronous, file of 4 KB',
    statements: 7.2,
    commits: 1,
    walBytes: 7_800,
    storedBytes: 7_300,
    coreMs: 4.5,
    gatewayMs: 1.6,
    jobsMs: 0,
    postgresMs: 3.6,
  },
  SYNCHRONOUS,
  {
    name: 'asynchronous, file of 51 KB',
    statements: 51,
    commits: 11,
    walBytes: 88_000,
    storedBytes: 22_000,
    coreMs: 14.4,
    gatewayMs: 2.5,
    jobsMs: 1.9,
    postgresMs: 13.2,
  },
  {
    name: 'file of 51 KB of a project',
    statements: 5.5,
    commits: 0.3,
    walBytes: 18_000,
    storedBytes: 17_000,
    coreMs: 4.1,
    gatewayMs: 0.2,
    jobsMs: 0,
    postgresMs: 2.2,
  },
];
