/** What identity tokens of CI systems prove about a run. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { branchName } from '../../../src/contract/ci-context.ts';
import { provenContextOf } from '../../../src/service/access/trust/proven-context.ts';

const branchOf = (provider: 'github' | 'gitlab', ref: string, ref_type?: string) =>
  provenContextOf(provider, { ref, ref_type })?.branch ?? null;

describe('the proven branch', () => {
  it('is that of the token', () => {
    assert.equal(branchOf('gitlab', 'main', 'branch'), 'main');
    assert.equal(branchOf('github', 'refs/heads/main', 'branch'), 'refs/heads/main');
  });

  it('is never main for a tag, a pull request or a branch that only looks like main', () => {
    for (const branch of [
      branchOf('gitlab', 'main', 'tag'),
      branchOf('gitlab', 'refs/heads/main', 'branch'),
      branchOf('gitlab', 'main'),
      branchOf('github', 'refs/tags/main', 'tag'),
      branchOf('github', 'refs/pull/1/merge', 'branch'),
    ])
      assert.notEqual(branch && branchName(branch), 'main', String(branch));
  });
});
