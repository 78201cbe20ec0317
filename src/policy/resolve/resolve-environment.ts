/** Resolves a pack for one environment: its rules, severities, gate, and the place of every decision. */

import { hasNeeded } from '../../analysis/engine/ruleset.ts';
import type { DataClasses } from '../../analysis/model/data-flow/own-rows.ts';
import {
  BUILTIN_GATE,
  type CustomRule,
  type EffectivePolicy,
  type PolicyGate,
  type PolicyOverride,
} from '../../analysis/model/policy.ts';
import type { Rule, Severity } from '../../analysis/model/rule.ts';
import {
  type BuiltEnvironment,
  type BuiltPack,
  environmentOf,
  type RuleOrigin,
} from '../built/built-pack.ts';
import { POLICY_LIMITS } from '../limits.ts';
import type { PolicyProblem } from '../problems.ts';
import type { PackFile, PresetName } from '../source/pack-schema.ts';
import type { PackSource } from '../source/read-pack.ts';
import type { YamlPath } from '../source/read-yaml.ts';
import {
  addTags,
  applyPreset,
  applyRules,
  engineRuleProblem,
  type Resolving,
  setOption,
} from './apply-entries.ts';
import { applyParent, type Inherited } from './apply-parent.ts';
import { findRules } from './find-rules.ts';
import { gateOf } from './gates.ts';
import { joinClasses } from './join-classes.ts';
import { loosenedLocks } from './locks.ts';
import { createStates, optionsOf, type RuleState, type RuleStates, severityOf } from './rule-state.ts';
import { isSame } from './strictness.ts';

/** Entry of `extends`, with its index there. */
export type Parent =
  | { readonly index: number; readonly preset: PresetName }
  | { readonly index: number; readonly pack: BuiltPack };

/** Options that `dlp` sets: the rules and the name of the option, by the key of `dlp`. */
export const DLP_OPTIONS = {
  blocked: [['PAF-SEC-016'], 'blocked'],
  business: [['PAF-SEC-017', 'XPL-PRV-003'], 'business'],
  nonBusiness: [['PAF-SEC-017', 'XPL-PRV-003'], 'nonBusiness'],
  endpoints: [['PAF-SEC-018'], 'endpoints'],
  hosts: [['XPL-SEC-007'], 'hosts'],
} as const satisfies Readonly<
  Record<keyof NonNullable<PackFile['dlp']>, readonly [readonly string[], string]>
>;

/** Overrides in their order, each with its place. */
type PlacedOverrides = ReadonlyMap<PolicyOverride, string>;

/** A pack that is resolved, and what is wrong with it so far. */
export interface ResolveInput {
  readonly source: PackSource;
  readonly parents: readonly Parent[];
  /** The catalogue, and the custom rules. */
  readonly rules: readonly Rule[];
  /** Custom rules of this pack and of those that it extends. */
  readonly custom: readonly CustomRule[];
  /** Places of the custom rules of this pack, by id. */
  readonly places: ReadonlyMap<string, string>;
  readonly problems: PolicyProblem[];
}

