/** Model of an installation's size: from validations a day to processors, disk and money. */
import { OLD_RESULTS, type ValidationCost } from './measures.ts';

/** Assumptions of the model, which the page states. */
export const ASSUMPTIONS = {
  /** Busiest minute of a working day, as a multiple of the mean. */
  peakFactor: 5,
  /** Share of a processor that is used at the peak, so that waits stay short. */
  busyShare: 0.6,
  /** Processors of each role and of the database at the least: two hosts, one of which may fail. */
  processorsMin: 2,
  retentionDays: 400,
  /** Bytes of an answer that leave. */
  answerBytes: 10_000,
  /** Dollars of a processor's hour of roles and of a managed database. */
  roleHour: 0.04,
  databaseHour: 0.1,
  /** Dollars of a gigabyte: of the database's disk and of a bucket each month, and of traffic that leaves. */
  diskMonth: 0.115,
  bucketMonth: 0.023,
  egress: 0.09,
  /** Processors of the largest usual database server, its durable commits a second, and bytes of WAL a second. */
  writerProcessors: 32,
  writerCommits: 10_000,
  writerWalBytes: 200e6,
} as const;

const DAY_S = 86_400;
const MONTH_HOURS = 730;
const MONTH_DAYS = 30;
const GB = 1e9;

/** Size of an installation. */
export interface InstallationSize {
  readonly peakPerSecond: number;
  readonly coreProcessors: number;
  readonly gatewayProcessors: number;
  readonly jobsProcessors: number;
  readonly databaseProcessors: number;
  readonly diskGb: number;
  readonly dollarsMonth: number;
  /** The same with a bucket for old results. */
  readonly withBucket: { readonly diskGb: number; readonly dollarsMonth: number };
}

/** Returns the size for so many validations a day. */
export function sizeFor(perDay: number, cost: ValidationCost): InstallationSize {
  const a = ASSUMPTIONS;
  const peakPerSecond = (perDay / DAY_S) * a.peakFactor;
  const processors = (ms: number) =>
    Math.max(a.processorsMin, Math.ceil((peakPerSecond * ms) / 1000 / a.busyShare));
  const coreProcessors = processors(cost.coreMs);
  const gatewayProcessors = processors(cost.gatewayMs);
  const jobsProcessors = processors(cost.jobsMs);
  const databaseProcessors = processors(cost.postgresMs);
  const diskGb = (perDay * a.retentionDays * cost.storedBytes) / GB;
  const roles = (coreProcessors + gatewayProcessors + jobsProcessors) * a.roleHour;
  const hours = (roles + databaseProcessors * a.databaseHour) * MONTH_HOURS;
  const egress = ((perDay * MONTH_DAYS * a.answerBytes) / GB) * a.egress;
  const { inlineDays, share, bucketBytes } = OLD_RESULTS;
  const oldDays = a.retentionDays - inlineDays;
  const diskWithBucketGb = (perDay * cost.storedBytes * (inlineDays + oldDays * share)) / GB;
  const bucketGb = (perDay * bucketBytes * oldDays) / GB;
  return {
    peakPerSecond,
    coreProcessors,
    gatewayProcessors,
    jobsProcessors,
    databaseProcessors,
    diskGb,
    dollarsMonth: hours + egress + diskGb * a.diskMonth,
    withBucket: {
      diskGb: diskWithBucketGb,
      dollarsMonth: hours + egress + diskWithBucketGb * a.diskMonth + bucketGb * a.bucketMonth,
    },
  };
}

/** Validations a second at which each part of one writer ends. */
export function writerEnds(cost: ValidationCost): Readonly<Record<'processors' | 'commits' | 'wal', number>> {
  const a = ASSUMPTIONS;
  return {
    processors: (a.writerProcessors * a.busyShare * 1000) / cost.postgresMs,
    commits: a.writerCommits / cost.commits,
    wal: a.writerWalBytes / cost.walBytes,
  };
}
