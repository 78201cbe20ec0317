/** Run of a dry run: some earlier runs at a time, each stored with the totals, so that any core can go on. */
import { performance } from 'node:perf_hooks';
import { setImmediate as yieldTurn } from 'node:timers/promises';
import { BUILTIN_GATE } from '../../../analysis/model/policy.ts';
import type { Rule } from '../../../analysis/model/rule.ts';
import { isBuiltinRuleset } from '../../../analysis/model/ruleset.ts';
import { AppError } from '../../../errors.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { withOrganisation } from '../../../infra/database/database.ts';
import type { TenantTransaction } from '../../../infra/database/transaction.ts';
import { environmentOf } from '../../../policy/built/built-pack.ts';
import { compareEarlierRun, unknownRun } from '../../../policy/dry-run/compare-earlier-run.ts';
import type { Difference } from '../../../policy/dry-run/difference.ts';
import { prepareSide, type Side } from '../../../policy/dry-run/side.ts';
import { addDifference, type DryRunTotals } from '../../../policy/dry-run/totals.ts';
import type { Waivers } from '../../../policy/dry-run/verdict.ts';
import { PolicyError } from '../../../policy/problems.ts';
import { listExceptionsOf } from '../../exceptions/exceptions-store.ts';
import { listNewRules } from '../grace/rule-arrivals-store.ts';
import { findSettings } from '../organisation-settings-store.ts';
import { type PackOpener, packedPolicy, trustOf } from '../packs/open-packs.ts';
import { findPackBundle } from '../packs/packs-store.ts';
import { listPolicyKeys } from '../packs/policy-keys-store.ts';
import { rulesetWithGrace } from '../policy.ts';
import {
  advanceDryRun,
  chooseRuns,
  type DryRunRecord,
  endDryRun,
  findDryRun,
  nextRunIds,
} from './dry-runs-store.ts';
import { readEarlierRuns, runsAtOnce, type StoredRun } from './earlier-runs-store.ts';

/** Time after which a core lets the job call again. */
const DRY_RUN_TURN_MS = 5_000;

/** Dependencies of a run. */
export interface DryRunDeps {
  readonly sql: Sql;
  readonly opener: PackOpener;
  /** Loads the catalogue. */
  readonly rules: () => Promise<readonly Rule[]>;
  readonly engineVersion: string;
}

/** A dry run of an organisation. */
export interface DryRunName {
  readonly orgId: string;
  readonly dryRunId: string;
}

/** Goes on with a dry run for a while. Returns whether it has ended. */
export async function runDryRun(deps: DryRunDeps, name: DryRunName, signal: AbortSignal): Promise<boolean> {
  const rules = await deps.rules();
  const policies = new Map<string, Side | undefined>();
  const endMs = performance.now() + DRY_RUN_TURN_MS;
  while (performance.now() < endMs) {
    signal.throwIfAborted();
    const found = await withOrganisation(deps.sql, name.orgId, (transaction) =>
      next(transaction, deps, name),
    );
    if (found === undefined) return true;
    const { record, ids, runs, waiversOf } = found;
    const sideOf = (versionId: string | null, run: StoredRun) =>
      memoised(policies, `${versionId} ${run.ruleset} ${run.environment}`, () =>
        withOrganisation(deps.sql, name.orgId, (transaction) =>
          openSide(transaction, { ...deps, rules }, versionId, run),
        ),
      );
    let { totals } = record;
    for (const run of runs) {
      const to = await sideOf(record.versionId, run);
      if (to === undefined) return fail(deps, name, record);
      totals = add(totals, run, differenceOf(run, await sideOf(run.policyPackId, run), to, waiversOf(run)));
      // Other calls have their turn.
      await yieldTurn();
    }
    const range = { from: record.done, to: record.done + ids.length, totals };
    await withOrganisation(deps.sql, name.orgId, (transaction) =>
      advanceDryRun(transaction, name.dryRunId, range),
    );
  }
  return false;
}

/** Runs to look at next. */
interface Batch {
  readonly record: DryRunRecord;
  readonly ids: readonly string[];
  readonly runs: readonly StoredRun[];
  readonly waiversOf: (run: StoredRun) => Waivers;
}

