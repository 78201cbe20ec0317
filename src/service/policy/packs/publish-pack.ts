/** Use cases of policy packs: publish a version, list them, read a built file. */
import { hash } from 'node:crypto';
import { requireKnown } from '../../../analysis/engine/policies/prepare-policy.ts';
import type { Rule } from '../../../analysis/model/rule.ts';
import type { AuditActor } from '../../../contract/audit.ts';
import { CONTRACT_LIMITS } from '../../../contract/limits.ts';
import { AppError } from '../../../errors.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { withOrganisation } from '../../../infra/database/database.ts';
import type { TenantTransaction } from '../../../infra/database/transaction.ts';
import { uuidV7 } from '../../../infra/database/uuid-v7.ts';
import type { BuiltPack } from '../../../policy/built/built-pack.ts';
import { failedRuleTests } from '../../../policy/cases/rule-tests.ts';
import { PolicyError } from '../../../policy/problems.ts';
import type { AnalysisPool } from '../../../pool/pool.ts';
import { audit } from '../../audit/audit-store.ts';
import type { Change } from '../organisation-settings.ts';
import { type PackOpener, trustOf } from './open-packs.ts';
import {
  findPackBundle,
  findRevisionMax,
  insertPackVersion,
  listPackVersions,
  lockPacks,
  type PackBundle,
  type PackVersionRecord,
} from './packs-store.ts';
import { listPolicyKeys } from './policy-keys-store.ts';

/** Limits of the tests of a pack. */
const PACK_TEST_LIMITS = {
  /** Time for the snippet of one test. */
  testRunMsMax: 10_000,
  /** Time for all tests of a pack. */
  testsMsMax: 30_000,
} as const;

/** Dependencies of the use cases. */
export interface PackDeps {
  readonly sql: Sql;
  readonly opener: PackOpener;
  /** Loads the catalogue. */
  readonly rules: () => Promise<readonly Rule[]>;
  /** Runs the tests of custom rules, apart from everything that they could disturb. */
  readonly sandbox: Pick<AnalysisPool, 'analyse'>;
  /** Rejects an actor whose access has ended meanwhile: packs and keys outlive it. */
  readonly admit: (transaction: TenantTransaction, actor: AuditActor) => Promise<void>;
}

/** A publication. */
export interface Publication {
  readonly bundle: Buffer;
  /** Check only; nothing is stored. */
  readonly isDryRun: boolean;
  /** Accept a revision below the highest one, this once. */
  readonly allowsRollback: boolean;
}

/** Result of a publication: the stored version, or what a dry run would store. */
export type PublishedPack = Omit<PackVersionRecord, 'createdAt'> & { readonly createdAt: Date | null };

/**
 * Verifies a built file and stores it as a version of its pack. Nothing is in force before it is assigned.
 * @throws AppError `policy_pack_invalid`, or `state_conflict` for a version that is there or an older revision
 */
export async function publishPack(
  { sql, opener, rules, admit }: PackDeps,
  change: Change,
  { bundle, isDryRun, allowsRollback }: Publication,
): Promise<PublishedPack> {
  const catalogue = await rules();
  return withOrganisation(sql, change.orgId, async (transaction) => {
    await admit(transaction, change.actor);
    await lockPacks(transaction);
    const pack = await openBundle(transaction, opener, bundle);
    requireKnownRules(pack, catalogue);
    const { name: slug, version, revision } = pack.metadata;
    await requireNew(transaction, { slug, version, revision }, allowsRollback);
    const made = {
      id: uuidV7(),
      slug,
      version,
      revision,
      digest: hash('sha256', bundle),
      bundle,
      publishedByName: change.actor.name,
    };
    if (isDryRun) return { ...made, createdAt: null };
    const before = await findRevisionMax(transaction, slug);
    const stored = await insertPackVersion(transaction, made);
    const action = before !== null && revision < before ? 'policy.rolled_back' : 'policy.published';
    const target = { kind: 'policy_pack', id: stored.id, name: `${slug}@${version}` } as const;
    const changes = [{ field: 'revision', from: before, to: revision }];
    const details = { version, digest: made.digest };
    await audit(transaction, {
      actor: change.actor,
      action,
      target,
      details,
      changes,
      requestId: change.requestId,
    });
    return stored;
  });
}

/** Lists the versions of a pack, or of all, the highest revision first. @throws AppError `not_found` */
export async function readPackVersions(
  sql: Sql,
  orgId: string,
  slug: string | null,
): Promise<readonly PackVersionRecord[]> {
  const found = await withOrganisation(sql, orgId, (transaction) => listPackVersions(transaction, slug));
  if (slug !== null && found.length === 0) throw unknownPack(slug);
  return found;
}

