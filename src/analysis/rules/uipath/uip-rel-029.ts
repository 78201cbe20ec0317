/** Steps that find their place by a picture or by recognised text. */
import { isLive, propertyOf } from '../../model/navigate.ts';
import type { Activity } from '../../model/workflow.ts';
import { defineRule } from '../define-rule.ts';

const TYPES =
  /^(?:ClickImage|FindImage|HoverImage|ClickOCRText|HoverOCRText|FindOCRText|CVClick\w{0,20}|CvClick\w{0,20}|CVTypeInto\w{0,20}|CVHover\w{0,20}|CVGetText\w{0,20})$/;
const STEPS = /^\s*(?:Image|ComputerVision|CV)(?:\s*,\s*(?:Image|ComputerVision|CV))*\s*$/i;

const usesPicture = (activity: Activity): boolean =>
  TYPES.test(activity.type) || STEPS.test(propertyOf(activity, 'Target.SearchSteps')?.text ?? '');

export const rule = defineRule('UIP-REL-029', {
  level: 'workflow',
  roles: ['ui'],
  *check(workflow) {
    const steps = workflow.activities.filter((activity) => isLive(activity) && usesPicture(activity));
    const [first] = steps;
    if (first === undefined) return;
    const others = steps.length === 1 ? '' : `, as ${steps.length - 1} more do`;
    yield { at: first, message: `"${first.name}" finds its element by a picture${others}.` };
  },
});
