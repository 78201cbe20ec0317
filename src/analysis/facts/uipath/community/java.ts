/** Facts of UiPath.Java.Activities. */
import type { PackageFacts } from '../../package-facts.ts';

export const JAVA: PackageFacts = {
  name: 'UiPath.Java.Activities',
  version: '',
  source: 'legacy/activity-docs',
  activities: `
JavaScope #Java JavaPath:String
LoadJar #Java @JavaScope JarPath!:String
InvokeJavaMethod #Java @JavaScope MethodName!:String TargetObject:JavaObject TargetType:String
CreateJavaObject #Java @JavaScope TargetType!:String
ConvertJavaObject #Java @JavaScope JavaObject!:JavaObject
GetJavaField #Java @JavaScope FieldName!:String
`,
};
