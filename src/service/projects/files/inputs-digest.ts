/** Digest of the inputs of a file's outcome, besides the file itself. */
import { hash } from 'node:crypto';
import { PROJECT_SCORE_VERSION } from '../../../analysis/engine/project-score.ts';
import { exceptionScopeOf, originOf } from '../../../contract/ci-context.ts';
import type { TenantTransaction } from '../../../infra/database/transaction.ts';
import { digestExceptions } from '../../exceptions/exceptions-store.ts';
import { digestCrossings } from '../../results/estate/crossings-store.ts';
import { keepsOutline } from '../../validations/validations.ts';
import type { ProjectDeps } from '../project-deps.ts';
import type { ProjectRecord } from '../store/project-record.ts';

/** Digits that distinguish seals. */
const SEAL_DIGITS = 16;

export interface Basis {
  /** Hexadecimal. Two runs of a file with the same one have the same outcome. */
  readonly hash: string;
  readonly hasExceptions: boolean;
}

/** Returns the digest of the rules of a project, and of what its files are stored with. */
export async function rulesDigestOf(
  deps: Pick<ProjectDeps, 'policies' | 'digestOf' | 'keepsOutlines' | 'contentSeal'>,
  project: ProjectRecord,
): Promise<string> {
  const { policies, digestOf, contentSeal } = deps;
  const { rules } = await policies.rulesOf(project.orgId, project);
  const { settings } = await policies.sourcesOf(project.orgId);
  // Keys of two seals are never equal.
  const seal = hash('sha256', contentSeal(project.orgId)).slice(0, SEAL_DIGITS);
  const digest = `${await digestOf(rules)} ${seal}`;
  const withOutlines = keepsOutline(deps, settings) ? `${digest} with outlines` : digest;
  return settings.keepChannels ? `${withOutlines} with channels` : withOutlines;
}

/** Computes the basis at a moment. */
export async function basisOf(
  sql: TenantTransaction,
  { engineVersion }: Pick<ProjectDeps, 'engineVersion'>,
  project: ProjectRecord,
  rulesetDigest: string,
  at: Date,
): Promise<Basis> {
  const exceptions = await digestExceptions(sql, at);
  const {
    enforcementMode,
    policyPackId,
    policyPackSlug,
    includeVendor,
    includeLogicApps,
    blockUnanalysed,
    pipeline,
  } = project;
  const policy = [
    enforcementMode,
    policyPackId,
    policyPackSlug,
    includeVendor,
    includeLogicApps,
    blockUnanalysed,
  ];
  const program = [engineVersion, PROJECT_SCORE_VERSION];
  const crossings = await digestCrossings(sql, pipeline.repository);
  const origin = [originOf(pipeline), exceptionScopeOf(pipeline)];
  const parts = [
    rulesetDigest,
    program,
    policy,
    ...origin,
    exceptions,
    ...(crossings === undefined ? [] : [crossings]),
  ];
  return { hash: hash('sha256', JSON.stringify(parts)), hasExceptions: exceptions !== undefined };
}