/** Resolves a pack for an environment; null: runs that name none. Problems are added to those of the input. */
export function resolveEnvironment(input: ResolveInput, environment: string | null): BuiltEnvironment {
  const { source, parents, rules, problems } = input;
  const { document, pack } = source;
  const states = createStates(rules);
  const placeOf = (path: YamlPath): string => `${document.file}:${document.lineOf(path)}`;
  const listedMax = problems.length + POLICY_LIMITS.problemsMax;
  const report: Resolving['report'] = (path, message, hint) => {
    const text = hint === undefined || problems.length >= listedMax ? message : `${message} ${hint()}`;
    problems.push({ file: document.file, line: document.lineOf(path), message: text });
  };
  const resolving: Resolving = { states, parameters: pack.parameters ?? {}, placeOf, report };
  const inherited: Inherited = { mode: null, choice: null, gate: BUILTIN_GATE, overrides: new Map() };
  for (const parent of parents) {
    if ('preset' in parent) applyPreset(resolving, parent.preset, `builtin/${parent.preset}`);
    else {
      const { name, version } = parent.pack.metadata;
      const place = placeOf(['extends', parent.index]);
      for (const id of applyParent({ states, inherited, place }, parent.pack, environment))
        report(['extends', parent.index], `${name}@${version} has the rule ${id}, which this version lacks.`);
    }
  }
  for (const [id, place] of input.places) {
    const state = states.get(id)!;
    state.on = true;
    state.origin.on = place;
  }
  applyRules(resolving, pack.rules, ['rules']);
  const overrides = new Map([...inherited.overrides, ...readOverrides(resolving, pack)]);
  applyDlp(resolving, pack.dlp);
  applyCompliance(resolving, pack.compliance);
  const named = environment === null ? undefined : pack.environments?.[environment];
  const gate = applyEnvironment(resolving, inherited.gate, pack, environment);
  for (const state of states.values()) checkState(resolving, state, overrides, problems);
  const required = [...states.values()].filter((state) => state.on && state.required);
  const inheritedClasses = parents.map((parent) =>
    'pack' in parent ? environmentOf(parent.pack, environment).policy.detection.classes : undefined,
  );
  const classes = joinClasses([...inheritedClasses, pack.classes], (family, message) =>
    report(['classes', family], message),
  );
  const effective: EffectivePolicy = {
    name: `${pack.metadata.name}@${pack.metadata.version}`,
    ...judged({ states, custom: input.custom, classes }, [...overrides.keys()], {
      ...gate,
      required: [...new Set([...gate.required, ...required.map(({ rule }) => rule.id)])].sort(),
    }),
  };
  return {
    mode: named?.mode ?? pack.mode ?? inherited.mode,
    choice: named?.choice ?? pack.choice ?? inherited.choice,
    policy: effective,
    origins: originsOf(states),
    ...locksOf(states),
  };
}

function readOverrides(resolving: Resolving, { overrides = [] }: PackFile): PlacedOverrides {
  const placed = overrides.map(({ match, rules }, index) => {
    const path = ['overrides', index];
    if (match.path === undefined && match.platform === undefined)
      resolving.report([...path, 'match'], 'The override matches every file. Name a platform or a path.');
    const found: Record<string, Severity | 'off'> = {};
    for (const [pattern, verdict] of Object.entries(rules)) {
      const named = findRules(resolving.states, pattern);
      if ('hint' in named) resolving.report([...path, 'rules', pattern], named.message, named.hint);
      else
        for (const { rule } of named) {
          const problem = engineRuleProblem(rule, verdict);
          if (problem !== undefined) resolving.report([...path, 'rules', pattern], problem);
          found[rule.id] = verdict;
        }
    }
    const { platform, path: glob } = match;
    const override = {
      ...(platform === undefined ? {} : { platform }),
      ...(glob === undefined ? {} : { path: glob }),
      rules: found,
    };
    return [override, resolving.placeOf(path)] as const;
  });
  return new Map<PolicyOverride, string>(placed);
}

function applyDlp(resolving: Resolving, dlp: PackFile['dlp']): void {
  for (const [key, [ids, name]] of Object.entries(DLP_OPTIONS)) {
    const written = dlp?.[key as keyof typeof DLP_OPTIONS];
    if (written === undefined) continue;
    const path = ['dlp', key];
    const value = written.map((entry) =>
      typeof entry === 'string' ? entry : 'deny' in entry ? `deny ${entry.deny}` : `allow ${entry.allow}`,
    );
    const dead = value.findIndex((entry, at) => / \*$/.test(entry) && at < value.length - 1);
    if (key === 'endpoints' && dead !== -1)
      resolving.report(
        [...path, dead],
        'The first entry that matches decides: put the one for * at the end.',
      );
    for (const id of ids) applyDlpTo(resolving, id, { name, value }, path);
  }
}

function applyDlpTo(
  resolving: Resolving,
  id: string,
  option: { readonly name: string; readonly value: readonly string[] },
  path: readonly string[],
): void {
  const state = resolving.states.get(id);
  if (state === undefined) {
    resolving.report(path, `It needs the rule ${id}, which this version does not have.`);
    return;
  }
  state.on = true;
  state.origin.on = resolving.placeOf(path);
  setOption(resolving, state, option, path);
}

function applyCompliance(resolving: Resolving, compliance: PackFile['compliance']): void {
  for (const [index, { framework, control, rules }] of (compliance ?? []).entries()) {
    for (const [at, pattern] of rules.entries()) {
      const path = ['compliance', index, 'rules', at];
      const found = findRules(resolving.states, pattern);
      if ('hint' in found) resolving.report(path, found.message, found.hint);
      else for (const state of found) addTags(state, [`${framework}:${control}`], resolving.placeOf(path));
    }
  }
}

