/** Applies the entries of a pack to the states of rules, and collects what is wrong with them. */
import { isMember } from '../../analysis/engine/ruleset.ts';
import type { Rule, Severity } from '../../analysis/model/rule.ts';
import { didYouMean } from '../../text/nearest-name.ts';
import {
  BUILTIN_PRESETS,
  type PresetName,
  type RuleEntry,
  type RuleSettings,
} from '../source/pack-schema.ts';
import type { YamlPath } from '../source/read-yaml.ts';
import type { RuleLevel } from '../source/rule-levels.ts';
import { findRules } from './find-rules.ts';
import { optionValue, type Parameters, type WrittenValue } from './option-values.ts';
import { optionsOf, type RuleState, type RuleStates } from './rule-state.ts';
import { isAtLeast } from './strictness.ts';

/** A pack while it is resolved. */
export interface Resolving {
  readonly states: RuleStates;
  readonly parameters: Parameters;
  /** Returns the place of a value, as `pack.yaml:14`. */
  placeOf(path: YamlPath): string;
  /** Records a problem at a place; the hint is left out of those beyond what is listed. */
  report(path: YamlPath, message: string, hint?: () => string): void;
}

/** Switches the rules of a built-in preset on. */
export function applyPreset({ states }: Pick<Resolving, 'states'>, name: PresetName, place: string): void {
  for (const state of states.values()) {
    if (!isMember(BUILTIN_PRESETS[name], state.rule)) continue;
    state.on = true;
    state.origin.on ??= place;
  }
}

/** Applies settings by rule; later ones win. `path` leads to them. */
export function applyRules(
  resolving: Resolving,
  rules: Readonly<Record<string, RuleEntry>> | undefined,
  path: YamlPath,
): void {
  for (const [pattern, entry] of Object.entries(rules ?? {})) {
    const found = findRules(resolving.states, pattern);
    if ('hint' in found) resolving.report([...path, pattern], found.message, found.hint);
    else for (const state of found) applyEntry(resolving, state, entry, [...path, pattern]);
  }
}

function applyEntry(resolving: Resolving, state: RuleState, entry: RuleEntry, path: YamlPath): void {
  const settings: RuleSettings = typeof entry === 'string' ? settingsOfLevel(entry) : entry;
  const place = resolving.placeOf(path);
  const { rule } = state;
  const { on = true, severity, params = {}, tags = [] } = settings;
  const problem = engineRuleProblem(rule, on ? (severity ?? rule.severity) : 'off');
  if (problem !== undefined) resolving.report(path, problem);
  state.on = on;
  state.origin.on = place;
  if (severity !== undefined) {
    state.severity = severity;
    state.origin.severity = place;
  }
  for (const [name, value] of Object.entries(params))
    setOption(resolving, state, { name, value }, [...path, 'params', name]);
  if (tags.length > 0) addTags(state, tags, place);
  if (settings.locked === true) state.locked = place;
  if (settings.required !== undefined) state.required = settings.required;
  if (settings.confirm !== undefined) state.confirmed = settings.confirm;
}

/** Returns why a rule about the analysis itself may not be off or milder; undefined for other rules. */
export function engineRuleProblem(
  { id, category, severity }: Rule,
  verdict: Severity | 'off',
): string | undefined {
  if (category !== 'engine') return undefined;
  if (verdict === 'off') return `${id} says what was not checked; it cannot be switched off.`;
  if (isAtLeast(verdict, severity)) return undefined;
  return `${id} says what was not checked; its severity must be ${severity} or worse.`;
}

function settingsOfLevel(level: RuleLevel): RuleSettings {
  if (level === 'off') return { on: false };
  return level === 'on' ? { on: true } : { severity: level };
}

/** Sets an option of a rule. */
export function setOption(
  { parameters, placeOf, report }: Resolving,
  state: RuleState,
  { name, value }: { readonly name: string; readonly value: WrittenValue },
  path: YamlPath,
): void {
  const { rule } = state;
  const option = Object.hasOwn(rule.options, name) ? rule.options[name] : undefined;
  if (option === undefined) {
    const known = Object.keys(rule.options);
    const hint =
      didYouMean(name, known) || (known.length === 0 ? ' It has none.' : ` It has ${known.join(', ')}.`);
    report(path, `${rule.id} has no option "${name}".${hint}`);
    return;
  }
  try {
    state.options[name] = optionValue(value, option, optionsOf(state)[name]!, parameters);
    state.origin.options = { ...state.origin.options, [name]: placeOf(path) };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    report(path, `The option "${name}" of ${rule.id} ${error.message}`);
  }
}

/** Adds controls to the findings of a rule. */
export function addTags(state: RuleState, tags: readonly string[], place: string): void {
  state.tags = [...new Set([...state.tags, ...tags])];
  state.origin.tags = place;
}
