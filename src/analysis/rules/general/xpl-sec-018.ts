/** A file that the robot downloads and then runs, without a look at what it is. */
import { DOWNLOADED_PROGRAM, MAIL_ATTACHMENT } from '../../facts/data-flow/downloads.ts';
import { derived } from '../../model/interning/derived.ts';
import { isLive } from '../../model/navigate.ts';
import type { Workflow } from '../../model/workflow.ts';
import { defineFlowRule } from '../define-flow-rule.ts';

/** A digest or signature of a file: what is compared with it decides what runs. */
const CHECKS = /hash|checksum|sha-?(?:1|256|384|512)(?!\d)|authenticode|signature|x509certificate/i;

/** Returns whether a step of the workflow looks at the digest or the signature of files. */
const checksFiles = derived((workflow: Workflow): boolean =>
  workflow.activities.some(
    (activity) =>
      isLive(activity) &&
      (CHECKS.test(activity.type) || activity.properties.some(({ text }) => CHECKS.test(text))),
  ),
);

export const rule = defineFlowRule('XPL-SEC-018', {
  family: 'download',
  sinks: ['opened-file'],
  isHarmless: (_, workflow) => checksFiles(workflow),
  // A file of unknown kind may be a document of one's own portal.
  severity: ({ from }) =>
    from.words === DOWNLOADED_PROGRAM || from.words === MAIL_ATTACHMENT ? undefined : 'medium',
  message: ({ from, to }) => `"${to.step}" runs the ${from.words} of "${from.step}", and no step checks it.`,
});
