/** Facts of UiPath.Python.Activities. */
import type { PackageFacts } from '../../package-facts.ts';

export const PYTHON: PackageFacts = {
  name: 'UiPath.Python.Activities',
  version: '',
  source: 'legacy/activity-docs',
  activities: `
PythonScope #Python Path:String Target:TargetPlatform Version:PythonVersion WorkingFolder:String LibraryPath:String
LoadScript #Python @PythonScope File:String Code:String
RunScript #Python @PythonScope File:String Code:String
GetObject #Python @PythonScope PythonObject!:PythonObject
`,
  enumerations: `
TargetPlatform x64 x86
`,
};