function applyEnvironment(
  resolving: Resolving,
  inherited: PolicyGate,
  pack: PackFile,
  environment: string | null,
): PolicyGate {
  const own = gateOf(pack.gate, inherited, (key, problem) =>
    resolving.report(['gate', key], `"${key}" ${problem}`),
  );
  const settings = environment === null ? undefined : pack.environments?.[environment];
  if (environment === null || settings === undefined) return own;
  const path = ['environments', environment];
  for (const [index, preset] of (settings.presets ?? []).entries())
    applyPreset(resolving, preset, resolving.placeOf([...path, 'presets', index]));
  applyRules(resolving, settings.rules, [...path, 'rules']);
  return gateOf(settings.gate, own, (key, problem) =>
    resolving.report([...path, 'gate', key], `"${key}" ${problem}`),
  );
}

function checkState(
  { placeOf }: Resolving,
  state: RuleState,
  overrides: PlacedOverrides,
  problems: PolicyProblem[],
): void {
  const { rule, origin, confirmed } = state;
  const top = placeOf([]);
  const report = (place: string | undefined, message: string): void => {
    const [file = '', line = '0'] = (place || top).split(':');
    problems.push({ file, line: Number(line), message });
  };
  const isSevere = ['critical', 'high'].includes(severityOf(state));
  if (rule.kind === 'hotspot' && rule.category !== 'engine' && state.on && isSevere && !confirmed) {
    const message = `${rule.id} is a hotspot, which a person has to judge: at most medium. To block on it, add "confirm: true".`;
    report(origin.severity, message);
  }
  if (state.on && state.required && !hasNeeded(rule, optionsOf(state))) {
    const needed = (rule.needsOneOf ?? []).join(' or ');
    report(origin.on, `${rule.id} is required, and is not evaluated before the pack gives ${needed}.`);
  }
  for (const { place, message } of loosenedLocks(state, overrides)) report(place, message);
}

/** Rules of an environment, and names that hold data. */
interface Resolved {
  readonly states: RuleStates;
  readonly custom: readonly CustomRule[];
  readonly classes: DataClasses | undefined;
}

function judged(
  { states, custom, classes }: Resolved,
  overrides: readonly PolicyOverride[],
  gate: EffectivePolicy['judgement']['gate'],
): Pick<EffectivePolicy, 'detection' | 'judgement'> {
  const on = [...states.values()].filter((state) => state.on);
  const rules = on.map((state) => [state.rule.id, changedOptions(state)] as const);
  const severities = on.flatMap(({ rule, severity }) => (severity === null ? [] : [[rule.id, severity]]));
  const tags = on.flatMap(({ rule, tags: added }) => (added.length === 0 ? [] : [[rule.id, added]]));
  const texts = custom.filter(({ id }) => states.get(id)?.on === true);
  return {
    detection: {
      rules: Object.fromEntries(rules),
      ...(texts.length === 0 ? {} : { custom: texts }),
      ...(classes && { classes }),
    },
    judgement: {
      severities: Object.fromEntries(severities),
      overrides,
      tags: Object.fromEntries(tags),
      gate,
    },
  };
}

function changedOptions({ rule, options }: RuleState): RuleState['options'] {
  const changed = Object.entries(options).filter(
    ([name, value]) => !isSame(value, rule.options[name]!.default),
  );
  return Object.fromEntries(changed);
}

function originsOf(states: RuleStates): Readonly<Record<string, RuleOrigin>> {
  const decided = [...states.values()].filter(({ origin }) => Object.keys(origin).length > 0);
  return Object.fromEntries(
    decided.map(({ rule, origin, locked }) => [rule.id, locked === null ? origin : { ...origin, locked }]),
  );
}

/** Returns the locks of packs that this one extends, as a part of the built environment. */
function locksOf(states: RuleStates): Pick<BuiltEnvironment, 'locks'> {
  const locked = [...states.values()].filter(({ locks }) => locks.length > 0);
  if (locked.length === 0) return {};
  return { locks: Object.fromEntries(locked.map(({ rule, locks }) => [rule.id, locks])) };
}
