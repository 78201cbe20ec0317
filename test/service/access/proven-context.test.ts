/** What identity tokens of CI systems prove about a run. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { branchName } from '../../../src/contract/ci-context.ts';
import { provenContextOf, runsOwnBranch } from '../../../src/service/access/trust/proven-context.ts';

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

describe('a run', () => {
  it('has the files of its branch after events that no stranger can start', () => {
    for (const event_name of ['push', 'schedule', 'workflow_dispatch'])
      assert.ok(runsOwnBranch('github', { event_name }), event_name);
    for (const pipeline_source of ['push', 'schedule', 'web'])
      assert.ok(runsOwnBranch('gitlab', { pipeline_source }), pipeline_source);
  });

  it('may have other files after any other event, and at CI systems whose tokens do not say', () => {
    for (const event_name of [
      'pull_request',
      'pull_request_target',
      'workflow_run',
      'issue_comment',
      undefined,
    ])
      assert.equal(runsOwnBranch('github', { event_name }), false, String(event_name));
    for (const pipeline_source of [
      'merge_request_event',
      'external_pull_request_event',
      'trigger',
      undefined,
    ])
      assert.equal(runsOwnBranch('gitlab', { pipeline_source }), false, String(pipeline_source));
    assert.equal(runsOwnBranch('jenkins', { event_name: 'push', pipeline_source: 'push' }), false);
  });
});
