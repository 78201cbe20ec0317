/** Reads of large results: their bytes, and what they leave to others. */

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { presenter } from '../../../gateway/contract/present.ts';
import { WIRE_CASES } from '../../../src/contract/wire-case.ts';
import { ValidationServiceService } from '../../../src/gen/flowarden/v1/validation.ts';
import { withOrganisation } from '../../../src/infra/database/database.ts';
import { toValidationResult } from '../../../src/rpc/convert/convert-result.ts';
import { LARGE_READS_WAITING_MAX } from '../../../src/service/validations/large-read.ts';
import type { ValidationRecord } from '../../../src/service/validations/validation-record.ts';
import { insertValidation } from '../../../src/service/validations/validations-store.ts';
import { breakMarkers } from '../../../src/text/log-commands.ts';
import { startTestGateway } from '../../gateway/support/support.ts';
import { BASE_URL, type Identity, testCore } from '../../support/service/core.ts';
import { finding, validationRecord } from '../../support/service/validation-record.ts';

const { getValidation } = ValidationServiceService;
const core = await testCore();
const gateway = await startTestGateway({ corePort: core.server.port });
after(() => gateway.stop());

/** Stores a result with so many findings, each of them different. */
async function store({ orgId }: Identity, count: number): Promise<ValidationRecord> {
  const findings = Array.from({ length: count }, (_, index) =>
    finding({
      location: {
        names: ['Main', `##vso[${index}]`],
        path: `/Activity[${index}]`,
        line: index + 1,
        column: 1,
      },
      description: `Ünï "${index}" \u2028 \\ </script> 🙂 ${randomBytes(64).toString('hex')}`,
      exceptionId: index % 2 === 0 ? null : '0190d5a4-7c1e-4a3b-9f00-3f2a1b4c5d6e',
      severity: index % 3 === 0 ? 'critical' : 'low',
    }),
  );
  const record = validationRecord(orgId, { findings, enforcementMode: 'blocking', passed: false });
  await withOrganisation(core.database.app, orgId, (sql) => insertValidation(sql, record));
  return record;
}

const read = ({ key, orgId }: Identity, { id }: ValidationRecord, query = '') =>
  fetch(`${gateway.url}/api/v1/results/${id}${query}`, {
    headers: { Authorization: `ApiKey ${key}`, 'X-Org-Id': orgId },
  });

describe('a large result', () => {
  for (const count of [0, 1, 150, 1_000, 5_000]) {
    it(`is answered with the same bytes as any other: ${count} findings`, async () => {
      const us = await core.identity();
      const record = await store(us, count);
      const message = toValidationResult(record, { baseUrl: BASE_URL });
      for (const wireCase of WIRE_CASES) {
        const answer = await read(us, record, `?case=${wireCase}`);
        assert.equal(answer.status, 200);
        assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
        assert.equal(answer.headers.get('x-service-validation-status'), 'completed');
        const expected = breakMarkers(
          JSON.stringify(presenter('flowarden.v1.ValidationResult', wireCase)(message)),
        );
        assert.ok((await answer.text()) === expected, `${wireCase} differs`);
      }
      assert.equal((await read(us, record, '?gate=true')).status, 422);
    });
  }

  it('is the same message over gRPC', async () => {
    const us = await core.identity();
    const record = await store(us, 2_000);
    const request = { validationId: record.id, waitSeconds: 0 };
    const { validation } = await core.call(getValidation, request, us);
    assert.deepEqual(validation, toValidationResult(record, { baseUrl: BASE_URL }));
  });

  it('is read when it is its turn: many reads of one organisation do not delay those of another', async () => {
    const [greedy, other] = [await core.identity(), await core.identity()];
    const [many, one] = [await store(greedy, 2_000), await store(other, 2_000)];
    const ended: Identity[] = [];
    const readOne = async (identity: Identity, { id }: ValidationRecord) => {
      await core.call(getValidation, { validationId: id, waitSeconds: 0 }, identity);
      ended.push(identity);
    };
    const reads = Array.from({ length: LARGE_READS_WAITING_MAX }, () => readOne(greedy, many));
    await readOne(other, one);
    assert.ok(ended.length <= LARGE_READS_WAITING_MAX / 2, `${ended.length - 1} came first`);
    await Promise.all(reads);
  });

  it('is rejected when many reads of its organisation wait, and small ones are not', async () => {
    const us = await core.identity();
    const [large, small] = [await store(us, 1_000), await store(us, 1)];
    const reads = Array.from({ length: LARGE_READS_WAITING_MAX + 4 }, () => read(us, large));
    assert.equal((await read(us, small)).status, 200);
    const answers = await Promise.all(reads);
    const rejected = answers.filter(({ status }) => status === 429);
    assert.ok(rejected.length > 0);
    for (const answer of rejected) {
      const { error } = (await answer.json()) as { readonly error: { readonly code: string } };
      assert.deepEqual([error.code, answer.headers.get('retry-after')], ['concurrency_limited', '1']);
    }
    for (const answer of answers) if (answer.status !== 429) assert.equal(answer.status, 200);
  });
});
