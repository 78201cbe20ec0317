/** Checks an activity against facts about settings that exclude or need each other. */
import type { Condition, SettingFacts } from '../../../facts/setting-facts.ts';
import { childrenOf } from '../../../model/navigate.ts';
import type { Activity, Property, Workflow } from '../../../model/workflow.ts';
import { certainText, settingOf } from './certain-text.ts';
import { TEXT_KINDS } from './text-kinds.ts';

/** Prefix of conditions about project.json. */
const PROJECT = 'project.';

/** Returns whether a text meets a condition, in any letter case. */
function meetsCondition({ test, values }: Condition, text: string): boolean {
  if (test === 'kind') return values.some((kind) => TEXT_KINDS[kind]!(text));
  const isOne = values.some((value) => value.toLowerCase() === text.trim().toLowerCase());
  return test === 'one-of' ? isOne : !isOne;
}

const isEmpty = ({ expression, text }: Property): boolean => expression === undefined && text === '';

/** Returns whether no activity stands in a part, and no setting fills it. */
const isEmptyPart = (workflow: Workflow, activity: Activity, name: string): boolean =>
  !activity.properties.some((property) => property.name === name && property.text !== '') &&
  childrenOf(workflow, activity).every(({ slot, role }) => slot !== name || role === 'comment');

/** Returns whether a condition holds; undefined when only the run decides. */
export function conditionHolds(
  workflow: Workflow,
  activity: Activity,
  condition: Condition,
): boolean | undefined {
  if (condition.test === 'empty') return isEmptyPart(workflow, activity, condition.name);
  const found = settingOf(activity, condition.name);
  const setting = found === undefined || isEmpty(found) ? undefined : found;
  // Some activities hand the connection that they use on through the setting that takes one.
  if (condition.test === 'set') return setting?.direction === 'out' ? undefined : setting !== undefined;
  if (condition.test === 'unset') return setting === undefined;
  if (setting === undefined) return false;
  const text = certainText(workflow, setting);
  return text === undefined ? undefined : meetsCondition(condition, text);
}

function described(workflow: Workflow, activity: Activity, { name, test }: Condition): string {
  if (test === 'empty') return `"${name}" to nothing`;
  const setting = settingOf(activity, name);
  const text = setting && test !== 'set' && test !== 'kind' ? certainText(workflow, setting) : undefined;
  return text === undefined ? `"${name}"` : `"${name}" to "${text}"`;
}

function needed({ name, test, values }: Condition, when: readonly Condition[]): string {
  if (test === 'unset') return `and "${name}"`;
  if (test === 'set') return `without "${name}"`;
  return when.some((own) => own.name === name)
    ? `instead of "${values[0]}"`
    : `without "${name}" as "${values[0]}"`;
}

/** A broken fact, and what project.json has to say for it to count. */
export interface BrokenSetting {
  readonly at: Property | undefined;
  /** Words for a message about the settings of the activity. */
  readonly sets: string;
  readonly inProject: readonly Condition[];
}

/** Returns how an activity breaks a fact; undefined when it does not, or when only the run decides. */
export function brokenSetting(
  workflow: Workflow,
  activity: Activity,
  facts: SettingFacts,
): BrokenSetting | undefined {
  const inProject = facts.when.filter(({ name }) => name.startsWith(PROJECT));
  const own = facts.when.filter((condition) => !inProject.includes(condition));
  if (!own.every((condition) => conditionHolds(workflow, activity, condition) === true)) return undefined;
  if (facts.needs.some((condition) => conditionHolds(workflow, activity, condition) !== false))
    return undefined;
  const present = own.filter(({ test }) => test !== 'unset');
  const sets = present.map((condition) => described(workflow, activity, condition)).join(' and ');
  const last = facts.needs.at(-1);
  const missing = last === undefined ? '' : ` ${needed(last, own)}`;
  return { at: settingOf(activity, present[0]!.name), sets: sets + missing, inProject };
}

/** Returns whether the settings of a project file meet conditions about it; without a file they do not. */
export function meetsInProject(
  conditions: readonly Condition[],
  settings: Readonly<Record<string, string>> | undefined,
): boolean {
  return conditions.every((condition) => {
    const text = settings?.[condition.name.slice(PROJECT.length)];
    return text !== undefined && meetsCondition(condition, text);
  });
}
