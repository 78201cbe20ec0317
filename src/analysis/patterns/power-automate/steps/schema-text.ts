/** The schema of a trigger or of a Parse JSON as text. */
import { propertyOf } from '../../../model/navigate.ts';
import type { Activity } from '../../../model/workflow.ts';

const ESCAPE = /\\u([0-9a-f]{4})/gi;

/** Returns the schema of a trigger or action with its escaped letters decoded; '' when it has none. */
export function schemaText(activity: Activity): string {
  const text = propertyOf(activity, 'inputs.schema')?.text ?? '';
  return text.replace(ESCAPE, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
