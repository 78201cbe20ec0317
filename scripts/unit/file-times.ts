/** What each test file of a run has taken: processor time, which other programs do not lengthen, and time on the clock. */
import { relative } from 'node:path';
import { ROOT } from '../imports.ts';

/** Number of files in the list of the slowest. */
const SLOWEST_SHOWN = 10;

/** A line of `test/support/file-outcomes.mjs`. */
export type Outcome = { readonly failed: string } | { readonly ended: string; readonly ms: number };

/** Time of a file, or of a process that several files shared. */
export interface FileTime {
  readonly file: string;
  /** With the ended children of its process, on Linux; without the shared Postgres. */
  readonly processorMs: number;
  /** Null without an outcome. */
  readonly ms?: number | null;
}

const nameOf = (file: string): string => (file.startsWith(ROOT) ? relative(ROOT, file) : file);

/** Joins the two lists, the largest processor time first. */
export function timesOf(outcomes: readonly Outcome[], measured: readonly FileTime[]): readonly FileTime[] {
  const passed = new Map(
    outcomes.flatMap((outcome) => ('ended' in outcome ? [[nameOf(outcome.ended), outcome.ms] as const] : [])),
  );
  return measured
    .map(({ file, processorMs }) => ({
      file: nameOf(file),
      processorMs,
      ms: passed.get(nameOf(file)) ?? null,
    }))
    .sort((a, b) => b.processorMs - a.processorMs);
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1);

/** Lists the test files that took longest; empty for a run of a few files. */
export function describeSlowest(times: readonly FileTime[]): string {
  const files = times.filter(({ file }) => file.startsWith('test/'));
  if (files.length < SLOWEST_SHOWN) return '';
  const lines = files
    .slice(0, SLOWEST_SHOWN)
    .map(({ file, processorMs }) => `${seconds(processorMs).padStart(6)} s  ${file}`);
  return ['largest processor times; build/test-times.tsv has all:', ...lines, ''].join('\n');
}

/** Writes a table of all times, separated by tabs. */
export function timesTable(times: readonly FileTime[]): string {
  const rows = times.map(({ file, processorMs, ms }) =>
    [seconds(processorMs), typeof ms === 'number' ? seconds(ms) : '', file].join('\t'),
  );
  return ['processor s\tclock s\tfile', ...rows, ''].join('\n');
}
