/** Handlers that get the text of an error which a step throws. */
import { ancestorsOf } from '../../../model/navigate.ts';
import type { Activity, Workflow } from '../../../model/workflow.ts';
import { BY_STEP } from '../../cells/uses.ts';
import { type StepRows, suits } from '../tables/step-rows.ts';
import type { StepWrite } from './writes-at.ts';

/** Returns whether a setting is the text of an error that the step throws. */
export const isErrorText = ({ sinks }: StepRows, activity: Activity, setting: string): boolean =>
  activity.role === 'throw' &&
  sinks.some((sink) => sink.row.sink === 'error' && sink.isProperty(setting) && suits(activity, sink));

/** Outputs of a handler that hold the text of the error; the others hold its line or its place. */
const MESSAGE = /message|description|details/i;

/** Returns whether a handler writes the error, or its text, there. */
export const isErrorOf = ({ properties }: Activity, { property }: StepWrite): boolean =>
  property === BY_STEP || MESSAGE.test(properties[property]!.name);

const NONE: readonly Activity[] = [];

/** Returns the handlers of the innermost step that catches what a step throws. */
export function handlersOf(workflow: Workflow, thrower: Activity): readonly Activity[] {
  let inside = thrower;
  for (const outer of ancestorsOf(workflow, thrower)) {
    const isGuarded = outer.role === 'try' && inside.role !== 'catch' && inside.role !== 'finally';
    if (isGuarded && (workflow.platform !== 'uipath' || inside.slot === 'Try')) {
      const handlers = workflow.children[outer.index]!.map((child) => workflow.activities[child]!).filter(
        ({ role }) => role === 'catch',
      );
      if (handlers.length > 0) return handlers;
    }
    inside = outer;
  }
  return NONE;
}
