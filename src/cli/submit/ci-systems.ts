/** CI systems, and the pipeline context in their variables. */
import type { PipelineField } from '../../contract/ci-context.ts';

/** Variables of a process. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Payload of the event that started a run, as far as the context needs it. */
export interface CiEvent {
  readonly pull_request?: {
    readonly number?: unknown;
    readonly head?: {
      readonly sha?: unknown;
      readonly ref?: unknown;
      readonly repo?: { readonly full_name?: unknown } | null;
    };
  };
}

/** Known part of a pipeline context. */
export type KnownContext = Partial<Readonly<Record<PipelineField, string | undefined>>>;

/** CI system. */
interface CiSystem {
  readonly provider: string;
  /** Variable that it sets in every job. */
  readonly marker: string;
  /** Variables that identify a run of a job; one that is started again has another identity. */
  readonly run: readonly string[];
  /** Variable with the path of the event's payload, if the system writes one. */
  readonly eventPath?: string;
  readonly contextOf: (variables: Variables, event: CiEvent) => KnownContext;
}

/**
 * Every known system, the more specific first: a Jenkins job may run in an agent of another system.
 * Sources: docs.github.com "Variables reference", docs.gitlab.com "Predefined CI/CD variables", learn.microsoft.com
 * "Use predefined variables", and the variables of the Jenkins plugins `git` and `branch-api`.
 */
export const CI_SYSTEMS = [
  {
    provider: 'github',
    marker: 'GITHUB_ACTIONS',
    run: ['GITHUB_RUN_ID', 'GITHUB_RUN_ATTEMPT', 'GITHUB_JOB'],
    eventPath: 'GITHUB_EVENT_PATH',
    contextOf: githubContext,
  },
  {
    provider: 'gitlab',
    marker: 'GITLAB_CI',
    run: ['CI_PIPELINE_ID', 'CI_JOB_ID'],
    contextOf: (v) => ({
      // In a fork's merge request CI_PROJECT_PATH is the fork.
      repository: v.CI_MERGE_REQUEST_PROJECT_PATH ?? v.CI_PROJECT_PATH,
      branch: branchOf(
        v.CI_MERGE_REQUEST_SOURCE_BRANCH_NAME ?? v.CI_COMMIT_BRANCH ?? v.CI_COMMIT_REF_NAME,
        v.CI_MERGE_REQUEST_SOURCE_PROJECT_PATH,
        v.CI_MERGE_REQUEST_PROJECT_PATH,
      ),
      commit: v.CI_COMMIT_SHA,
      prUrl: joined(v.CI_MERGE_REQUEST_PROJECT_URL, '/-/merge_requests/', v.CI_MERGE_REQUEST_IID),
      workflowRunUrl: v.CI_JOB_URL ?? v.CI_PIPELINE_URL,
      definitionName: v.CI_PIPELINE_NAME,
      buildNumber: v.CI_PIPELINE_IID,
      stageName: v.CI_JOB_STAGE,
    }),
  },
  {
    provider: 'azure_devops',
    marker: 'TF_BUILD',
    run: [
      'SYSTEM_COLLECTIONURI',
      'BUILD_BUILDID',
      'SYSTEM_STAGEATTEMPT',
      'SYSTEM_JOBID',
      'SYSTEM_JOBATTEMPT',
    ],
    contextOf: azureContext,
  },
  {
    provider: 'jenkins',
    marker: 'JENKINS_URL',
    run: ['BUILD_URL', 'BUILD_TAG', 'STAGE_NAME'],
    contextOf: (v) => ({
      repository: repositoryPath(v.GIT_URL),
      // CHANGE_FORK is the account, or account and name where the names differ.
      branch:
        joined(v.CHANGE_FORK?.split('/')[0], ':', v.CHANGE_BRANCH) ?? v.CHANGE_BRANCH ?? jenkinsBranch(v),
      commit: v.GIT_COMMIT,
      prUrl: v.CHANGE_URL,
      workflowRunUrl: v.BUILD_URL,
      definitionName: v.JOB_NAME,
      buildNumber: v.BUILD_NUMBER,
      stageName: v.STAGE_NAME,
    }),
  },
] as const satisfies readonly CiSystem[];

/** Returns the system that runs this process; null if none of the known ones. */
export function ciSystemOf(variables: Variables): CiSystem | null {
  return CI_SYSTEMS.find(({ marker }) => variables[marker]) ?? null;
}

