/** The whole product as a newcomer meets it: one command, its curl line, and the same answer over REST, gRPC and offline. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import { credentials } from '@grpc/grpc-js';
import { PLATFORM_NAMES, PLATFORMS, type Platform } from '../../src/analysis/model/platform.ts';
import {
  GetValidationRequest,
  ValidateRequest,
  type ValidateResponse,
  ValidationServiceClient,
} from '../../src/gen/flowarden/v1/validation.ts';
import { runCommand } from '../support/cli/run-command.ts';
import { someOf } from '../support/ring.ts';
import { headersOf } from '../support/service/core.ts';
import { startService } from '../support/service/service.ts';

const ROOT = join(import.meta.dirname, '../..');
/** The inner ring compares two platforms: a start of the command for each takes most of the time. */
const COMPARED = someOf(PLATFORM_NAMES, 2);
const CURL_ABSENT =
  spawnSync('curl', ['--version']).error === undefined ? false : 'SKIPPED: there is no curl on this machine';

const sampleOf = (platform: Platform): string => {
  const folder = join(ROOT, 'samples', platform);
  return join(folder, readdirSync(folder)[0]!);
};

/** Removes what differs from run to run, and what only a server knows. */
function comparable(result: Record<string, unknown>): Record<string, unknown> {
  const { validationId, orgId, validatedAt, validationMs, ownerId, ownerName, diff, reportUrl, ...rest } =
    result;
  for (const id of [validationId, orgId]) assert.match(String(id), /^[0-9a-f-]{36}$/);
  assert.ok(!Number.isNaN(Date.parse(String(validatedAt))) && Number.isInteger(validationMs));
  const members = Object.keys({ ownerId, ownerName, diff, reportUrl, ...rest }).sort();
  return { ...withoutOpenMembers(rest), members };
}

const OPEN_MEMBERS = new Set(['sameMistake', 'trace']);

/** Drops what the report of the command has and the closed bodies of REST do not: other reports of a mistake, traces. */
function withoutOpenMembers(result: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(result, (name, value) => (OPEN_MEMBERS.has(name) ? undefined : value));
  return JSON.parse(text) as Record<string, unknown>;
}

const { serve, run } = await startService();

describe('flowarden serve', () => {
  const headers = (): Record<string, string> => ({
    authorization: `ApiKey ${run.apiKey}`,
    'x-org-id': run.orgId,
  });

  async function overRest(path: string, fields: Record<string, string>): Promise<Response> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('file', new Blob([readFileSync(path)]), basename(path));
    return fetch(`${run.restUrl}/api/v1/validate`, { method: 'POST', headers: headers(), body: form });
  }

  it('prints a curl line that works as it stands', { skip: CURL_ABSENT }, () => {
    const line = /^ +(curl .*)$/m.exec(serve.output())![1]!;
    const answer = JSON.parse(execFileSync('sh', ['-c', line], { cwd: ROOT, encoding: 'utf8' }));
    assert.equal(answer.platform, 'platform_1');
    assert.ok(answer.summary.critical >= 1);
    assert.equal(answer.orgId, run.orgId);
  });

  for (const platform of COMPARED) {
    it(`gives the same answer for ${platform} over REST, gRPC and offline`, async () => {
      const path = sampleOf(platform);
      const { wire } = PLATFORMS[platform];
      const answer = await overRest(path, { platform: wire, enforcement_mode: 'blocking' });
      const rest = (await answer.json()) as Record<string, unknown> & {
        findings: { id: string }[];
        validationId: string;
      };
      assert.equal(answer.status, 422, 'every sample has something that blocks');
      assert.equal(rest.passed, false);

      const offline = runCommand([
        ...['validate', path, '--format', 'json'],
        ...['--enforcement-mode', 'blocking'],
      ]);
      assert.equal(offline.status, 1);
      assert.deepEqual(comparable(JSON.parse(offline.stdout).files[0].result), comparable(rest));

      const client = new ValidationServiceClient(run.grpcAddress, credentials.createInsecure());
      const metadata = headersOf({ orgId: run.orgId, key: run.apiKey });
      const request: ValidateRequest = {
        ...ValidateRequest.decode(new Uint8Array()),
        file: readFileSync(path),
        filename: basename(path),
        platform: wire,
        enforcementMode: 'blocking',
      };
      const overGrpc = await new Promise<ValidateResponse>((resolve, reject) => {
        client.validate(request, metadata, (error, response) => (error ? reject(error) : resolve(response)));
      });
      assert.equal(overGrpc.blocked, true);
      assert.equal(overGrpc.validation!.score, rest.score);
      assert.deepEqual(
        overGrpc.validation!.findings.map(({ id }) => id),
        rest.findings.map(({ id }) => id),
      );
      assert.equal(
        overGrpc.validation!.diff!.unchangedFindingsCount,
        rest.findings.length,
        'the second run knows the first',
      );

      const stored = await new Promise<number>((resolve, reject) => {
        const wanted = { ...GetValidationRequest.decode(new Uint8Array()), validationId: rest.validationId };
        client.getValidation(wanted, metadata, (error, found) =>
          error ? reject(error) : resolve(found.validation!.score),
        );
      });
      client.close();
      assert.equal(stored, rest.score);
    });
  }

  it('lists what was validated in the feed, newest first', async () => {
    const { wire } = PLATFORMS[COMPARED.at(-1)!];
    const answer = await fetch(`${run.restUrl}/api/v1/validations?platform=${wire}`, { headers: headers() });
    const { validations } = (await answer.json()) as {
      validations: { platform: string; wouldBlock: number }[];
    };
    assert.equal(validations.length, 2);
    assert.ok(validations.every(({ platform, wouldBlock }) => platform === wire && wouldBlock > 0));
  });

  it('stops on a signal and leaves no process behind', async () => {
    serve.child.kill('SIGTERM');
    assert.equal(await serve.ended, 0);
    await assert.rejects(fetch(`${run.restUrl}/healthz`));
  });
});
