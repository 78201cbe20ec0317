/** Pipeline context in the variables of CI systems. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import type { Variables } from '../../src/cli/submit/ci-systems.ts';
import { submitConfig } from '../../src/cli/submit/config.ts';
import { pipelineMetadata } from '../../src/cli/submit/pipeline-metadata.ts';
import { CONTRACT_LIMITS } from '../../src/contract/limits.ts';
import { readPipelineContext } from '../../src/service/validations/read-ci-context.ts';

const folder = mkdtempSync(join(tmpdir(), 'flowarden-ci-'));
after(() => rmSync(folder, { recursive: true }));

function eventFile(event: unknown): string {
  const path = join(folder, `${crypto.randomUUID()}.json`);
  writeFileSync(path, typeof event === 'string' ? event : JSON.stringify(event));
  return path;
}

const GITHUB = {
  GITHUB_ACTIONS: 'true',
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_REPOSITORY: 'acme/robots',
  GITHUB_REF: 'refs/heads/main',
  GITHUB_REF_NAME: 'main',
  GITHUB_SHA: 'a1',
  GITHUB_RUN_ID: '4711',
  GITHUB_RUN_ATTEMPT: '1',
  GITHUB_RUN_NUMBER: '12',
  GITHUB_WORKFLOW: 'Validate',
  GITHUB_JOB: 'gate',
  GITHUB_HEAD_REF: '',
};
const GITHUB_PUSH = {
  provider: 'github',
  repository: 'acme/robots',
  branch: 'main',
  commit: 'a1',
  workflowRunUrl: 'https://github.com/acme/robots/actions/runs/4711',
  definitionName: 'Validate',
  buildNumber: '12',
  stageName: 'gate',
};
const GITHUB_PULL = {
  ...GITHUB,
  GITHUB_REF: 'refs/pull/7/merge',
  GITHUB_REF_NAME: '7/merge',
  GITHUB_HEAD_REF: 'fix',
};
const GITHUB_PULL_URL = 'https://github.com/acme/robots/pull/7';
const pull = (repository: string) => ({
  pull_request: { number: 7, head: { sha: 'b2', ref: 'main', repo: { full_name: repository } } },
});

const GITLAB = {
  GITLAB_CI: 'true',
  CI_PROJECT_PATH: 'acme/rpa/robots',
  CI_COMMIT_BRANCH: 'main',
  CI_COMMIT_REF_NAME: 'main',
  CI_COMMIT_SHA: 'c3',
  CI_JOB_URL: 'https://gitlab.com/acme/rpa/robots/-/jobs/5',
  CI_PIPELINE_IID: '9',
  CI_JOB_STAGE: 'test',
};
const GITLAB_PUSH = {
  provider: 'gitlab',
  repository: 'acme/rpa/robots',
  branch: 'main',
  commit: 'c3',
  workflowRunUrl: 'https://gitlab.com/acme/rpa/robots/-/jobs/5',
  buildNumber: '9',
  stageName: 'test',
};
const { CI_COMMIT_BRANCH: _, ...GITLAB_DETACHED } = GITLAB;
const GITLAB_MERGE = {
  ...GITLAB_DETACHED,
  CI_MERGE_REQUEST_IID: '3',
  CI_MERGE_REQUEST_PROJECT_PATH: 'acme/rpa/robots',
  CI_MERGE_REQUEST_PROJECT_URL: 'https://gitlab.com/acme/rpa/robots',
  CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'main',
};

const AZURE = {
  TF_BUILD: 'True',
  BUILD_REPOSITORY_PROVIDER: 'TfsGit',
  BUILD_REPOSITORY_NAME: 'robots',
  BUILD_REPOSITORY_URI: 'https://acme@dev.azure.com/acme/RPA/_git/robots',
  BUILD_SOURCEBRANCH: 'refs/heads/release/1',
  BUILD_SOURCEVERSION: 'd4',
  SYSTEM_COLLECTIONURI: 'https://dev.azure.com/acme/',
  SYSTEM_TEAMPROJECT: 'My RPA',
  BUILD_BUILDID: '88',
  BUILD_BUILDNUMBER: '20261123.1',
  BUILD_DEFINITIONNAME: 'gate',
  SYSTEM_STAGENAME: 'Build',
};
const AZURE_PUSH = {
  provider: 'azure_devops',
  repository: 'acme/RPA/_git/robots',
  branch: 'release/1',
  commit: 'd4',
  workflowRunUrl: 'https://dev.azure.com/acme/My%20RPA/_build/results?buildId=88',
  definitionName: 'gate',
  buildNumber: '20261123.1',
  stageName: 'Build',
};

const JENKINS = {
  JENKINS_URL: 'https://ci.example.org/',
  BUILD_URL: 'https://ci.example.org/job/robots/5/',
  BUILD_NUMBER: '5',
  JOB_NAME: 'robots',
  GIT_URL: 'https://bot:s3cret@git.example.org/acme/robots.git',
  GIT_BRANCH: 'origin/main',
  GIT_COMMIT: 'e5',
};
const JENKINS_PUSH = {
  provider: 'jenkins',
  repository: 'acme/robots',
  branch: 'main',
  commit: 'e5',
  workflowRunUrl: 'https://ci.example.org/job/robots/5/',
  definitionName: 'robots',
  buildNumber: '5',
};

const CASES: readonly (readonly [string, Record<string, string>, Record<string, string>])[] = [
  ['a push in GitHub', GITHUB, GITHUB_PUSH],
  [
    'a pull request in GitHub whose event cannot be read',
    { ...GITHUB_PULL, GITHUB_EVENT_PATH: eventFile('{') },
    { ...GITHUB_PUSH, branch: 'fix', prUrl: GITHUB_PULL_URL },
  ],
  [
    'a pull request in GitHub with its event: the commit of the author',
    { ...GITHUB_PULL, GITHUB_EVENT_PATH: eventFile(pull('acme/robots')) },
    { ...GITHUB_PUSH, branch: 'main', commit: 'b2', prUrl: GITHUB_PULL_URL },
  ],
  [
    'a pull request in GitHub from a fork: never its branch alone',
    { ...GITHUB_PULL, GITHUB_EVENT_PATH: eventFile(pull('octocat/robots')) },
    { ...GITHUB_PUSH, branch: 'octocat:main', commit: 'b2', prUrl: GITHUB_PULL_URL },
  ],
  [
    'an event in GitHub of another shape',
    { ...GITHUB, GITHUB_EVENT_PATH: eventFile({ pull_request: { number: {}, head: { repo: null } } }) },
    GITHUB_PUSH,
  ],
  ['a push in GitLab', GITLAB, GITLAB_PUSH],
  [
    'a merge request in GitLab',
    { ...GITLAB_MERGE, CI_MERGE_REQUEST_SOURCE_PROJECT_PATH: 'acme/rpa/robots' },
    { ...GITLAB_PUSH, prUrl: 'https://gitlab.com/acme/rpa/robots/-/merge_requests/3' },
  ],
  [
    'a merge request in GitLab from a fork: the repository is the target',
    { ...GITLAB_MERGE, CI_PROJECT_PATH: 'eve/robots', CI_MERGE_REQUEST_SOURCE_PROJECT_PATH: 'eve/robots' },
    {
      ...GITLAB_PUSH,
      branch: 'eve:main',
      prUrl: 'https://gitlab.com/acme/rpa/robots/-/merge_requests/3',
    },
  ],
  ['a push in Azure Pipelines', AZURE, AZURE_PUSH],
  [
    'a pull request in Azure Repos',
    {
      ...AZURE,
      SYSTEM_PULLREQUEST_PULLREQUESTID: '6',
      SYSTEM_PULLREQUEST_SOURCEBRANCH: 'refs/heads/fix',
      SYSTEM_PULLREQUEST_SOURCECOMMITID: 'f6',
      SYSTEM_PULLREQUEST_ISFORK: 'False',
    },
    {
      ...AZURE_PUSH,
      branch: 'fix',
      commit: 'f6',
      prUrl: 'https://dev.azure.com/acme/RPA/_git/robots/pullrequest/6',
    },
  ],
  [
    'a pull request in Azure Pipelines from a fork in GitHub',
    {
      ...AZURE,
      BUILD_REPOSITORY_PROVIDER: 'GitHub',
      BUILD_REPOSITORY_NAME: 'acme/robots',
      BUILD_REPOSITORY_URI: 'https://github.com/acme/robots.git',
      SYSTEM_PULLREQUEST_PULLREQUESTNUMBER: '8',
      SYSTEM_PULLREQUEST_SOURCEBRANCH: 'main',
      SYSTEM_PULLREQUEST_SOURCEREPOSITORYURI: 'https://github.com/octocat/robots',
      SYSTEM_PULLREQUEST_ISFORK: 'True',
    },
    {
      ...AZURE_PUSH,
      repository: 'acme/robots',
      branch: 'octocat:main',
      prUrl: 'https://github.com/acme/robots/pull/8',
    },
  ],
  ['a build in Jenkins, without the password in its address', JENKINS, JENKINS_PUSH],
  ['a clone by SSH in Jenkins', { ...JENKINS, GIT_URL: 'git@git.example.org:acme/robots.git' }, JENKINS_PUSH],
  [
    'a change request in Jenkins from a fork',
    {
      ...JENKINS,
      BRANCH_NAME: 'PR-4',
      CHANGE_BRANCH: 'main',
      CHANGE_FORK: 'eve/robots',
      CHANGE_URL: 'https://git.example.org/acme/robots/pull/4',
    },
    { ...JENKINS_PUSH, branch: 'eve:main', prUrl: 'https://git.example.org/acme/robots/pull/4' },
  ],
];

describe('the pipeline context', () => {
  for (const [title, environment, expected] of CASES)
    it(`is read by the service as sent for ${title}`, () => {
      const { job } = submitConfig(environment);
      const context = Object.entries(readPipelineContext(pipelineMetadata(job)!)).filter(
        ([, value]) => value !== null,
      );
      assert.deepEqual(Object.fromEntries(context), expected);
    });

  it('is absent outside of CI', () => {
    assert.equal(submitConfig({ GITHUB_REPOSITORY: 'acme/robots', GITHUB_ACTIONS: '' }).job, null);
  });

  it('identifies another attempt of a run as another run', () => {
    const runOf = (attempt: string) => submitConfig({ ...GITHUB, GITHUB_RUN_ATTEMPT: attempt }).job!.runId;
    assert.equal(runOf('1'), runOf('1'));
    assert.notEqual(runOf('1'), runOf('2'));
  });

  it('loses its last fields, never the repository and the branch, when it is too long', () => {
    const long = 'ü'.repeat(2_000);
    const fields = ['repository', 'branch', 'prUrl', 'workflowRunUrl', 'definitionName', 'stageName'];
    const context = Object.fromEntries(fields.map((field) => [field, long]));
    const metadata = pipelineMetadata({ provider: 'github', context }, 'codex')!;
    assert.ok(Buffer.byteLength(metadata) <= CONTRACT_LIMITS.metadataBytesMax);
    const { repository, branch, stageName, agent } = readPipelineContext(metadata);
    assert.deepEqual([repository?.length, branch?.length, stageName, agent], [512, 512, null, 'codex']);
  });
});

describe('the coding agent that submits', () => {
  const cases: readonly (readonly [string, Variables, string | undefined])[] = [
    ['its own variable', { CLAUDECODE: '1' }, 'claude-code'],
    ['the common variable before its own', { AI_AGENT: ' goose@1 ', CURSOR_AGENT: '1' }, 'goose@1'],
    ['nothing where no agent is', { CLAUDECODE: '', AI_AGENT: ' ', PATH: '/bin' }, undefined],
  ];
  for (const [title, environment, expected] of cases)
    it(`is known by ${title}`, () => assert.equal(submitConfig(environment).agent, expected));

  it('is claimed without a CI job too, and nothing is sent without either', () => {
    assert.equal(pipelineMetadata(null, 'codex'), '{"agent":"codex"}');
    assert.equal(pipelineMetadata(null), undefined);
  });
});
