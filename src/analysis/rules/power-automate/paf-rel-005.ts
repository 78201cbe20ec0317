/** A call that creates or sends something, and repeats it by its own retry policy. */
import { literalOf, propertyOf } from '../../model/navigate.ts';
import type { Activity } from '../../model/workflow.ts';
import { methodOf, operationName } from '../../patterns/power-automate/flow-operation.ts';
import { defineRule } from '../define-rule.ts';

/** Names of headers and settings by which a service recognises a repeated request. */
const KEY = /idempoten|repeatability|request-?id|correlation-?id|duplicatedetection|if-none-match/i;
/** Addresses to which a POST sends a query and adds nothing. */
const READING = /token|oauth|login|search|query|graphql|\$batch|validate|check/i;
const SENDS = /^send(?!approval)|^reply|^forward|^post/;

/**
 * Returns whether a second attempt does the work a second time. A row in a table of one's own can be cleaned up, and flows
 * that write many rows need the retries.
 */
function addsEachTime(activity: Activity): boolean {
  if (activity.type === 'Http')
    return methodOf(activity) === 'post' && !READING.test(propertyOf(activity, 'inputs.uri')?.text ?? '');
  const isToPeople = activity.role === 'email' || activity.role === 'message';
  return isToPeople && SENDS.test(operationName(activity));
}

/** Returns whether the service can recognise the second attempt. */
const isRecognised = ({ properties }: Activity): boolean => properties.some(({ name }) => KEY.test(name));

export const rule = defineRule('PAF-REL-005', {
  level: 'activity',
  words: ['retrypolicy'],
  *check(activity, { options }) {
    const type = propertyOf(activity, 'inputs.retryPolicy.type');
    const count = Number(literalOf(propertyOf(activity, 'inputs.retryPolicy.count')) ?? Number.NaN);
    if (type === undefined || literalOf(type)?.toLowerCase() === 'none' || !(count > options.max)) return;
    if (!addsEachTime(activity) || isRecognised(activity)) return;
    yield {
      at: type,
      subject: 'retry',
      message: `"${activity.name}" is repeated up to ${count} times after a failure, and each attempt can do the same again.`,
      measure: { option: 'max', value: count },
    };
  },
});
