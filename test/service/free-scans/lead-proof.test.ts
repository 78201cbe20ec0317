/** Proof of work of the free scanner's form: what counts as one, and how often. */

import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { inTransaction } from '../../../src/infra/database/database.ts';
import { LEAD_PROOF_BITS, LEAD_PROOF_SECONDS_MAX } from '../../../src/service/free-scans/proof-of-work.ts';
import { deleteSpentProofsBefore } from '../../../src/service/free-scans/spent-proofs-store.ts';
import { call } from '../../gateway/support/api.ts';
import { startTestGateway } from '../../gateway/support/support.ts';
import { testCore } from '../../support/service/core.ts';

let lateMs = 0;
const core = await testCore({ requiresLeadProof: true, now: () => new Date(Date.now() + lateMs) });
const relaxed = await testCore({ database: core.database, pool: core.pool });
const strict = await startTestGateway({ corePort: core.server.port });
const lenient = await startTestGateway({ corePort: relaxed.server.port });
after(() => Promise.all([strict.stop(), lenient.stop()]));

async function challenge(at = strict): Promise<{ challenge: string; bits: number; expiresAt: string }> {
  const { status, body, headers } = await call(at, '/api/v1/demo/lead-challenge');
  assert.equal(status, 200);
  assert.equal(headers.get('cache-control'), 'no-store');
  return body;
}

/** Finds the first number whose hash begins with so many zero bits, or does not. */
function solve(text: string, bits: number, isSolved = true): string {
  for (let number = 0; ; number++) {
    const proof = `${text}.${number}`;
    const isZero = hash('sha256', proof, 'buffer').readUInt32BE(0) < 2 ** (32 - bits);
    if (isZero === isSolved) return proof;
  }
}

async function leave(proof: string | null, at = strict, email = 'ada@example.com') {
  const { status, body } = await call(at, '/api/v1/demo/leads', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, 'captcha-response': proof }),
  });
  return [status, body.error?.code ?? null];
}

const REJECTED = [400, 'captcha_failed'];

describe('a proof of work', () => {
  it('opens the form once, however many send it at the same time', async () => {
    const { challenge: text, bits } = await challenge();
    assert.equal(bits, LEAD_PROOF_BITS);
    const proof = solve(text, bits);
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) => leave(proof, strict, `a${index}@example.com`)),
    );
    assert.deepEqual(
      answers.map(([status]) => status).toSorted((a, b) => Number(a) - Number(b)),
      [200, 400, 400, 400, 400],
    );
    assert.deepEqual(await leave(proof), REJECTED);
  });

  it('counts at each core of the installation', async () => {
    const { challenge: text, bits } = await challenge(lenient);
    assert.deepEqual(await leave(solve(text, bits)), [200, null]);
  });

  it('is rejected without work, with an easier task, a changed end or another signature', async () => {
    const { challenge: text } = await challenge();
    const [scheme, bits, expires, nonce, signature] = text.split('.');
    const changed = (values: readonly (string | undefined)[], own = Number(bits)) =>
      solve(values.join('.'), own);
    for (const proof of [
      solve(text, Number(bits), false),
      changed([scheme, '1', expires, nonce, signature], 1),
      changed([scheme, '0', expires, nonce, signature], 0),
      changed([scheme, bits, String(Number(expires) + 9999), nonce, signature]),
      changed([scheme, bits, expires, nonce, 'A'.repeat(43)]),
      text,
      'pow1.',
      `${text}.`,
      `${text}.-1`,
      `${text}.1e5`,
    ])
      assert.deepEqual(await leave(proof), REJECTED, proof);
  });

  it('is rejected after the end of its challenge', async () => {
    const { challenge: text, bits } = await challenge();
    const proof = solve(text, bits);
    lateMs = LEAD_PROOF_SECONDS_MAX * 1000;
    assert.deepEqual(await leave(proof), REJECTED);
    lateMs = 0;
    assert.deepEqual(await leave(proof), [200, null]);
  });

  it('is missing where the operator requires it', async () => {
    for (const proof of [null, '', 'token-of-a-widget']) assert.deepEqual(await leave(proof), REJECTED);
  });

  it('may be missing where the operator does not, but not be wrong', async () => {
    for (const proof of [null, 'token-of-a-widget'])
      assert.deepEqual(await leave(proof, lenient), [200, null]);
    const { challenge: text } = await challenge(lenient);
    assert.deepEqual(await leave(`${text}.x`, lenient), REJECTED);
  });

  it('is forgotten once its challenge has expired', async () => {
    const { ownerSql } = core.database;
    const [row] = await core.database.owner`select count(*)::int as count from spent_lead_proofs`;
    assert.ok(row!.count >= 3);
    const sweep = (moment: Date) =>
      inTransaction(ownerSql, (sql) => deleteSpentProofsBefore(sql, moment, 1000));
    assert.equal(await sweep(new Date()), 0);
    const end = new Date(Date.now() + LEAD_PROOF_SECONDS_MAX * 1000 + 60_000);
    assert.equal(await sweep(end), row!.count);
  });
});
