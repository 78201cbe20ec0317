/** CI systems whose identity tokens can be trusted: the claims that a policy must pin, those it may test, and their traps. */
import type { JWTPayload } from 'jose';
import type { TokenProviderName } from '../../../contract/token-provider.ts';

/** Rules for the identity tokens of one CI system. */
export interface TokenProvider {
  /** Sets of claims of which a policy pins at least one set whole. They never change hands. */
  readonly requiredPins: readonly (readonly string[])[];
  /** Claims that a policy may test with a glob. `sub` is never one: projects customise it. */
  readonly conditions: readonly string[];
  /** Claim with the kind of `ref`, which is a branch unless the policy tests that claim; null: `ref` names it, or there is none. */
  readonly refKindClaim: string | null;
  /** Audience: the address of the organisation, or the application that the policy pins as `aud`. */
  readonly audience: 'organisation' | 'pinned';
  /** Claim with the id of the token; null: the CI system writes none. */
  readonly idClaim: string | null;
  /** Claim that distinguishes the owners of results: the repository, the project or the account. */
  readonly subjectClaim: string;
  /** Longest life of a token. */
  readonly lifetimeSecondsMax: number;
  /** Returns why a token is rejected that no pin would catch; undefined: it is not. */
  readonly trapOf: (claims: JWTPayload) => string | undefined;
}

const noTrap = () => undefined;

/** Rules by the name of the CI system. Source of the claims: the OIDC reference of each vendor. */
export const TOKEN_PROVIDERS = {
  github: {
    requiredPins: [['repository_owner_id', 'repository_id']],
    conditions: [
      'repository',
      'ref',
      'ref_type',
      'ref_protected',
      'environment',
      'event_name',
      'job_workflow_ref',
    ],
    refKindClaim: null,
    subjectClaim: 'repository_id',
    audience: 'organisation',
    idClaim: 'jti',
    lifetimeSecondsMax: 900,
    // The workflow of this event runs with the rights of the target while a stranger chooses the code.
    trapOf: ({ event_name: event }) => {
      if (typeof event !== 'string') return 'event_name is missing';
      return event === 'pull_request_target' ? 'the event is pull_request_target' : undefined;
    },
  },
  gitlab: {
    requiredPins: [['namespace_id'], ['project_id']],
    conditions: ['ref', 'ref_type', 'ref_protected', 'pipeline_source', 'ci_config_ref_uri', 'environment'],
    // `ref` is a bare name, which a tag and a branch may share.
    refKindClaim: 'ref_type',
    subjectClaim: 'project_id',
    audience: 'organisation',
    idClaim: 'jti',
    lifetimeSecondsMax: 3_600,
    // In a merge request of a fork, `project_id` is the fork and `job_project_id` the project that runs the job.
    trapOf: ({ project_id: project, job_project_id: job }) =>
      typeof job === 'string' && job === project ? undefined : 'job_project_id is not project_id',
  },
  entra: {
    requiredPins: [['tid', 'oid', 'aud']],
    conditions: ['azp', 'appid'],
    refKindClaim: null,
    subjectClaim: 'oid',
    audience: 'pinned',
    idClaim: 'uti',
    // 60 to 90 minutes, and `iat` lies up to five minutes before the issue.
    lifetimeSecondsMax: 5_700,
    trapOf: noTrap,
  },
  jenkins: {
    requiredPins: [['sub']],
    conditions: [],
    refKindClaim: null,
    subjectClaim: 'sub',
    audience: 'organisation',
    idClaim: null,
    lifetimeSecondsMax: 3_600,
    trapOf: noTrap,
  },
  kubernetes: {
    requiredPins: [['sub']],
    conditions: [],
    refKindClaim: null,
    subjectClaim: 'sub',
    audience: 'organisation',
    idClaim: 'jti',
    lifetimeSecondsMax: 3_600,
    trapOf: noTrap,
  },
} as const satisfies Readonly<Record<TokenProviderName, TokenProvider>>;
