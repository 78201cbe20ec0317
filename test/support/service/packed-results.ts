/** Service with a bucket, whose results a test moves there as if they were old. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after } from 'node:test';
import S3rver from 's3rver';
import { packOldResults } from '../../../src/service/results/bodies/pack-results-job.ts';
import { expireValidations } from '../../../src/service/retention/expire-results-job.ts';
import { DAY_MS } from '../../../src/units.ts';
import { exampleFile } from '../files/example-file.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { bucketAt } from './bucket.ts';
import type { Identity } from './core.ts';
import { type Body, headers, projectService } from './project-service.ts';

/** A high finding: the Try holds work. */
const CATCH = `<TryCatch DisplayName="Try it"><TryCatch.Try><ui:Click DisplayName="Send" /></TryCatch.Try><TryCatch.Catches><Catch x:TypeArguments="s:Exception" /></TryCatch.Catches></TryCatch>`;

/** Workflow of this name with a finding, and more. */
export const fileWithFinding = (name: string, more = '') =>
  exampleFile('uipath', `<Sequence DisplayName="${name}">${CATCH}${more}</Sequence>`);

/** Tomorrow: all results are older. */
export const later = () => new Date(Date.now() + DAY_MS);

const PIPELINE = { provider: 'github', repository: 'bank/robots', branch: 'refs/heads/main', commit: 'ab12' };

/** Starts the service and the bucket. All end with the test file. */
export async function packedService() {
  const directory = temporaryFolder();
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'files', configs: [] }],
  });
  const { port } = await server.run();
  after(() => server.close());
  const service = await projectService({ bucket: bucketAt(`http://127.0.0.1:${port}`) });
  const { core, gateway, deps, submit, completed, rest } = service;
  const { owner } = core.database;
  const { contents } = deps.blobs;
  assert.ok(contents !== null);
  const job = { ...deps, payload: {}, attempt: 1, isLastAttempt: false };
  await owner`update schema_migrations set applied_at = now() - interval '2 days'`;

  async function call(who: Identity, path: string, body?: FormData | object, method?: string) {
    const isForm = body instanceof FormData;
    const response = await fetch(`${gateway.url}/api/v1${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...headers(who),
        ...(body === undefined || isForm ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    const answer: Body = isJson ? JSON.parse(text) : text;
    if (isJson) delete answer.generatedAt;
    return { status: response.status, location: response.headers.get('location'), body: answer };
  }

  async function validate(
    who: Identity,
    content: Buffer,
    path = 'robots/Main.xaml',
    mode = 'blocking',
  ): Promise<Body> {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(content)]), path);
    form.set('platform', 'uipath');
    form.set('enforcement_mode', mode);
    form.set('metadata', JSON.stringify({ provider: 'ci', pipeline: PIPELINE }));
    return (await call(who, '/validate', form)).body;
  }

  async function runProject(who: Identity, archive: Buffer): Promise<Body> {
    await rest();
    const { body } = await submit(who, archive, 'robot.zip', { enforcement_mode: 'blocking' });
    return completed(who, body.projectValidationId);
  }

  /** Moves all results of all organisations. */
  const pack = () => packOldResults({ ...job, resultInlineDays: -1 });

  const objectsOf = ({ orgId }: Identity) =>
    readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.includes(orgId) && name.endsWith('_object'),
    );

  /** Deletes what is past its retention in 500 days. */
  async function expireAll(): Promise<void> {
    await owner`update retention_clock set reached_at = now() + interval '500 days'`;
    await expireValidations(job);
    await owner`update retention_clock set reached_at = now()`;
  }

  return {
    ...service,
    contents,
    directory,
    port,
    job,
    call,
    validate,
    runProject,
    pack,
    objectsOf,
    expireAll,
  };
}
