/** Locations of problems, and of other places of their workflows. */
import { truncate } from '../../../text/truncate.ts';
import type { Location } from '../../model/finding.ts';
import type { Problem } from '../../model/rule.ts';
import type { Anchor, Workflow } from '../../model/workflow.ts';
import { type ElementName, elementNames, type Names } from './element-names.ts';
import { NAME_MAX, PATH_MAX } from './shorten.ts';

/** A problem with its workflow, without the rule. */
export interface FoundPlace {
  readonly workflow: Workflow;
  readonly problem: Problem;
}

/** Returns the location of a problem at a line and column. */
export function locate(
  { located, line, column }: { readonly located: FoundPlace; readonly line: number; readonly column: number },
  inside: readonly ElementName[],
): Location {
  const { workflow, problem } = located;
  const anchor = problem.at;
  const { file, name } = workflow;
  const names = file === '' ? [] : [truncate(file, NAME_MAX)];
  names.push(truncate(name, NAME_MAX));
  for (const { shown } of inside) names.push(shown);
  const path = truncate(workflow.source.path(anchor.at), PATH_MAX);
  const editorLine = workflow.activities[anchor.owner]?.editorLine;
  return editorLine === undefined ? { names, path, line, column } : { names, path, line, column, editorLine };
}

/** Returns the location of any place. */
export function locationAt(workflow: Workflow, at: Anchor, names: Names): Location {
  const position = workflow.source.lineAndColumn(at.at);
  const located = { workflow, problem: { at, message: '' } };
  return locate({ located, ...position }, elementNames(workflow, at, names));
}