/** Returns the built file of a version. @throws AppError `not_found` */
export async function readPackBundle(
  sql: Sql,
  orgId: string,
  { slug, version }: Pick<PackVersionRecord, 'slug' | 'version'>,
): Promise<PackBundle> {
  return withOrganisation(sql, orgId, async (transaction) => {
    const versions = await listPackVersions(transaction, slug);
    const record = versions.find((one) => one.version === version);
    const found = record === undefined ? null : await findPackBundle(transaction, record.id);
    if (found === null) throw unknownPack(`${slug}@${version}`);
    return found;
  });
}

/** Runs a reader of a built file. @throws AppError `policy_pack_invalid` instead of PolicyError */
export async function readBundle<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    const message = error.problems.map((problem) => problem.message).join(' ');
    throw new AppError('policy_pack_invalid', message, { field: 'bundle' }, { cause: error });
  }
}

/** Verifies and opens a built file that is not stored yet. @throws AppError `policy_pack_invalid` */
async function openBundle(
  transaction: TenantTransaction,
  opener: PackOpener,
  bundle: Buffer,
): Promise<BuiltPack> {
  const trust = trustOf(await listPolicyKeys(transaction));
  return readBundle(() => opener.read(bundle, trust, 'bundle'));
}

/**
 * Runs the tests of a built file's custom rules; no transaction waits for them.
 * @throws AppError `policy_pack_invalid` if one fails, all take too long, or the file is no trusted pack
 */
export async function testBundle(
  { sql, opener, sandbox }: PackDeps,
  orgId: string,
  bundle: Buffer,
): Promise<void> {
  const { custom = [] } = await withOrganisation(sql, orgId, (transaction) =>
    openBundle(transaction, opener, bundle),
  );
  if (custom.length === 0) return;
  const { testRunMsMax, testsMsMax } = PACK_TEST_LIMITS;
  const signal = AbortSignal.timeout(testsMsMax);
  const invalid = (message: string, cause?: unknown): AppError =>
    new AppError('policy_pack_invalid', message, { field: 'bundle' }, { cause });
  try {
    const failures = await failedRuleTests(custom, (task) =>
      sandbox.analyse(task, { timeoutMs: testRunMsMax, signal }),
    );
    const [first] = failures;
    if (first !== undefined)
      throw invalid(
        `Tests of the pack fail: ${failures.length}. The first: ${first.message} Run \`flowarden policy test\` and build the pack again.`,
      );
  } catch (error) {
    if (!signal.aborted) throw error;
    throw invalid(`The tests of the pack took longer than ${testsMsMax / 1000} s. Shorten them.`, error);
  }
}

function requireKnownRules(pack: BuiltPack, catalogue: readonly Rule[]): void {
  for (const environment of [pack.base, ...Object.values(pack.environments)]) {
    try {
      requireKnown(environment.policy, catalogue);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw new AppError('policy_pack_invalid', error.message, { field: 'bundle' }, { cause: error });
    }
  }
}

async function requireNew(
  sql: TenantTransaction,
  { slug, version, revision }: Pick<PackVersionRecord, 'slug' | 'version' | 'revision'>,
  allowsRollback: boolean,
): Promise<void> {
  const versions = await listPackVersions(sql, null);
  if (versions.some((one) => one.slug === slug && one.version === version)) {
    const message = `${slug}@${version} is published already. Raise the version with every publication.`;
    throw new AppError('state_conflict', message, { field: 'bundle' });
  }
  if (versions.length >= CONTRACT_LIMITS.policyVersionsMax) {
    const message = `The organisation has ${CONTRACT_LIMITS.policyVersionsMax} versions of policy packs, which is the limit.`;
    throw new AppError('state_conflict', message, { limit: String(CONTRACT_LIMITS.policyVersionsMax) });
  }
  const highest = await findRevisionMax(sql, slug);
  if (highest === null || revision > highest || (allowsRollback && revision < highest)) return;
  const message = `The pack has revision ${revision}, and revision ${highest} of ${slug} was published before. Raise the revision.`;
  throw new AppError('state_conflict', message, { revision: String(highest) });
}

/** Returns the error for a pack or version that is not there. */
export function unknownPack(name: string): AppError {
  return new AppError(
    'not_found',
    `The organisation has no policy pack ${JSON.stringify(name.slice(0, 80))}.`,
  );
}
