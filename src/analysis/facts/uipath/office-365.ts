/** Facts of UiPath.MicrosoftOffice365.Activities 3.8. */
import type { PackageFacts } from '../package-facts.ts';

export const OFFICE_365: PackageFacts = {
  name: 'UiPath.MicrosoftOffice365.Activities',
  version: '3.8',
  source: 'activity-docs/UiPath.MicrosoftOffice365.Activities/3.8/activities',
  activities: `
DownloadEmailAttachments
GetNewestEmail
NewEmailReceived
SendMailConnections
MoveEmailConnections #../../../xaml/common-pitfalls Message!:Office365Message
`,
};
