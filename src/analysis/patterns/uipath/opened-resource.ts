/** Scopes and steps that open a file, program or connection. */
import { derived } from '../../model/interning/derived.ts';
import { descendantsOf, propertyOf } from '../../model/navigate.ts';
import type { Activity, Expression, Property, Workflow } from '../../model/workflow.ts';
import { mayWriteSymbols } from './short-form.ts';

/** Types → the settings that say which one is opened. */
const KEYS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    ExcelApplicationScope: ['WorkbookPath'],
    ExcelApplicationCard: ['WorkbookPath'],
    UseExcelFile: ['WorkbookPath'],
    WordApplicationScope: ['FilePath', 'FileName'],
    WordApplicationCard: ['FilePath', 'FileName'],
    UseWordFile: ['FilePath', 'FileName'],
    PowerPointApplicationScope: ['FilePath', 'PresentationPath'],
    DatabaseConnect: ['ConnectionString', 'ConnectionSecureString'],
    WithFtpSession: ['Host'],
    PythonScope: ['Path'],
    OpenBrowser: ['Url'],
    TerminalSession: ['ConnectionString'],
  }),
);

/** Types of scopes and steps that open something. */
export const OPENING_TYPES: readonly string[] = [...KEYS.keys()];

/** Returns whether an activity is a scope around an open document. */
export const opensFile = ({ type }: Activity): boolean =>
  /^(?:Excel|Word|PowerPoint)|^Use\w+File$/.test(type) && KEYS.has(type);

/** Returns the setting that says what is opened. */
export function openedResource(activity: Activity): Property | undefined {
  for (const name of KEYS.get(activity.type) ?? []) {
    const property = propertyOf(activity, name);
    if (property !== undefined) return property;
  }
  return undefined;
}

/** Names that get a value in a loop: its items, and what its steps write. */
const namesFilledIn = derived((workflow: Workflow) => {
  const known = new Map<number, ReadonlySet<string>>();
  return (loop: Activity): ReadonlySet<string> => {
    const found = known.get(loop.index);
    if (found !== undefined) return found;
    const names = new Set<string>();
    for (const { owner, key } of workflow.variables) if (owner === loop.index) names.add(key);
    for (const step of descendantsOf(workflow, loop)) {
      // Loops and scopes only read what they name.
      if (step.role === 'loop' || KEYS.has(step.type)) continue;
      for (const property of step.properties)
        if (mayWriteSymbols(step, property)) for (const key of property.expression!.mentions) names.add(key);
    }
    known.set(loop.index, names);
    return names;
  };
});

/** Returns whether an expression has the same value in each turn of a loop, as far as its names show. */
export function isSameInLoop(
  workflow: Workflow,
  loop: Activity,
  expression: Expression | undefined,
): boolean {
  if (expression === undefined || expression.literal !== undefined) return true;
  const filled = namesFilledIn(workflow)(loop);
  return expression.mentions.length > 0 && !expression.mentions.some((key) => filled.has(key));
}
