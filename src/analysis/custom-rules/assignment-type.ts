/** Assignments in conditions of custom rules. */
import type { Assignment } from '../model/subjects/assignment.ts';
import { NODE } from './activity-type.ts';
import type { EvaluationFrame, Members } from './member.ts';
import { chargedTree, fixedValue } from './trees.ts';

/** Returns the value of a name where it is the same in each run; undefined when the run decides. */
function valueIn(assignment: Assignment, frame: EvaluationFrame): string | undefined {
  const { text, at, isPart } = assignment;
  if (text !== undefined) return text;
  if (!isPart) return at.expression && fixedValue(chargedTree(at.expression, frame), frame);
  return assignment.tree && fixedValue(assignment.tree, frame);
}

/** Names that get values. */
export const ASSIGNMENT: Members = {
  name: {
    type: 'string',
    isName: true,
    about: 'The name that gets the value: `password` of `inputs.body.password`.',
    read: ({ name }: Assignment) => name,
  },
  via: {
    type: 'string',
    isName: true,
    about:
      '`setting`, `argument`, `variable`, `default`, `cell`, `header`, `field`, `json`, `xml`, `switch` or `code`.',
    read: ({ via }: Assignment) => via,
  },
  setting: {
    type: 'string',
    isName: true,
    about: 'Name of the setting, variable or argument that holds it: `inputs.body.password`.',
    read: ({ at }: Assignment) => at.name,
  },
  value: {
    type: 'string',
    about: 'The value where it is the same text in each run; else empty.',
    read: (assignment: Assignment, frame) => valueIn(assignment, frame) ?? '',
  },
  dynamic: {
    type: 'bool',
    about: 'Whether the run decides about the value.',
    read: (assignment: Assignment, frame) => valueIn(assignment, frame) === undefined,
  },
  node: { ...NODE, read: ({ at }: Assignment, frame) => NODE.read(at, frame) },
};
