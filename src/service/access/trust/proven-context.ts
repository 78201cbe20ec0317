/** Context of a pipeline run that its identity token proves. */
import type { JWTPayload } from 'jose';
import type { PipelineContext } from '../../../contract/ci-context.ts';
import type { TokenProviderName } from '../../../contract/token-provider.ts';
import { cutContextText } from './context-text.ts';

/** Members that replace those of the caller; null: the token proves that the member is absent. */
export type ProvenContext = Pick<
  PipelineContext,
  'provider' | 'repository' | 'branch' | 'commit' | 'buildNumber'
>;

type ReadClaims = (claims: JWTPayload) => {
  readonly [Member in Exclude<keyof ProvenContext, 'provider'>]: string | undefined;
};

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? cutContextText(value) : undefined;

/** Readers by CI system; one without a reader proves who sends, and nothing about a repository. */
const READERS: Readonly<Partial<Record<TokenProviderName, ReadClaims>>> = {
  github: (claims) => ({
    repository: text(claims.repository),
    // The name of a pull request's branch is free: one called main must not count as main.
    branch: text(claims.ref),
    commit: text(claims.sha),
    buildNumber: text(claims.run_number),
  }),
  gitlab: (claims) => ({
    repository: text(claims.project_path),
    branch: gitlabRef(claims),
    commit: text(claims.sha),
    buildNumber: text(claims.pipeline_id),
  }),
};

/** Returns the name of a branch, and any other ref in full: a tag called main must not count as main. */
function gitlabRef({ ref, ref_type: type }: JWTPayload): string | undefined {
  if (typeof ref !== 'string') return undefined;
  if (type === 'tag') return text(`refs/tags/${ref}`);
  if (type !== 'branch') return undefined;
  return text(ref.startsWith('refs/') ? `refs/heads/${ref}` : ref);
}

/** Claim with what has started the run, and its values for which people with write access chose all that runs. */
const OWN_STARTS: Readonly<
  Partial<Record<TokenProviderName, readonly [claim: string, values: readonly string[]]>>
> = {
  github: ['event_name', ['push', 'schedule', 'workflow_dispatch']],
  gitlab: ['pipeline_source', ['push', 'schedule', 'web']],
};

/**
 * Returns whether the run has the files of its branch. Other events, such as `workflow_run` and `issue_comment` of GitHub,
 * name a branch of the repository while the job may check out the code of a stranger.
 */
export function runsOwnBranch(provider: TokenProviderName, claims: JWTPayload): boolean {
  const [claim, values] = OWN_STARTS[provider] ?? [];
  return claim !== undefined && values!.includes(String(claims[claim]));
}

/** Returns what the claims prove about the run; undefined if they prove nothing. */
export function provenContextOf(provider: TokenProviderName, claims: JWTPayload): ProvenContext | undefined {
  const claimed = READERS[provider]?.(claims);
  if (claimed === undefined) return undefined;
  const { repository = null, branch = null, commit = null, buildNumber = null } = claimed;
  return { provider, repository, branch, commit, buildNumber };
}
