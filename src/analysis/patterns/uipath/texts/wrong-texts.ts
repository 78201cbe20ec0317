/** Settings whose text does not have the form that the documentation requires. */
import { valueFacts } from '../../../facts/value-facts.ts';
import type { Activity, Property, Workflow } from '../../../model/workflow.ts';
import { certainText } from './certain-text.ts';
import type { Objection } from './legal-texts.ts';

/** A setting and what is wrong with it, as the end of a sentence. */
export interface WrongText {
  readonly setting: Property;
  readonly objection: string;
  readonly expects: string;
}

/** Returns the documented type of an activity: some files have `WordReadTextStandalone` for `DocumentReadText`. */
const documentedType = (type: string): string => type.replace(/^Word(\w+)Standalone$/, 'Document$1');

/** Yields the settings of an activity with a text that is wrong in every run, by the given forms. */
export function* wrongTexts(
  workflow: Workflow,
  activity: Activity,
  forms: Readonly<Record<string, Objection>>,
): Generator<WrongText> {
  for (const { properties, expects, args } of valueFacts().get(documentedType(activity.type)) ?? []) {
    const form = forms[expects];
    if (form === undefined) continue;
    for (const setting of activity.properties) {
      if (!properties.includes(setting.name) || setting.direction === 'out') continue;
      const text = certainText(workflow, setting);
      const objection = text === undefined ? undefined : form(text, args);
      if (objection !== undefined) yield { setting, objection, expects };
    }
  }
}
