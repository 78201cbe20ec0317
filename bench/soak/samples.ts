/** Memory and processor use of the processes during a soak, from their own metrics. */
import type { SoakedService } from './service.ts';

/** Sample of one process. */
export interface Sample {
  readonly atMs: number;
  readonly residentBytes: number;
  readonly descriptors: number;
}

export type Role = keyof SoakedService['metrics'];

/** Samples every process periodically. Returns a function that stops this and returns the samples. */
export function watch(
  service: SoakedService,
  everyMs: number,
): () => Promise<ReadonlyMap<Role, readonly Sample[]>> {
  const samples = new Map<Role, Sample[]>();
  const look = async () => {
    for (const [role, url] of Object.entries(service.metrics) as [Role, string][]) {
      const text = await fetch(url).then(
        (answer) => answer.text(),
        () => '',
      );
      const value = (name: string) =>
        Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
      const sample = {
        atMs: performance.now(),
        residentBytes: value('process_resident_memory_bytes'),
        descriptors: value('process_open_fds'),
      };
      // A process that does not respond shows in the requests that failed.
      if (Number.isFinite(sample.residentBytes)) samples.set(role, [...(samples.get(role) ?? []), sample]);
    }
  };
  let looking = look();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await looking;
    return samples;
  };
}

/** Returns the growth of a process over the second half, by a linear fit of its samples, and its mean. */
export function growthOf(
  samples: readonly Sample[],
  of: (sample: Sample) => number,
): { readonly gained: number; readonly mean: number } {
  const half = samples.slice(Math.floor(samples.length / 2));
  if (half.length < 3) return { gained: 0, mean: half.length === 0 ? 0 : of(half[0]!) };
  const meanAt = half.reduce((sum, { atMs }) => sum + atMs, 0) / half.length;
  const mean = half.reduce((sum, sample) => sum + of(sample), 0) / half.length;
  const spread = half.reduce((sum, { atMs }) => sum + (atMs - meanAt) ** 2, 0);
  const slope = half.reduce((sum, sample) => sum + (sample.atMs - meanAt) * (of(sample) - mean), 0) / spread;
  return { gained: slope * (half.at(-1)!.atMs - half[0]!.atMs), mean };
}

/** Returns the quantile `part` of the values; NaN of none. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN;
}
