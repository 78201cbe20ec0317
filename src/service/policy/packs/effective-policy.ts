/** Use cases that show what a published pack decides. */
import { describeCustomRule } from '../../../analysis/custom-rules/compile-rule.ts';
import type { Rule } from '../../../analysis/model/rule.ts';
import { AppError } from '../../../errors.ts';
import { withOrganisation } from '../../../infra/database/database.ts';
import { type BuiltEnvironment, environmentOf } from '../../../policy/built/built-pack.ts';
import { type DecidedRule, decisionsOf } from '../../../policy/decisions.ts';
import { didYouMean } from '../../../text/nearest-name.ts';
import { trustOf } from './open-packs.ts';
import { findPackBundle, listPackVersions, type PackVersionRecord } from './packs-store.ts';
import { listPolicyKeys } from './policy-keys-store.ts';
import { type PackDeps, readBundle, unknownPack } from './publish-pack.ts';

/** Choice of a version and an environment; null: runs without one. */
export interface EffectiveRequest {
  readonly slug: string;
  readonly version: string;
  readonly environment: string | null;
}

/** A rule as a policy has it. */
export type ShownRule = DecidedRule;

/** Policy of an environment with its rules. */
export interface ShownPolicy {
  readonly record: PackVersionRecord;
  readonly environment: BuiltEnvironment;
  /** Rules that are on, by id. */
  readonly rules: readonly DecidedRule[];
}

/** An opened version: its policy for the environment, and every rule that it can name. */
interface Opened {
  readonly record: PackVersionRecord;
  readonly environment: BuiltEnvironment;
  readonly rules: readonly Rule[];
}

async function openVersion(
  { sql, opener, rules }: Pick<PackDeps, 'sql' | 'opener' | 'rules'>,
  orgId: string,
  { slug, version, environment }: EffectiveRequest,
): Promise<Opened> {
  const catalogue = await rules();
  return withOrganisation(sql, orgId, async (transaction) => {
    const known = await listPackVersions(transaction, slug);
    const id = known.find((one) => one.version === version)?.id;
    const found = id === undefined ? undefined : await findPackBundle(transaction, id);
    if (found === undefined) throw unknownPack(`${slug}@${version}`);
    const { bundle, ...record } = found;
    const trust = trustOf(await listPolicyKeys(transaction));
    const pack = await readBundle(() => opener.read(bundle, trust, `${slug}@${version}`));
    const custom = (pack.custom ?? []).map(({ rule }) => describeCustomRule(rule));
    return { record, environment: environmentOf(pack, environment), rules: [...catalogue, ...custom] };
  });
}

/** Returns what a version decides for an environment. @throws AppError `not_found`, `policy_pack_invalid` */
export async function readEffectivePolicy(
  deps: Pick<PackDeps, 'sql' | 'opener' | 'rules'>,
  orgId: string,
  request: EffectiveRequest,
): Promise<ShownPolicy> {
  const { record, environment, rules } = await openVersion(deps, orgId, request);
  const decided = rules.map((rule) => decisionsOf(rule, environment, null)).filter(({ isOn }) => isOn);
  return { record, environment, rules: decided.sort((a, b) => (a.rule.id < b.rule.id ? -1 : 1)) };
}

/** Returns what a version decides about a rule. @throws AppError `not_found`, `policy_pack_invalid` */
export async function explainPolicyRule(
  deps: Pick<PackDeps, 'sql' | 'opener' | 'rules'>,
  orgId: string,
  request: EffectiveRequest & { readonly ruleId: string; readonly path: string | null },
): Promise<DecidedRule> {
  const { environment, rules } = await openVersion(deps, orgId, request);
  const rule = rules.find(({ id }) => id === request.ruleId);
  if (rule !== undefined) return decisionsOf(rule, environment, request.path);
  const hint = didYouMean(
    request.ruleId,
    rules.map(({ id }) => id),
  );
  throw new AppError('not_found', `There is no rule ${JSON.stringify(request.ruleId)}.${hint}`);
}
