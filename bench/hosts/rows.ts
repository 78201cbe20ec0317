/** Table of the rows: what each proves, how long it may take, and where it stands. */
import type { Row } from './row.ts';

export interface RowEntry {
  readonly title: string;
  /** Time after which the row is ended. */
  readonly secondsMax: number;
  /** True if it also runs the version before this one. */
  readonly readsBefore?: boolean;
  load(): Promise<Row>;
}

export const ROWS = {
  spread: {
    title: 'calls are spread over the cores of one name, also when one dies and one is added',
    secondsMax: 240,
    load: async () => (await import('./rows/spread.ts')).spread,
  },
  scaling: {
    title: 'two and four core hosts do two and four times the work of one',
    secondsMax: 720,
    load: async () => (await import('./rows/scaling.ts')).scaling,
  },
  pooler: {
    title: 'six cores share ten connections through PgBouncer',
    secondsMax: 300,
    load: async () => (await import('./rows/pooler.ts')).pooler,
  },
  jobs: {
    title: 'three hosts of jobs share a flood: each job once, organisations in turns',
    secondsMax: 2_100,
    load: async () => (await import('./rows/jobs.ts')).jobs,
  },
  deliveries: {
    title: 'three hosts deliver webhooks while a receiver and one of them are dead',
    secondsMax: 300,
    load: async () => (await import('./rows/deliveries.ts')).deliveries,
  },
  partition: {
    title: 'hosts that are cut off in the middle of a project lose nothing and do nothing twice',
    secondsMax: 420,
    load: async () => (await import('./rows/partition.ts')).partition,
  },
  upgrade: {
    title: 'the version before and this one serve side by side, with the migration between',
    secondsMax: 300,
    readsBefore: true,
    load: async () => (await import('./rows/upgrade.ts')).upgrade,
  },
  limits: {
    title: 'limits and plans hold over four cores as over one',
    secondsMax: 240,
    load: async () => (await import('./rows/limits.ts')).limits,
  },
  files: {
    title: 'files in S3 are shared by all hosts, and none remains',
    secondsMax: 240,
    load: async () => (await import('./rows/files.ts')).files,
  },
} as const satisfies Readonly<Record<string, RowEntry>>;

export type RowName = keyof typeof ROWS;
