/** Files: what one host stores in S3 another one reads, and nothing remains of it. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fact, measure } from '../check.ts';
import type { Row } from '../row.ts';
import { CORES } from '../service/installation.ts';
import { describeAccount, isEachOnce, takeAccount } from '../traffic/accounts.ts';
import { describe, failures, startCallers } from '../traffic/callers.ts';
import { projectOf, submitProject, uploadsOf } from '../traffic/requests.ts';
import { inSeconds, until } from '../traffic/until.ts';

const SIZES = {
  full: { submissions: 500, files: 1_000, fileBytes: 40_000 },
  quick: { submissions: 50, files: 100, fileBytes: 4_000 },
} as const;
const PORT = 4568;
const BUCKET = 'files';
const IN_FLIGHT = 8;
const CUT_MS = 3_000;
const END_MS_MAX = 120_000;

/** Counts the objects in the bucket's folder, and the parts of uploads that were never completed. */
function countFiles(folder: string): { readonly objects: number; readonly parts: number } {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return {
    objects: names.filter((name) => name.endsWith('._S3rver_object')).length,
    parts: names.filter((name) => name.includes('._S3rver_uploads/') && /\/\d+$/.test(name)).length,
  };
}

export const files: Row = async function* ({ installation, size, folder }) {
  const { submissions, files: fileCount, fileBytes } = SIZES[size];
  await installation.command(['migrate']);
  const place = join(folder, 'bucket');
  const bucket = await installation.startProgram('bucket', [
    join(import.meta.dirname, '../service/bucket-host.ts'),
    String(PORT),
    BUCKET,
    place,
  ]);
  const settings = {
    FLOWARDEN_S3_BUCKET: BUCKET,
    FLOWARDEN_S3_ENDPOINT: `http://${bucket.host.address}:${PORT}`,
    FLOWARDEN_S3_ACCESS_KEY_ID: 'S3RVER',
    FLOWARDEN_S3_SECRET_ACCESS_KEY: 'S3RVER',
    FLOWARDEN_DATABASE_CONNECTIONS: '5',
  };
  const cores = [
    await installation.start('core', 'core1', settings),
    await installation.start('core', 'core2', settings),
  ];
  installation.network.setName(
    CORES,
    cores.map(({ host }) => host),
  );
  const gateway = await installation.start('gateway', 'gateway');
  const [caller, other] = await installation.addCallers(2);
  const { validateLater } = uploadsOf(4_000);
  // Without jobs the files wait in the bucket.
  const load = startCallers(IN_FLIGHT, () => validateLater(gateway.url, caller!));
  await until(() => load.tally.okMs.length >= submissions, END_MS_MAX, 5);
  const tally = await load.stop();
  const accepted = tally.okMs.length;
  yield fact('every submission is accepted', failures(tally) === 0, describe(tally));
  const waiting = countFiles(place).objects;
  yield fact(
    'the files wait in the bucket',
    waiting === accepted,
    `${waiting} objects of ${accepted} submissions`,
  );

  await submitProject(gateway.url, other!, projectOf('shared', fileCount, fileBytes));
  const jobs = [
    await installation.start('jobs', 'jobs1', settings),
    await installation.start('jobs', 'jobs2', settings),
  ];
  // An upload whose core dies leaves its parts to the bucket's lifecycle rule, and no object.
  bucket.host.cut();
  await until(() => false, CUT_MS);
  bucket.host.heal();
  const took = await until(
    async () => {
      const { unended, jobs: left, projectsCompleted } = await takeAccount(installation);
      return unended === 0 && left === 0 && projectsCompleted === 1;
    },
    END_MS_MAX,
    200,
  );
  const account = await takeAccount(installation);
  yield fact(
    'runs and a project read by other hosts end, each once, though the bucket was away',
    took !== null && isEachOnce(account) && account.completed === accepted + account.items,
    `${describeAccount(account)}; after ${inSeconds(took)}`,
  );
  const runs = await Promise.all(
    cores.map((core) => core.metric('flowarden_async_validation_seconds_count')),
  );
  yield fact(
    'both cores have read files of the bucket',
    runs.every((count) => count > 0),
    runs.join(' and '),
  );
  await installation.query((sql) => sql`update blobs set created_at = created_at - interval '2 hours'`);
  await installation.query((sql) => sql`select graphile_worker.add_job('sweep-blobs', '{}'::json)`);
  const swept = await until(() => countFiles(place).objects === 0, END_MS_MAX, 200);
  const left = countFiles(place);
  yield measure(
    'the sweep leaves no object in the bucket',
    swept !== null,
    `${left.objects} objects, ${left.parts} parts; after ${inSeconds(swept)}`,
  );
  for (const one of jobs) await one.stop();
};
