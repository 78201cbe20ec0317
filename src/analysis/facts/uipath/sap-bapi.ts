/** Facts of UiPath.SAP.BAPI.Activities. */
import type { PackageFacts } from '../package-facts.ts';

export const SAP_BAPI: PackageFacts = {
  name: 'UiPath.SAP.BAPI.Activities',
  version: '',
  source: 'legacy/activity-docs',
  activities: `
SapApplicationScope #SAP-BAPI AppServer:String SystemNumber:String Client:String
InvokeSapBapi #SAP-BAPI @SapApplicationScope BapiName!:String
`,
};
