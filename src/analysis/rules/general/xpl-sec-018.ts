/** A file that the robot downloads and then runs, without a look at what it is. */
import { DOWNLOADED_PROGRAM, MAIL_ATTACHMENT } from '../../facts/data-flow/downloads.ts';
import { derived } from '../../model/interning/derived.ts';
import { isLive, propertyOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { flowOf } from '../../semantics/flow/flow-of.ts';
import { reachedFrom } from '../../semantics/flow/search.ts';
import { defineFlowRule } from '../define-flow-rule.ts';

/** Steps that compute or compare digests, or verify signatures. */
const CHECKING_STEP = /hash|checksum|authenticode|signature/i;
/** The same in code, commands and names of called files; neither `#hashtag` nor the signature of a mail is one. */
const CHECKING_TEXT =
  /(?:compute|get-?(?:file)?|file|check|verify|compare|validate)[ _-]?(?:file)?(?:hash|checksum)|hash(?:file|data|algorithm)|sha-?(?:1|256|384|512)(?!\d)|authenticode|signtool|createfromsignedfile|(?:check|verify|validate)[ _-]?signature/i;
const ADDRESS = /^\W{0,4}https?:/i;
/** Steps that say something and check nothing. */
const SAYS: ReadonlySet<Activity['role']> = new Set(['log', 'comment', 'message']);

function isChecking(activity: Activity): boolean {
  if (!isLive(activity) || SAYS.has(activity.role)) return false;
  const action = propertyOf(activity, 'resource.action')?.text ?? '';
  if (CHECKING_STEP.test(activity.type) || CHECKING_STEP.test(action)) return true;
  return activity.properties.some(({ text }) => CHECKING_TEXT.test(text) && !ADDRESS.test(text));
}

/** Steps behind one that looks at the digest or the signature of a file. */
const behindChecks = derived((workflow: Workflow): ReadonlySet<number> => {
  const checks = workflow.activities.filter(isChecking).map(({ index }) => index);
  return checks.length === 0 ? new Set<number>() : reachedFrom(flowOf(workflow), checks);
});

export const rule = defineFlowRule('XPL-SEC-018', {
  family: 'download',
  sinks: ['opened-file'],
  isHarmless: ({ at }, workflow) => behindChecks(workflow).has(at.owner),
  // A file of unknown kind may be a document of one's own portal.
  severity: ({ from }) =>
    from.words === DOWNLOADED_PROGRAM || from.words === MAIL_ATTACHMENT ? undefined : 'medium',
  message: ({ from, to }) => `"${to.step}" runs the ${from.words} of "${from.step}", and no step checks it.`,
});
