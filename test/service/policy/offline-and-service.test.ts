/** One built pack over the corpus: the command and the service report the same findings, gate and score. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { writePack } from '../../../src/policy/built/sign-pack.ts';
import { buildPack } from '../../../src/policy/resolve/build-pack.ts';
import { builtCommand } from '../../support/cli/built-command.ts';
import { CORPUS_ABSENT, corpusFiles } from '../../support/files/corpus.ts';
import { zip } from '../../support/files/zip.ts';
import { BUILD_DEPS } from '../../support/policies/pack-folder.ts';
import type { Identity } from '../../support/service/core.ts';
import { headers, PATH, projectService } from '../../support/service/project-service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../../..');
const folder = temporaryFolder();
const { core, gateway, submit, completed } = await projectService();

/** Result of a SARIF report. */
interface SarifResult {
  readonly ruleId: string;
  readonly level: string;
  readonly locations: readonly [
    { readonly logicalLocations: readonly [{ readonly fullyQualifiedName: string }] },
  ];
  readonly partialFingerprints: object;
}

/** Returns the results of a SARIF report, sorted. The command alone has the path of the archive before each file. */
function resultsOf(text: string): readonly string[] {
  const [run] = JSON.parse(text).runs as readonly [{ readonly results: readonly SarifResult[] }];
  return run.results
    .map(({ ruleId, level, locations: [location], partialFingerprints }) => {
      const [{ fullyQualifiedName }] = location.logicalLocations;
      const place = fullyQualifiedName.startsWith('/') ? fullyQualifiedName : '';
      return JSON.stringify([ruleId, level, place, partialFingerprints]);
    })
    .sort();
}

/** Validates the corpus and returns its reports. */
async function runCommand() {
  const options = ['--policy', 'finance.flowpack', '--environment', 'production'];
  const formats = ['--format', 'json=report.json', '--format', 'sarif=report.sarif'];
  const argv = ['validate', 'corpus.zip', ...options, ...formats];
  // Not while this process stands still: the service in it would lose its connections.
  await once(spawn(process.execPath, [builtCommand(), ...argv], { cwd: folder, stdio: 'ignore' }), 'exit');
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  return { json: read('report.json'), sarif: read('report.sarif') };
}

async function rest(who: Identity, method: string, path: string, body?: FormData | object) {
  const isForm = body instanceof FormData;
  const response = await fetch(`${gateway.url}/api/v1${path}`, {
    method,
    headers: { ...headers(who), ...(isForm ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  assert.ok(response.ok, await response.clone().text());
}

it('is judged alike by the command and the service', { skip: CORPUS_ABSENT, timeout: 240_000 }, async () => {
  const bundle = writePack(await buildPack(join(ROOT, 'samples/policies/finance'), BUILD_DEPS));
  const entries = [...corpusFiles()].map(({ platform, path, bytes }) => ({
    name: `${platform}/${path}`,
    content: Buffer.from(bytes),
  }));
  const archive = zip(entries);
  writeFileSync(join(folder, 'finance.flowpack'), bundle);
  writeFileSync(join(folder, 'corpus.zip'), archive);

  const who = await core.identity();
  const upload = new FormData();
  upload.set('file', new Blob([new Uint8Array(bundle)]), 'finance.flowpack');
  await rest(who, 'POST', '/policy-packs', upload);
  await rest(who, 'PUT', '/policy-assignments', { environment: 'production', policyPack: 'finance' });
  const { body } = await submit(who, archive, 'corpus.zip', { environment: 'production' });
  const project = await completed(who, body.projectValidationId);

  const reports = await runCommand();
  const offline = JSON.parse(reports.json);
  assert.deepEqual(
    { passed: project.passed, score: project.score, summary: project.summary },
    { passed: offline.passed, score: offline.score, summary: offline.summary },
  );
  assert.equal(project.passed, false);
  const gated = await fetch(`${gateway.url}${PATH}/${body.projectValidationId}?format=sarif`, {
    headers: headers(who),
  });
  const report = await gated.text();
  assert.equal(gated.status, 200, report.slice(0, 500));
  const online = resultsOf(report);
  assert.ok(online.length > 500, 'the corpus has findings');
  assert.deepEqual(online, resultsOf(reports.sarif));
});
