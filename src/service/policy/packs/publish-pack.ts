/** Use cases of policy packs: publish a version, list them, read a built file. */
import { hash } from 'node:crypto';
import type { Rule } from '../../../analysis/model/rule.ts';
import type { AuditActor } from '../../../contract/audit.ts';
import { CONTRACT_LIMITS } from '../../../contract/limits.ts';
import { AppError } from '../../../errors.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { withOrganisation } from '../../../infra/database/database.ts';
import type { TenantTransaction } from '../../../infra/database/transaction.ts';
import { uuidV7 } from '../../../infra/database/uuid-v7.ts';
import type { BuiltPack, ParentPack } from '../../../policy/built/built-pack.ts';
import { canonicalJson } from '../../../policy/built/canonical-json.ts';
import type { Trust } from '../../../policy/built/trust.ts';
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

/** Time for the check of a pack and the tests of its custom rules, less than the call may take. */
const CHECK_MS_MAX = 10_000;

/** Dependencies of the use cases. */
export interface PackDeps {
  readonly sql: Sql;
  readonly opener: PackOpener;
  /** Loads the catalogue. */
  readonly rules: () => Promise<readonly Rule[]>;
  /** Checks packs, apart from everything that they could disturb. */
  readonly sandbox: Pick<AnalysisPool, 'checkPack'>;
  readonly engineVersion: string;
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
  readonly checked: CheckedPack;
}

/** Result of a publication: the stored version, or what a dry run would store. */
export type PublishedPack = Omit<PackVersionRecord, 'createdAt'> & { readonly createdAt: Date | null };

/**
 * Stores a built file that has been checked as a version of its pack. Nothing is in force before it is assigned.
 * @throws AppError `state_conflict` for a version that is there, an older revision, or keys that have changed
 */
export async function publishPack(
  { sql, admit }: Pick<PackDeps, 'sql' | 'admit'>,
  change: Change,
  { bundle, isDryRun, allowsRollback, checked }: Publication,
): Promise<PublishedPack> {
  return withOrganisation(sql, change.orgId, async (transaction) => {
    await admit(transaction, change.actor);
    await lockPacks(transaction);
    await requireSameTrust(transaction, checked.trust);
    const { name: slug, version, revision } = checked.metadata;
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
    const action = before !== undefined && revision < before ? 'policy.rolled_back' : 'policy.published';
    const target = { kind: 'policy_pack', id: stored.id, name: `${slug}@${version}` } as const;
    const changes = [{ field: 'revision', from: before ?? null, to: revision }];
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
    const found = record === undefined ? undefined : await findPackBundle(transaction, record.id);
    if (found === undefined) throw unknownPack(`${slug}@${version}`);
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

/** A built file that has been checked. */
export interface CheckedPack {
  readonly metadata: BuiltPack['metadata'];
  /** The keys that it was checked against. */
  readonly trust: Trust | undefined;
}

/**
 * Checks a built file in the sandbox: its signatures, contents, patterns and conditions, the tests of its custom rules,
 * and the locks of published packs that it extends. No transaction waits for it.
 * @throws AppError `policy_pack_invalid`
 */
export async function checkBundle(
  { sql, sandbox, engineVersion }: Pick<PackDeps, 'sql' | 'sandbox' | 'engineVersion'>,
  orgId: string,
  bundle: Buffer,
): Promise<CheckedPack> {
  const trust = trustOf(await withOrganisation(sql, orgId, listPolicyKeys));
  const endsAt = performance.now() + CHECK_MS_MAX;
  const check = async (parent: Buffer | null) => {
    const task = { bundle, trust, engineVersion, nowMs: Date.now(), parent };
    const timeoutMs = Math.max(1, endsAt - performance.now());
    const checked = await sandbox.checkPack(task, { timeoutMs, tenant: orgId }).catch((error: unknown) => {
      throw tooExpensive(error) ?? error;
    });
    if (checked.problem !== undefined) throw invalid(checked.problem);
    return checked;
  };
  const { metadata, parents } = await check(null);
  const versions = parents.length === 0 ? [] : await readPackVersions(sql, orgId, null);
  // One at a time: together they may be large.
  for (const { id } of versions.filter((one) => parents.some((parent) => isVersionOf(one, parent)))) {
    const parent = await withOrganisation(sql, orgId, (transaction) => findPackBundle(transaction, id));
    if (parent !== undefined) await check(parent.bundle);
  }
  return { metadata, trust };
}

function isVersionOf({ slug, version }: PackVersionRecord, { name, version: extended }: ParentPack): boolean {
  return slug === name && version === extended;
}

/** Converts the end of a check that took too much; undefined for other errors. */
function tooExpensive(error: unknown): AppError | undefined {
  if (!(error instanceof AppError)) return undefined;
  if (error.code !== 'validation_timeout' && error.code !== 'engine_unavailable') return undefined;
  const seconds = CHECK_MS_MAX / 1000;
  const message = `The check of the pack and the tests of its rules took more than ${seconds} s, or more memory than they may. Shorten its tests, patterns and conditions.`;
  return invalid(message, error);
}

const invalid = (message: string, cause?: unknown): AppError =>
  new AppError('policy_pack_invalid', message, { field: 'bundle' }, { cause });

/** Requires that the keys have not changed since a pack was checked. @throws AppError `state_conflict` */
async function requireSameTrust(transaction: TenantTransaction, checked: Trust | undefined): Promise<void> {
  const trust = trustOf(await listPolicyKeys(transaction));
  if (canonicalJson(trust ?? null) === canonicalJson(checked ?? null)) return;
  const message = 'The keys of the organisation have changed while the pack was checked. Publish it again.';
  throw new AppError('state_conflict', message, { field: 'bundle' });
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
  if (highest === undefined || revision > highest || (allowsRollback && revision < highest)) return;
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
