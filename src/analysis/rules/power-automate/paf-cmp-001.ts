/** An approval that goes to its own requester. */
import { isLive } from '../../model/navigate.ts';
import type { Expression } from '../../model/workflow.ts';
import { aliasesOf, resolveAlias } from '../../patterns/power-automate/flow-alias.ts';
import { namesIn } from '../../semantics/texts.ts';
import { defineRule } from '../define-rule.ts';

/** Fields with the requester: creator or editor of an item, answerer of a form, starter of the flow. */
const REQUESTER =
  /(?:^|[/_])(?:author|editor|created_?by|modified_?by|responder|requester|requestor|submitter|x-ms-user-(?:email|name|id))(?:$|[/_])/i;
const ASSIGNED = /(?:^|[/.])assignedTo$/i;
const REQUESTOR = /(?:^|[/.])requestor$/i;

const isRequester = ({ tree, mentions }: Expression): boolean =>
  mentions.length > 0 && [...namesIn(tree)].some((name) => REQUESTER.test(name));

export const rule = defineRule('PAF-CMP-001', {
  level: 'workflow',
  roles: ['approval'],
  words: ['assignedto'],
  *check(workflow) {
    const aliases = aliasesOf(workflow);
    for (const activity of workflow.activities) {
      if (activity.role !== 'approval' || !isLive(activity)) continue;
      const setting = (pattern: RegExp) => activity.properties.find(({ name }) => pattern.test(name));
      const assigned = setting(ASSIGNED);
      if (assigned?.expression === undefined) continue;
      const approver = resolveAlias(aliases, assigned.expression);
      const named = setting(REQUESTOR)?.expression;
      const isSame = named !== undefined && resolveAlias(aliases, named).text === approver.text;
      if (!isSame && !isRequester(approver)) continue;
      yield {
        at: assigned,
        subject: 'assignedTo',
        message: `"${activity.name}" asks the requester for the approval.`,
      };
    }
  },
});
