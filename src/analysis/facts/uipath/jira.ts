/** Facts of UiPath.Jira.Activities. */
import type { PackageFacts } from '../package-facts.ts';

export const JIRA: PackageFacts = {
  name: 'UiPath.Jira.Activities',
  version: '',
  source: '../../uipath-troubleshoot/references/activity-packages/jira-activities/playbooks',
  activities: `
JiraApplicationScope #jira-scope-response-not-json-or-500 ServerUrl!:String Username:String ApiToken:String
`,
};
