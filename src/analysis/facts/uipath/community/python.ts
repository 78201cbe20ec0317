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
  settings: `
PythonScope: Path:newer-python Version=Auto -> LibraryPath|Library; the engine does not start, as Python above 3.9 needs the path of its library; activity-packages/python-activities/playbooks/load-script-failures.md
PythonScope: Path:64-bit-folder Target=x86 -> Target=x64; [medium] the engine does not start if the interpreter has 64 bits, as programs in this folder do; activity-packages/python-activities/playbooks/python-scope-architecture-version-mismatch.md
PythonScope: Path:32-bit-folder Target=x64 -> Target=x86; the engine does not start, as programs in this folder have 32 bits; activity-packages/python-activities/playbooks/python-scope-architecture-version-mismatch.md
`,
  values: `
PythonScope: Path folder; activity-packages/python-activities/playbooks/load-script-failures.md
LoadScript RunScript: File extension .py .pyw; activity-packages/python-activities/playbooks/load-script-failures.md
`,
  defects: `
PythonScope: <1.6.0 Version=Python_310; it cannot start Python 3.10; 1.6.0; activity-packages/python-activities/playbooks/load-script-failures.md
PythonScope: <1.6.0 Path:python-310; it cannot start Python 3.10; 1.6.0; activity-packages/python-activities/playbooks/load-script-failures.md
PythonScope: <1.7.1 Version=Python_311; it cannot start Python 3.11; 1.7.1; activity-packages/python-activities/playbooks/load-script-failures.md
PythonScope: <1.7.1 Path:python-311; it cannot start Python 3.11; 1.7.1; activity-packages/python-activities/playbooks/load-script-failures.md
PythonScope: <1.8.1 Version=Python_312; it cannot start Python 3.12; 1.8.1; activity-packages/python-activities/playbooks/load-script-failures.md
PythonScope: <1.8.1 Path:python-312; it cannot start Python 3.12; 1.8.1; activity-packages/python-activities/playbooks/load-script-failures.md
PythonScope: <1.10.0 Version=Python_313; it cannot start Python 3.13; 1.10.0; activity-packages/python-activities/playbooks/load-script-failures.md
PythonScope: <1.10.0 Path:python-313; it cannot start Python 3.13; 1.10.0; activity-packages/python-activities/playbooks/load-script-failures.md
PythonScope: <2.2.1 Version=Python_314; it cannot start Python 3.14; 2.2.1; activity-packages/python-activities/playbooks/load-script-failures.md
PythonScope: <2.2.1 Path:python-314; it cannot start Python 3.14; 2.2.1; activity-packages/python-activities/playbooks/load-script-failures.md
`,
};
