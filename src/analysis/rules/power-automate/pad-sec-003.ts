/** A script or command line of a desktop flow with text from outside. */
import { propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity, Property } from '../../model/workflow.ts';
import { originsOf } from '../../patterns/power-automate/robin-variables.ts';

const RUNS_SCRIPT = /^(?:scripting|system)\.run\w*script/i;
const RUNS_COMMAND = /^(?:scripting|system)\.rundoscommand/i;
const RUNS_APPLICATION = /^system\.runapplication/i;
/** Programs that run their arguments. */
const INTERPRETER =
  /(?:^|[\\/])(?:cmd|powershell|pwsh|wscript|cscript|mshta|bash|sh|wsl|python\w*|node|rundll32|regsvr32)(?:\.exe)?["']?$/i;

/** Returns the settings of an action that hold code. */
function codeOf(activity: Activity): readonly Property[] {
  const named = (pattern: RegExp): readonly Property[] =>
    activity.properties.filter(({ name, direction }) => direction === 'in' && pattern.test(name));
  if (RUNS_COMMAND.test(activity.type)) return named(/command/i);
  if (RUNS_SCRIPT.test(activity.type))
    return named(/^(?!.*(?:path|folder|file|output)).*(?:script|code|command)/i);
  if (!RUNS_APPLICATION.test(activity.type)) return [];
  return INTERPRETER.test(propertyOf(activity, 'ApplicationPath')?.text.replace(/(?<!')'+$/, '') ?? '')
    ? named(/^commandlinearguments$/i)
    : [];
}

// Arguments of an ordinary program are data: starting a browser with an address from a variable is no finding; an
// interpreter that runs its arguments is. Variables that hold only texts of the flow itself, numbers or dates are left
// out, as is a script that is a whole variable joined elsewhere.
export const rule = defineRule({
  id: 'PAD-SEC-003',
  version: 1,
  title: 'Script or command built from variables',
  platforms: ['power-automate'],
  category: 'security',
  severity: 'high',
  confidence: 'medium',
  kind: 'issue',
  preset: 'recommended',
  why: 'A text with a quotation mark or a line break in it ends the value and goes on as code, which runs with the rights of the robot.',
  fix: 'Keep the script fixed and hand values over as data: write them to a file or an environment variable that the script reads, or use input variables of "Run Python script" or an action without a script. Where that is impossible, check the value against a list or a pattern first.',
  compliance: ['INJ'],
  controls: ['CWE-78'],
  dedupeGroup: 'command-injection',
  options: {},
  level: 'workflow',
  *check(workflow) {
    const origins = originsOf(workflow);
    for (const activity of workflow.activities) {
      if (!activity.enabled || !activity.reachable) continue;
      for (const property of codeOf(activity)) {
        const name = origins.joinedInto(property);
        if (name === undefined) continue;
        yield {
          at: property,
          subject: property.name,
          message: `"${activity.name}" puts the value of "${name}" into the code that it runs.`,
        };
      }
    }
  },
  examples: {
    'power-automate': {
      bad: [
        `@INPUT FileName : { 'Type': 'String' }
Scripting.RunPowershellScript.RunPowershellScript Script: $'''Remove-Item "C:\\\\Out\\\\%FileName%"''' ScriptOutput=> Output`,
        `System.RunDOSCommand.RunDOSCommand DOSCommandOrApplication: $'''move %CurrentFile% archive''' StandardOutput=> Output`,
        `System.RunApplication.RunApplication ApplicationPath: $'''C:\\\\Windows\\\\System32\\\\cmd.exe''' CommandLineArguments: $'''/c type "%Attachment%"''' WindowStyle: System.ProcessWindowStyle.Normal ProcessId=> Id`,
        `@INPUT Customer : { 'Type': 'String' }
SET Code TO $'''print("%Customer%")'''
Scripting.RunPythonScript.RunPythonScript PythonScript: Code ScriptOutput=> Output`,
      ],
      good: [
        `Scripting.RunPowershellScript.RunPowershellScript Script: $'''Get-Process | Where-Object { $_.CPU -gt 100 } | ForEach-Object { "100%%" }''' ScriptOutput=> Output`,
        `SET Folder TO $'''C:\\\\Out'''
System.RunDOSCommand.RunDOSCommand DOSCommandOrApplication: $'''dir %Folder%''' StandardOutput=> Output`,
        `System.RunApplication.RunApplication ApplicationPath: $'''msedge''' CommandLineArguments: $'''--new-window %Url%''' WindowStyle: System.ProcessWindowStyle.Normal ProcessId=> Id`,
        `Text.ToNumber Text: Row['Id'] Number=> Id
Scripting.RunPowershellScript.RunPowershellScript Script: $'''Stop-Process -Id %Id%''' ScriptOutput=> Output`,
      ],
    },
  },
});
