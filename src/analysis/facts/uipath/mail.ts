/** Facts of UiPath.Mail.Activities 2.8. */
import type { PackageFacts } from '../package-facts.ts';

export const MAIL: PackageFacts = {
  name: 'UiPath.Mail.Activities',
  version: '2.8',
  source: 'activity-docs/UiPath.Mail.Activities/2.8/activities',
  activities: `
ForEachEmailX
GetOutlookMailMessages
MoveOutlookMessage
OutlookApplicationCard
SaveMailAttachments
SendOutlookMail
`,
};
