/** State of a rule while a pack is resolved: what is decided so far, and where. */
import type { Rule, Severity } from '../../analysis/model/rule.ts';
import { defaultsOf, type Options, type OptionValue } from '../../analysis/model/rule-option.ts';
import type { RuleLock, RuleOrigin } from '../built/built-pack.ts';

/** Decisions about a rule. */
export interface RuleState {
  readonly rule: Rule;
  on: boolean;
  /** Null: that of the rule. */
  severity: Severity | null;
  /** Values that packs set. */
  options: Record<string, OptionValue>;
  tags: string[];
  required: boolean;
  confirmed: boolean;
  /** Place of a lock: of this pack, else of the first one that it extends. */
  locked: string | null;
  /** Locks of packs that this one extends. */
  locks: RuleLock[];
  origin: { -readonly [Key in keyof RuleOrigin]: RuleOrigin[Key] };
}

/** States of all rules by id, in the order of the ids. */
export type RuleStates = ReadonlyMap<string, RuleState>;

/** Creates the states of a catalogue: every rule is off. */
export function createStates(rules: readonly Rule[]): RuleStates {
  const sorted = [...rules].sort((a, b) => (a.id < b.id ? -1 : 1));
  return new Map(
    sorted.map((rule) => [
      rule.id,
      {
        rule,
        on: false,
        severity: null,
        options: {},
        tags: [],
        required: false,
        confirmed: false,
        locked: null,
        locks: [],
        origin: {},
      },
    ]),
  );
}

/** Returns the severity that findings of a rule have, as far as the rule decides alone. */
export function severityOf({ rule, severity }: Pick<RuleState, 'rule' | 'severity'>): Severity {
  return severity ?? rule.severity;
}

/** Returns the value of every option. */
export function optionsOf({ rule, options }: Pick<RuleState, 'rule' | 'options'>): Options {
  return { ...defaultsOf(rule.options), ...options };
}
