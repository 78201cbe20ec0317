/** Frameworks: the controls that a result says something about, with names and reasons in our own words. */
import type { Bundle } from '../../analysis/model/compliance.ts';
import type { Category } from '../../analysis/model/rule.ts';

/**
 * Parts of the product that answer a control. `rules`: their findings. `exceptions`: decisions on findings. `runs`: files that
 * were checked. `gate`: runs that it stopped. `drift`: comparison of what was released with what runs.
 */
export const ANSWERS = ['rules', 'exceptions', 'runs', 'gate', 'drift'] as const;
export type Answer = (typeof ANSWERS)[number];

/** A control of a framework. */
export interface Control {
  /** Its number in the framework, such as `A.8.24`. */
  readonly number: string;
  /** A short name in our words, never that of the framework. */
  readonly title: string;
  /** Reason for its answers: what they show about it. Absent: the reasons of the rules' families say it. */
  readonly reason?: string;
  /** Families and categories of rules, and single rules; none: the rules that carry the control as a tag. */
  readonly families?: readonly Bundle[];
  readonly categories?: readonly Category[];
  readonly rules?: readonly string[];
  /** Absent: rules, exceptions and runs. */
  readonly answers?: readonly Answer[];
}

/** A framework with the controls that are answered, in their order. */
export interface FrameworkTable {
  /** Name of the law or standard, with its edition. */
  readonly about: string;
  /** Stands before each number in the id of a control. */
  readonly prefix: string;
  /** Topics that the files of automations do not show. */
  readonly hides: string;
  /** Reason of every control without one of its own. */
  readonly reason?: string;
  readonly controls: readonly Control[];
}

/** Answers to the change of software, which has to be tested, approved and released under control. */
export const CHANGE_ANSWERS = [
  'rules',
  'exceptions',
  'runs',
  'gate',
  'drift',
] as const satisfies readonly Answer[];
