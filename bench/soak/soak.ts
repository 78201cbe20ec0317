/** Soak of a service: first light traffic, then a long overload, and the guarantees that must hold meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises';
import { load, type Tallies } from './load.ts';
import { growthOf, percentile, type Role, type Sample, watch } from './samples.ts';
import { type SoakedService, startSoaked } from './service.ts';
import { type Kind, traffic } from './traffic.ts';

export interface SoakOptions {
  /** Duration of the overload. */
  readonly seconds: number;
  /** Factor of the overload over the limits. */
  readonly overload: number;
  /** Share of its limits that the service gets; a short run can only overload small ones. */
  readonly limitFactor?: number;
  /** Called once a second with the progress. */
  onProgress?(text: string): void;
}

/** Guarantee that must hold. */
export interface Check {
  readonly name: string;
  /** True if it is about time or memory: a short run on a busy machine proves nothing about those. */
  readonly isMeasured: boolean;
  readonly passed: boolean;
  readonly found: string;
}

export interface SoakResult {
  readonly checks: readonly Check[];
  readonly quiet: Tallies;
  readonly loud: Tallies;
  readonly samples: ReadonlyMap<Role, readonly Sample[]>;
}

/** Share of the limits for the light traffic, which measures the times of a service with little to do. */
const QUIET_FACTOR = 0.25;
const WARM_UP_SECONDS = 5;
const QUIET_PART = 0.2;
const QUIET_SECONDS_MIN = 5;
const QUIET_SECONDS_MAX = 60;
/** Deadline for the work that was accepted for later. */
const DRAIN_MS_MAX = 120_000;
const SLOWER_MAX = 2;
const GROWTH_PART_MAX = 0.1;
const DESCRIPTORS_GAINED_MAX = 20;

/** Starts a service, soaks it, stops it. */
export async function soak(options: SoakOptions): Promise<SoakResult> {
  const { limitFactor = 1 } = options;
  const service = await startSoaked(limitFactor);
  const { kinds, close } = traffic(service);
  const failures: string[] = [];
  const onFailure = (why: string) => void failures.push(why);
  try {
    const quietSeconds = Math.min(
      QUIET_SECONDS_MAX,
      Math.max(QUIET_SECONDS_MIN, options.seconds * QUIET_PART),
    );
    const phase = (name: string) => (tallies: Tallies, secondsLeft: number) =>
      options.onProgress?.(`${name}, ${Math.ceil(secondsLeft)} s left: ${summary(tallies)}`);
    const calm = { kinds, factor: QUIET_FACTOR * limitFactor, onFailure };
    // The first requests of a fresh service are slow, and would make later ones look fast.
    const first = await load({ ...calm, seconds: WARM_UP_SECONDS, onSecond: phase('warming up') });
    const quiet = await load({ ...calm, seconds: quietSeconds, onSecond: phase('quiet') });
    const endWatch = watch(service, Math.min(5_000, options.seconds * 50));
    const loud = await load({
      kinds,
      factor: options.overload * limitFactor,
      seconds: options.seconds,
      onFailure,
      onSecond: phase('overload'),
    });
    const samples = await endWatch();
    options.onProgress?.('waiting for the work accepted for later');
    const late = await drain(service, [first, quiet, loud]);
    const code = await service.stop();
    return {
      quiet,
      loud,
      samples,
      checks: [
        ...answered(kinds, loud, failures),
        {
          name: 'work accepted for later is done and delivered to webhooks',
          isMeasured: false,
          passed: late === '',
          found: late || 'all of it',
        },
        {
          name: 'the service ends in order',
          isMeasured: false,
          passed: code === 0,
          found: `exit code ${code}`,
        },
        ...kinds.filter(({ isTimed }) => isTimed).map(({ name }) => steady(name, quiet, loud)),
        ...[...samples].flatMap(([role, seen]) => flat(role, seen)),
      ],
    };
  } finally {
    close();
    await service.stop().catch(() => {});
  }
}

/** Formats the requests so far as one line. */
function summary(tallies: Tallies): string {
  const sum = (outcome: 'accepted' | 'rejected' | 'failed') =>
    [...tallies.values()].reduce((total, { counts }) => total + counts[outcome], 0);
  return `${sum('accepted')} accepted, ${sum('rejected')} rejected, ${sum('failed')} failed`;
}

function answered(kinds: readonly Kind[], loud: Tallies, failures: readonly string[]): readonly Check[] {
  const [first = ''] = failures;
  return [
    {
      name: 'every response is a success or a rejection with a time to retry',
      isMeasured: false,
      passed: failures.length === 0,
      found: failures.length === 0 ? summary(loud) : `${failures.length} were not, as ${first}`,
    },
    ...kinds.map(({ name }) => {
      const { accepted } = loud.get(name)!.counts;
      return {
        name: `${name}: served under overload`,
        isMeasured: false,
        passed: accepted > 0,
        found: `${accepted} accepted`,
      };
    }),
    {
      name: 'the load exceeds the limits',
      isMeasured: false,
      passed: [...loud.values()].some(({ counts }) => counts.rejected > 0),
      found: summary(loud),
    },
  ];
}

/** Waits until every accepted validation has been delivered. Returns a description of the missing events. */
async function drain(service: SoakedService, phases: readonly Tallies[]): Promise<string> {
  const accepted = (name: string) =>
    phases.reduce((sum, tallies) => sum + tallies.get(name)!.counts.accepted, 0);
  const files = accepted('validate, REST') + accepted('validate, gRPC') + accepted('validate later');
  const deadline = Date.now() + DRAIN_MS_MAX;
  while (Date.now() < deadline) {
    if (service.received() >= files) return '';
    await sleep(200);
  }
  return `${service.received()} of at least ${files} events were delivered`;
}

function steady(name: string, quiet: Tallies, loud: Tallies): Check {
  const [before, under] = [quiet, loud].map((tallies) => percentile(tallies.get(name)!.acceptedMs, 0.99));
  return {
    name: `${name}: p99 of accepted requests at most doubles`,
    isMeasured: true,
    passed: under! <= before! * SLOWER_MAX,
    found: `${before!.toFixed(1)} ms → ${under!.toFixed(1)} ms`,
  };
}

function flat(role: Role, samples: readonly Sample[]): readonly Check[] {
  const memory = growthOf(samples, ({ residentBytes }) => residentBytes);
  const descriptors = growthOf(samples, (sample) => sample.descriptors);
  const mb = (bytes: number) => (bytes / 1e6).toFixed(1);
  return [
    {
      name: `${role}: memory is flat over the second half`,
      isMeasured: true,
      passed: memory.gained <= memory.mean * GROWTH_PART_MAX,
      found: `${memory.gained < 0 ? '' : '+'}${mb(memory.gained)} MB at ${mb(memory.mean)} MB`,
    },
    {
      name: `${role}: descriptors are flat over the second half`,
      isMeasured: true,
      passed: descriptors.gained <= DESCRIPTORS_GAINED_MAX,
      found: `${descriptors.gained < 0 ? '' : '+'}${descriptors.gained.toFixed(1)} at ${descriptors.mean.toFixed(0)}`,
    },
  ];
}
