/** Latency of one organisation's validations while another one has a backlog. */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Figure } from '../figure.ts';
import { zipOf } from '../inputs/archive.ts';
import { syntheticXaml } from '../inputs/xaml.ts';
import { spread } from '../measure.ts';
import { keyOfNeighbour } from '../neighbour.ts';
import { startService } from '../service.ts';
import { temporaryFolder } from '../temporary.ts';

const FILE_BYTES = 100_000;
const CALLS = 40;
/** Callers of the organisation with the backlog, each with one call at a time. */
const CALLERS = 16;
const QUEUED = 200;
/** Time between two measured calls, so that the rate limit admits each of them. */
const CALL_INTERVAL_MS = 510;
/** Pause of a caller after a rejection. */
const REJECTED_PAUSE_MS = 50;
const PROJECT_FILES = 400;
const BAR = { atMost: 3, stretch: 2 };

/** Function that sends a request as one organisation. */
type Send = (path: string, init?: RequestInit) => Promise<Response>;

function formOf(bytes: Buffer, filename: string): FormData {
  const form = new FormData();
  form.set('platform', 'uipath');
  form.set('file', new Blob([new Uint8Array(bytes)]), filename);
  return form;
}

/** Builds a file as large as all others of its size, and equal to none. */
const xaml = (index: number): Buffer =>
  Buffer.concat([syntheticXaml(FILE_BYTES), Buffer.from(`<!-- ${index} -->`)]);

async function done(answer: Promise<Response>): Promise<Record<string, unknown>> {
  const response = await answer;
  const body = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(`${response.status} ${JSON.stringify(body).slice(0, 500)}`);
  return body;
}

let made = 0;
const validate = (send: Send) =>
  send('/api/v1/validate', { method: 'POST', body: formOf(xaml((made += 1)), 'Main.xaml') });

async function validateLater(send: Send): Promise<void> {
  const body = formOf(xaml((made += 1)), 'Main.xaml');
  const { validationId } = await done(send('/api/v1/validate/async', { method: 'POST', body }));
  await done(send(`/api/v1/results/${validationId}?wait=30`));
}

/** Calls as often as the limits allow. Returns a function that stops the calls. */
function callConstantly(call: () => Promise<Response>): () => Promise<void> {
  let isOver = false;
  const caller = async () => {
    while (!isOver) {
      const response = await call();
      await response.arrayBuffer();
      if (!response.ok && response.status !== 429) throw new Error(`${response.status}`);
      if (!response.ok) await sleep(REJECTED_PAUSE_MS);
    }
  };
  const callers = Array.from({ length: CALLERS }, caller);
  return async () => {
    isOver = true;
    await Promise.all(callers);
  };
}

async function submitMany(send: Send): Promise<() => Promise<void>> {
  for (let i = 0; i < QUEUED; i += 1) {
    const body = formOf(xaml((made += 1)), 'Main.xaml');
    await done(send('/api/v1/validate/async', { method: 'POST', body }));
  }
  return async () => {};
}

async function submitProjects(send: Send): Promise<() => Promise<void>> {
  for (let project = 0; project < 2; project += 1) {
    const files = Array.from(
      { length: PROJECT_FILES },
      (_, i) => [`File${i}.xaml`, xaml((made += 1))] as const,
    );
    const body = new FormData();
    body.set('file', new Blob([new Uint8Array(zipOf(files))]), 'project.zip');
    await done(send('/api/v1/validate/project', { method: 'POST', body }));
  }
  return async () => {};
}

/** Backlogs by name; each returns a function that ends it. */
const BACKLOGS: Readonly<Record<string, (send: Send) => Promise<() => Promise<void>>>> = {
  synchronous: async (send) => callConstantly(() => validate(send)),
  reads: async (send) => callConstantly(() => send('/api/v1/validations?pageSize=100')),
  asynchronous: submitMany,
  projects: submitProjects,
};

async function timesOf(call: () => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let i = 0; i < CALLS; i += 1) {
    const begun = performance.now();
    await call();
    times.push(performance.now() - begun);
    await sleep(Math.max(0, begun + CALL_INTERVAL_MS - performance.now()));
  }
  return times;
}

/** Measures the neighbours: both ways of a validation beside each backlog. */
export async function* fairness(): AsyncGenerator<Figure> {
  using folder = temporaryFolder();
  const service = await startService(folder.path, { FLOWARDEN_LIMIT_FACTOR: '1' });
  const neighbour = keyOfNeighbour(folder.path);
  const send: Send = (path, init) => fetch(service.url + path, { ...init, headers: neighbour });
  const ways = { synchronous: () => done(validate(send)), asynchronous: () => validateLater(send) };
  const quiet: Record<string, number> = {};
  for (const [way, call] of Object.entries(ways)) {
    await timesOf(call);
    quiet[way] = spread(await timesOf(call)).median;
  }
  for (const [name, begin] of Object.entries(BACKLOGS)) {
    for (const [way, call] of Object.entries(ways)) {
      const end = await begin(service.fetch);
      const times = spread(await timesOf(call));
      await end();
      yield {
        name: `${way} beside ${name}`,
        unit: 'ms',
        against: 'of its median without other calls, by the clock',
        ...times,
        ratio: times.median / quiet[way]!,
        bar: BAR,
        n: CALLS,
        facts: { quietMs: quiet[way]! },
      };
      await sleep(1_000);
    }
  }
  await service.stop();
}
