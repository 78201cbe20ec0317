/** Applies a pack that another one extends, and holds the other one to its locks. */
import type { PolicyGate, PolicyOverride } from '../../analysis/model/policy.ts';
import { SEVERITIES, type Severity } from '../../analysis/model/rule.ts';
import { defaultsOf, type Options } from '../../analysis/model/rule-option.ts';
import {
  type BuiltEnvironment,
  type BuiltPack,
  environmentOf,
  type RuleOrigin,
} from '../built/built-pack.ts';
import { combineGates } from './gates.ts';
import { optionsOf, type RuleLock, type RuleState, type RuleStates, severityOf } from './rule-state.ts';
import { isAsStrict, isAtLeast } from './strictness.ts';

/** Settings of an environment besides the states of its rules. */
export interface Inherited {
  mode: BuiltEnvironment['mode'];
  choice: BuiltEnvironment['choice'];
  gate: PolicyGate;
  /** With their places. */
  overrides: Map<PolicyOverride, string>;
}

/** A pack that extends others, and where it does. */
interface Extending {
  readonly states: RuleStates;
  readonly inherited: Inherited;
  readonly place: string;
}

/** Applies a built pack for an environment; null: runs that name none. Returns the ids of rules that are not known. */
export function applyParent(
  { states, inherited, place }: Extending,
  pack: BuiltPack,
  environment: string | null,
): readonly string[] {
  const { mode, choice, policy, origins } = environmentOf(pack, environment);
  const { detection, judgement } = policy;
  const name = `${pack.metadata.name}@${pack.metadata.version}`;
  const unknown: string[] = [];
  for (const id of new Set([...Object.keys(detection.rules), ...Object.keys(origins)])) {
    const state = states.get(id);
    if (state === undefined) {
      unknown.push(id);
      continue;
    }
    const origin = withPack(origins[id] ?? {}, name);
    const options = detection.rules[id];
    state.on = options !== undefined;
    state.severity = judgement.severities[id] ?? state.severity;
    state.options = { ...state.options, ...ownOptions(state, origins[id], options) };
    state.tags = [...new Set([...state.tags, ...(judgement.tags[id] ?? [])])];
    state.origin = {
      ...state.origin,
      ...origin,
      options: { ...state.origin.options, ...origin.options },
    };
    if (origin.locked !== undefined) {
      const by = origin.locked;
      state.locks.push({
        by,
        on: options !== undefined,
        // The values of the pack that locks, not those of packs beside it.
        severity: judgement.severities[id] ?? state.rule.severity,
        options: { ...defaultsOf(state.rule.options), ...options },
        overrides: judgement.overrides,
      });
    }
  }
  inherited.mode = mode ?? inherited.mode;
  inherited.choice = choice ?? inherited.choice;
  inherited.gate = combineGates(inherited.gate, judgement.gate);
  for (const override of judgement.overrides) inherited.overrides.set(override, place);
  return unknown;
}

/** Returns the options that a pack sets; a built pack leaves out values that are the defaults. */
function ownOptions(
  { rule }: RuleState,
  origin: RuleOrigin | undefined,
  options: Options | undefined,
): Options {
  if (options === undefined) return {};
  const named = Object.keys(origin?.options ?? {}).filter((name) => Object.hasOwn(rule.options, name));
  return { ...Object.fromEntries(named.map((name) => [name, rule.options[name]!.default])), ...options };
}

function withPack({ options, ...places }: RuleOrigin, name: string): RuleOrigin {
  const named = (place: string): string => `${name} ${place}`;
  const all = Object.entries(places).map(([key, place]) => [key, named(place)]);
  const ofOptions = Object.entries(options ?? {}).map(([key, place]) => [key, named(place)]);
  return { ...Object.fromEntries(all), options: Object.fromEntries(ofOptions) };
}

/** Problem of a setting that a lock forbids, with the place of the setting. */
export interface LoosenedLock {
  readonly place: string;
  readonly message: string;
}

/**
 * Returns where a rule is looser than a pack that locks it.
 * @param overrides all overrides with their places, also those of packs that the pack extends
 */
export function loosenedLocks(
  state: RuleState,
  overrides: ReadonlyMap<PolicyOverride, string>,
): readonly LoosenedLock[] {
  const { rule, origin } = state;
  return state.locks.flatMap((lock) => {
    const loosened = (place: string | undefined, what: string): LoosenedLock => ({
      place: place ?? '',
      message: `${rule.id} is locked by ${lock.by}: ${what}`,
    });
    if (!lock.on) return [];
    if (!state.on) return [loosened(origin.on, 'it must stay on.')];
    const found: LoosenedLock[] = [];
    if (!isAtLeast(severityOf(state), lock.severity))
      found.push(loosened(origin.severity, `its severity must be ${lock.severity} or worse.`));
    const options = optionsOf(state);
    for (const [name, value] of Object.entries(lock.options))
      if (!isAsStrict(rule, name, options[name]!, value)) {
        const what = `"${name}" must be at least as strict as ${JSON.stringify(value)}.`;
        found.push(loosened(origin.options?.[name], what));
      }
    const floor = worstByPath(rule.id, lock);
    for (const [override, place] of overrides) {
      const verdict = override.rules[rule.id];
      if (verdict === undefined || (verdict !== 'off' && isAtLeast(verdict, floor))) continue;
      if (!isAllowed(override, rule.id, lock)) found.push(loosened(place, `no path may make it ${verdict}.`));
    }
    return found;
  });
}

/** Returns the worst severity that the locking pack gives a rule on some path: a later override must not undo it. */
function worstByPath(id: string, { severity, overrides }: RuleLock): Severity {
  const raised = overrides.map(({ rules }) => rules[id]);
  return SEVERITIES.find((one) => one === severity || raised.includes(one))!;
}

/** Returns whether the locking pack has the override itself, so that a repetition of it changes nothing. */
function isAllowed(override: PolicyOverride, id: string, { overrides }: RuleLock): boolean {
  if (overrides.includes(override)) return true;
  const named = overrides.filter(({ rules }) => rules[id] !== undefined);
  // Among overrides with other verdicts, the order counts.
  if (named.some(({ rules }) => rules[id] !== override.rules[id])) return false;
  return named.some(({ platform, path }) => platform === override.platform && path === override.path);
}
