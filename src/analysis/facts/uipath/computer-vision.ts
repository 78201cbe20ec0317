/** Facts of the activities for computer vision of UiPath.UIAutomation.Activities. */
import type { PackageFacts } from '../package-facts.ts';

export const COMPUTER_VISION: PackageFacts = {
  name: 'UiPath.UIAutomation.Activities',
  version: '',
  source: '../../uipath-troubleshoot/references/activity-packages/cv-activities/playbooks',
  activities: `
CVScope #cv-scope-setup-failures
CvClickWithDescriptor #cv-scope-setup-failures @CVScope
CvTypeIntoWithDescriptor #cv-scope-setup-failures @CVScope
CvElementExistsWithDescriptor #cv-scope-setup-failures @CVScope
CvGetTextWithDescriptor #cv-scope-setup-failures @CVScope
`,
};
