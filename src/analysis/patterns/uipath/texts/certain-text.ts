/** Texts of settings that are the same in every run. */
import { literalOf } from '../../../model/navigate.ts';
import type { Activity, Property, Value, Workflow } from '../../../model/workflow.ts';
import { valueInWorkflow } from '../workflow-values.ts';

/** Returns the text of a setting that is the same in every run, through variables with one value too. */
export function certainText(workflow: Workflow, setting: Value): string | undefined {
  const literal = literalOf(setting);
  if (literal !== undefined || setting.expression === undefined) return literal;
  const value = valueInWorkflow(workflow, setting.expression);
  return value.kind === 'constant' && value.type !== 'nothing' ? value.text : undefined;
}

/** Returns the setting of a name, or the first of those inside of it: `Filter.Column` for `Filter`. */
export function settingOf(activity: Activity, name: string): Property | undefined {
  return (
    activity.properties.find((property) => property.name === name) ??
    activity.properties.find((property) => property.name.startsWith(`${name}.`))
  );
}