function githubContext(v: Variables, { pull_request: pull }: CiEvent): KnownContext {
  const [, fromRef] = /^refs\/pull\/(\d+)\//.exec(v.GITHUB_REF ?? '') ?? [];
  const number = textOf(pull?.number) ?? fromRef;
  const server = joined(v.GITHUB_SERVER_URL, '/', v.GITHUB_REPOSITORY);
  return {
    repository: v.GITHUB_REPOSITORY,
    branch: branchOf(
      textOf(pull?.head?.ref) ?? (v.GITHUB_HEAD_REF || v.GITHUB_REF_NAME),
      textOf(pull?.head?.repo?.full_name),
      v.GITHUB_REPOSITORY,
    ),
    // GITHUB_SHA of a pull request is a merge commit of the run alone.
    commit: textOf(pull?.head?.sha) ?? v.GITHUB_SHA,
    prUrl: joined(server, '/pull/', number),
    workflowRunUrl: joined(server, '/actions/runs/', v.GITHUB_RUN_ID),
    definitionName: v.GITHUB_WORKFLOW,
    buildNumber: v.GITHUB_RUN_NUMBER,
    stageName: v.GITHUB_JOB,
  };
}

function azureContext(v: Variables): KnownContext {
  const isGitHub = v.BUILD_REPOSITORY_PROVIDER === 'GitHub';
  const web = withoutUser(v.BUILD_REPOSITORY_URI)?.replace(/\.git$/, '');
  const source = shortBranch(v.SYSTEM_PULLREQUEST_SOURCEBRANCH);
  const isFork = /^true$/i.test(v.SYSTEM_PULLREQUEST_ISFORK ?? '');
  // The account of the fork, as in https://github.com/octocat/robots.
  const fork = isFork
    ? (repositoryPath(v.SYSTEM_PULLREQUEST_SOURCEREPOSITORYURI)?.split('/')[0] ?? 'fork')
    : '';
  return {
    repository: isGitHub ? v.BUILD_REPOSITORY_NAME : repositoryPath(v.BUILD_REPOSITORY_URI),
    branch: joined(fork, ':', source) ?? source ?? shortBranch(v.BUILD_SOURCEBRANCH),
    commit: v.SYSTEM_PULLREQUEST_SOURCECOMMITID ?? v.BUILD_SOURCEVERSION,
    prUrl: isGitHub
      ? joined(web, '/pull/', v.SYSTEM_PULLREQUEST_PULLREQUESTNUMBER)
      : joined(web, '/pullrequest/', v.SYSTEM_PULLREQUEST_PULLREQUESTID),
    workflowRunUrl: joined(
      joined(v.SYSTEM_COLLECTIONURI, '', v.SYSTEM_TEAMPROJECT?.replaceAll(' ', '%20')),
      '/_build/results?buildId=',
      v.BUILD_BUILDID,
    ),
    definitionName: v.BUILD_DEFINITIONNAME,
    buildNumber: v.BUILD_BUILDNUMBER,
    stageName: v.SYSTEM_STAGEDISPLAYNAME ?? v.SYSTEM_STAGENAME,
  };
}

/** Returns the branch, after the account for one of a fork: a fork's `main` is not the `main` of the repository. */
function branchOf(
  branch: string | undefined,
  source: string | undefined,
  target: string | undefined,
): string | undefined {
  if (branch === undefined || source === undefined || source === target) return branch;
  return `${source.split('/')[0]}:${branch}`;
}

/** `GIT_BRANCH` has the name of the remote in front; jobs of one branch alone set no `BRANCH_NAME`. */
function jenkinsBranch({ BRANCH_NAME: name, GIT_BRANCH: tracked }: Variables): string | undefined {
  return name ?? tracked?.replace(/^(?:refs\/remotes\/)?origin\//, '');
}

const shortBranch = (ref: string | undefined): string | undefined => ref?.replace(/^refs\/heads\//, '');

/** Joins both texts; undefined if one of them is missing. */
function joined(first: string | undefined, between: string, last: string | undefined): string | undefined {
  return first && last ? `${first}${between}${last}` : undefined;
}

/** Returns a text or a number as a text. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** Returns an address without user and password, which job variables may hold. */
function withoutUser(address: string | undefined): string | undefined {
  return address?.replace(/^(https?:\/\/)[^/]*@/i, '$1');
}

/** Returns the path of a repository in its address, without `.git`: `git@host:acme/robots.git` is `acme/robots`. */
function repositoryPath(address: string | undefined): string | undefined {
  const path = address?.replace(/^\w+:\/\/[^/]*\//, '').replace(/^[^/:]+:/, '');
  return path
    ?.replace(/\.git$/, '')
    .split('/')
    .filter((name) => name !== '')
    .join('/');
}
