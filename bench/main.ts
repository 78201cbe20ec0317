/**
 * Runs the benchmarks: `npm run bench [name…]`.
 *
 * Each group runs in a process of its own, so that none warms up or spoils the code of another. `million:200000` runs
 * the group `million` with fewer rows. Prints a table on a terminal, elsewhere one line of JSON for each figure.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Figure, type Group, type Skipped, toJsonLine, toTableLine } from './figure.ts';

/** Groups in the order in which they run. Each loads only its own modules. */
const GROUPS = {
  parse: async () => (await import('./figures/parse.ts')).parse,
  validation: async () => (await import('./figures/validation.ts')).validation,
  rules: async () => (await import('./figures/rules.ts')).rules,
  policy: async () => (await import('./figures/policy.ts')).policy,
  process: async () => (await import('./figures/whole-process.ts')).wholeProcess,
  linters: async () => (await import('./figures/linters.ts')).linters,
  zip: async () => (await import('./figures/zip.ts')).zip,
  threads: async () => (await import('./figures/threads.ts')).threads,
  rpc: async () => (await import('./figures/rpc.ts')).rpc,
  rest: async () => (await import('./figures/rest.ts')).rest,
  limits: async () => (await import('./figures/limits.ts')).limits,
  plans: async () => (await import('./figures/plans.ts')).plans,
  usage: async () => (await import('./figures/usage.ts')).usage,
  estate: async () => (await import('./figures/estate.ts')).estate,
  traces: async () => (await import('./figures/traces.ts')).traces,
  pictures: async () => (await import('./figures/pictures.ts')).pictures,
  scans: async () => (await import('./figures/scans.ts')).scans,
  queue: async () => (await import('./figures/queue.ts')).queue,
  async: async () => (await import('./figures/async.ts')).async,
  deliveries: async () => (await import('./figures/deliveries.ts')).deliveries,
  fairness: async () => (await import('./figures/fairness.ts')).fairness,
  publishing: async () => (await import('./figures/publishing.ts')).publishing,
  projects: async () => (await import('./figures/projects.ts')).projects,
  capacity: async () => (await import('./figures/capacity.ts')).capacity,
  web: async () => (await import('./figures/web.ts')).web,
  start: async () => (await import('./figures/start.ts')).start,
  retention: async () => (await import('./figures/retention.ts')).retention,
  million: async () => (await import('./figures/million.ts')).million,
} as const satisfies Record<string, () => Promise<Group>>;

/** Groups that run only by name: too long, and too large for some disks. */
const ON_REQUEST: readonly string[] = ['million'] satisfies (keyof typeof GROUPS)[];

const ONE_GROUP = '--group=';

/** Cache of compiled code between starts, as the launcher of the program uses it. */
const NODE_COMPILE_CACHE = join(import.meta.dirname, '../node_modules/.cache/flowarden/compile');

/** Splits `million:200000` into the group and the number of its rows. */
function readGroup(input: string): { readonly name: string; readonly count: number | undefined } {
  const [, name = input, digits] = /^(\w+):(\d+)$/.exec(input) ?? [];
  return { name, count: digits === undefined ? undefined : Number(digits) };
}

async function takeGroup(input: string): Promise<void> {
  const { name, count } = readGroup(input);
  const group: Group = await GROUPS[name as keyof typeof GROUPS]();
  for await (const figure of group(count)) process.send!(figure);
}

async function main(): Promise<number> {
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((input) => !Object.hasOwn(GROUPS, readGroup(input).name));
  if (unknown.length > 0) {
    process.stderr.write(
      `Unknown group "${unknown.join('", "')}". Groups: ${Object.keys(GROUPS).join(' ')}\n`,
    );
    return 2;
  }
  const print = process.stdout.isTTY ? toTableLine : toJsonLine;
  let failures = 0;
  const usual = Object.keys(GROUPS).filter((name) => !ON_REQUEST.includes(name));
  for (const name of wanted.length > 0 ? wanted : usual) {
    const child = fork(import.meta.filename, [ONE_GROUP + name], {
      env: { ...process.env, NODE_COMPILE_CACHE },
    });
    child.on('message', (figure: Figure | Skipped) => process.stdout.write(`${print(figure)}\n`));
    const [code] = await once(child, 'exit');
    if (code !== 0) {
      failures += 1;
      process.stderr.write(`${name} ended with code ${code}\n`);
    }
  }
  return failures === 0 ? 0 : 1;
}

const group = process.argv[2]?.startsWith(ONE_GROUP) ? process.argv[2].slice(ONE_GROUP.length) : undefined;
if (group === undefined) process.exitCode = await main();
else {
  await takeGroup(group);
  process.disconnect();
  process.exit(0);
}
