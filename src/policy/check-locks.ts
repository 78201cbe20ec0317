/** Check of the locks of a built pack: nothing says that a build wrote the file. */
import { describeCustomRule } from '../analysis/custom-rules/compile-rule.ts';
import type { Rule } from '../analysis/model/rule.ts';
import { type BuiltEnvironment, type BuiltPack, environmentOf, type RuleLock } from './built/built-pack.ts';
import { canonicalJson } from './built/canonical-json.ts';
import { missingName } from './resolve/join-classes.ts';
import { lockOf, loosenedLocks } from './resolve/locks.ts';

type Locks = NonNullable<BuiltEnvironment['locks']>;

/** Returns where a pack loosens the locks that it holds itself, as one sentence; undefined if nowhere. */
export function ownLocksProblem(pack: BuiltPack, rules: readonly Rule[]): string | undefined {
  return summary(
    looseInEnvironments(pack, rules, Object.keys(pack.environments), ({ locks }) => locks ?? {}),
  );
}

/** Returns where a pack loosens the locks of one that it extends, as one sentence; undefined if nowhere. */
export function parentLocksProblem(
  pack: BuiltPack,
  parent: BuiltPack,
  rules: readonly Rule[],
): string | undefined {
  const names = [...new Set([...Object.keys(pack.environments), ...Object.keys(parent.environments)])];
  return summary([
    ...changedRules(pack, parent),
    ...missingNames(pack, parent, names),
    ...looseInEnvironments(pack, rules, names, (_, name) => locksOf(parent, name)),
  ]);
}

/** Returns the locks that a pack puts on those that extend it. */
function locksOf(parent: BuiltPack, environment: string | null): Locks {
  const { policy, origins } = environmentOf(parent, environment);
  const name = nameOf(parent);
  const locks = Object.entries(origins).flatMap(([id, { locked }]) => {
    const lock = locked === undefined ? null : lockOf(id, policy, `${name} ${locked}`);
    return lock === null ? [] : [[id, [lock]] as const];
  });
  return Object.fromEntries(locks);
}

/** Returns problems of locked custom rules that are not those of the locking pack. */
function changedRules(pack: BuiltPack, parent: BuiltPack): readonly string[] {
  const environments = [parent.base, ...Object.values(parent.environments)];
  const isLocked = (id: string) => environments.some(({ origins }) => origins[id]?.locked !== undefined);
  const own = new Map((pack.custom ?? []).map(({ rule }) => [rule.id, canonicalJson(rule)]));
  return (parent.custom ?? []).flatMap(({ rule }) => {
    const text = own.get(rule.id);
    const isChanged = text !== undefined && text !== canonicalJson(rule) && isLocked(rule.id);
    return isChanged
      ? [`${rule.id} is locked by ${nameOf(parent)}: the rule itself must stay as it is.`]
      : [];
  });
}

/** Returns names that hold data in a pack with locks, and that a pack which extends it leaves out. */
function missingNames(pack: BuiltPack, parent: BuiltPack, names: readonly string[]): readonly string[] {
  return [null, ...names].flatMap((name) => {
    if (Object.keys(locksOf(parent, name)).length === 0) return [];
    const [wanted, given] = [parent, pack].map((one) => environmentOf(one, name).policy.detection.classes);
    const missing = missingName(wanted, given);
    return missing === undefined
      ? []
      : [
          `In "${name ?? 'base'}", "${missing.name}" of ${nameOf(parent)} is no name of ${missing.family} data.`,
        ];
  });
}

function looseInEnvironments(
  pack: BuiltPack,
  rules: readonly Rule[],
  names: readonly string[],
  locksIn: (environment: BuiltEnvironment, name: string | null) => Locks,
): readonly string[] {
  const custom = (pack.custom ?? []).map(({ rule }) => describeCustomRule(rule));
  const known = new Map([...rules, ...custom].map((rule) => [rule.id, rule]));
  return [null, ...names].flatMap((name) => {
    const environment = environmentOf(pack, name);
    const problems = Object.entries(locksIn(environment, name)).flatMap(
      ([id, locks]) =>
        looseIn(environment, known.get(id), locks) ?? [
          `${id} is locked by ${locks[0]?.by}: the pack does not have it.`,
        ],
    );
    return problems.map((problem) => `In "${name ?? 'base'}", ${problem}`);
  });
}

/** Returns the problems of a rule; null if neither the catalogue nor the pack has it. */
function looseIn(
  { policy, origins }: BuiltEnvironment,
  rule: Rule | undefined,
  locks: readonly RuleLock[],
): readonly string[] | null {
  if (rule === undefined) return null;
  const { detection, judgement } = policy;
  const on = Object.hasOwn(detection.rules, rule.id);
  const state = {
    rule,
    on,
    severity: judgement.severities[rule.id] ?? null,
    options: { ...detection.rules[rule.id] },
    origin: origins[rule.id] ?? {},
    locks,
  };
  const overrides = new Map(judgement.overrides.map((override) => [override, '']));
  return loosenedLocks(state, overrides).map(({ message }) => message);
}

function summary(problems: readonly string[]): string | undefined {
  const [first] = problems;
  if (first === undefined) return undefined;
  return `Settings that loosen a lock: ${problems.length}. The first: ${first} Build the pack again.`;
}

function nameOf({ metadata }: BuiltPack): string {
  return `${metadata.name}@${metadata.version}`;
}
