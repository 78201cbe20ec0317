/** Applies a pack that another one extends. */
import type { PolicyGate, PolicyOverride } from '../../analysis/model/policy.ts';
import type { Options } from '../../analysis/model/rule-option.ts';
import {
  type BuiltEnvironment,
  type BuiltPack,
  environmentOf,
  type RuleOrigin,
} from '../built/built-pack.ts';
import { findState } from './find-rules.ts';
import { combineGates } from './gates.ts';
import { lockOf } from './locks.ts';
import type { RuleState, RuleStates } from './rule-state.ts';

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
    const state = findState(states, id);
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
    if (origin.locked === undefined) continue;
    state.locked ??= origin.locked;
    const lock = lockOf(id, policy, origin.locked);
    if (lock !== null) state.locks.push(lock);
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