/** Reads the next runs; undefined: the dry run has ended, now or before. */
async function next(
  sql: TenantTransaction,
  { engineVersion }: DryRunDeps,
  { dryRunId }: DryRunName,
): Promise<Batch | undefined> {
  const record = await findDryRun(sql, dryRunId);
  if (record === undefined || record.status !== 'running') return undefined;
  if (record.total === null) await chooseRuns(sql, dryRunId, record.selection);
  const ids = await runsAtOnce(sql, await nextRunIds(sql, dryRunId, record.done));
  if (ids.length === 0) {
    await endDryRun(sql, dryRunId, null);
    return undefined;
  }
  const runs = await readEarlierRuns(sql, ids, engineVersion);
  return { record, ids, runs, waiversOf: await findWaivers(sql, runs) };
}

/** Reads the exceptions of the runs, one query for each scope. */
async function findWaivers(
  sql: TenantTransaction,
  runs: readonly StoredRun[],
): Promise<(run: StoredRun) => Waivers> {
  const at = new Date();
  const byScope = new Map<string | null, Awaited<ReturnType<typeof listExceptionsOf>>>();
  for (const [scope, ofScope] of Map.groupBy(runs, ({ file }) => file.scope)) {
    const files = ofScope.map(({ file }) => file);
    byScope.set(scope, await listExceptionsOf(sql, files, at));
  }
  return ({ file }) => ({ exceptions: byScope.get(file.scope)!(file), at });
}

/** Opens the policy of a run: that of a version, or its ruleset; undefined: it cannot be opened. */
async function openSide(
  sql: TenantTransaction,
  { opener, rules }: Pick<DryRunDeps, 'opener'> & { readonly rules: readonly Rule[] },
  versionId: string | null,
  { ruleset, environment }: Pick<StoredRun, 'ruleset' | 'environment'>,
): Promise<Side | undefined> {
  try {
    if (versionId === null) {
      if (!isBuiltinRuleset(ruleset)) return undefined;
      const { newRuleGraceDays } = await findSettings(sql);
      const policy = rulesetWithGrace(ruleset, { newRules: await listNewRules(sql, newRuleGraceDays) });
      return prepareSide(policy, rules, { gate: BUILTIN_GATE, mode: null });
    }
    const trust = trustOf(await listPolicyKeys(sql));
    const { pack } = await opener.open(versionId, trust, async () => {
      const found = await findPackBundle(sql, versionId);
      if (found === undefined) throw new PolicyError([{ file: versionId, line: 0, message: 'It is gone.' }]);
      return found;
    });
    const built = environmentOf(pack, environment);
    const { gate } = built.policy.judgement;
    return prepareSide(packedPolicy(built), rules, { gate, mode: built.mode });
  } catch (error) {
    if (error instanceof PolicyError || error instanceof AppError) return undefined;
    throw error;
  }
}

async function memoised(
  known: Map<string, Side | undefined>,
  key: string,
  make: () => Promise<Side | undefined>,
): Promise<Side | undefined> {
  if (known.has(key)) return known.get(key);
  const made = await make();
  known.set(key, made);
  return made;
}

function differenceOf(run: StoredRun, from: Side | undefined, to: Side, waivers: Waivers): Difference {
  return from === undefined
    ? unknownRun('unreadable_policy', run, to)
    : compareEarlierRun(run, { from, to }, waivers);
}

function add(totals: DryRunTotals, run: StoredRun, difference: Difference): DryRunTotals {
  const { id, path, platform, repository, branch, environment } = run;
  const file = { validationId: id, path, platform, repository, branch, environment };
  return addDifference(totals, file, difference);
}

async function fail(
  { sql }: DryRunDeps,
  { orgId, dryRunId }: DryRunName,
  record: DryRunRecord,
): Promise<true> {
  const message = `The policy pack ${record.slug}@${record.version} cannot be loaded. Publish it again, signed by a key that the organisation trusts.`;
  await withOrganisation(sql, orgId, (transaction) =>
    endDryRun(transaction, dryRunId, { code: 'policy_unavailable', message }),
  );
  return true;
}
