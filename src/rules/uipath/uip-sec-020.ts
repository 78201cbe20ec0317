/** A script or program is taken from a place that is not the package. */
import { literalOf, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity } from '../../model/workflow.ts';
import { isAbsolutePath, isProfilePath } from '../patterns/local-path.ts';
import { shownPlace } from '../patterns/shown-place.ts';

/** Activity type → the property with the file. */
const FILES: ReadonlyMap<string, string> = new Map([
  ['LoadScript', 'File'],
  ['RunScript', 'File'],
  ['InvokeVBScript', 'FileName'],
  ['InjectJsScript', 'ScriptCode'],
  ['NInjectJsScript', 'ScriptCode'],
  ['InvokeVBAX', 'CodeFilePath'],
  ['InvokeVBA', 'CodeFilePath'],
  ['StartProcess', 'FileName'],
  ['InvokePowerShell', 'CommandText'],
]);
/** Documents and folders are opened, not run. */
const RUNS = /\.(?:exe|com|scr|msi|bat|cmd|ps1|psm1|vbs|vbe|js|jse|wsf|hta|jar|py|pyw|txt|vb|bas|dll)$/i;
const ADDRESS = /^https?:\/\//i;
const TEMPORARY = /^(?:%te?mp%|%appdata%|%localappdata%|%userprofile%|%public%)[\\/]|[\\/]te?mp[\\/]/i;
/** `& "path"` and `. "path"` of PowerShell run a file. */
const POWERSHELL_CALL = /(?:^|[\s;{(|])[&.]\s*["']([^"'\r\n]{3,400})["']/;

function isTrusted(path: string, roots: readonly string[]): boolean {
  const lower = path.toLowerCase();
  return roots.some((root) => lower.startsWith(root.toLowerCase().replaceAll('/', '\\')));
}

/** Why nobody vouches for what is at a path, or undefined. */
function complaint(path: string, roots: readonly string[]): string | undefined {
  if (!RUNS.test(path.split(/[?#]/, 1)[0]!)) return undefined;
  if (ADDRESS.test(path)) return 'from an address on the network';
  const windows = path.replaceAll('/', '\\');
  if (windows.startsWith('\\\\')) return 'from a network share';
  if (isProfilePath(windows)) return "from one person's profile";
  if (TEMPORARY.test(windows)) return 'from a folder that is no safe place for programs';
  return isAbsolutePath(windows) && !isTrusted(windows, roots) ? 'from a folder of one machine' : undefined;
}

function pathIn(activity: Activity, text: string): string | undefined {
  if (activity.type === 'InvokePowerShell') return POWERSHELL_CALL.exec(text.slice(0, 20_000))?.[1];
  // Whoever writes files by hand quotes the path once more.
  return text.length > 1000 ? undefined : text.trim().replace(/^"(.*)"$/, '$1');
}

export const rule = defineRule({
  id: 'UIP-SEC-020',
  version: 1,
  title: 'Script or executable loaded from outside the package',
  platforms: ['uipath'],
  category: 'security',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Whoever can write to that place decides what the robot runs, with the rights of the robot and without a new version of the process; and on another machine the file is missing.',
  fix: 'Put the script into the project folder and name it by a relative path, so that it is published and versioned with the process. Install programs under C:\\Program Files, where only administrators can change them.',
  compliance: ['CODE'],
  controls: ['CWE-494', 'CWE-829'],
  // The catalogue trusts System32 only; the rest of the Windows folder is as well protected.
  options: { trustedRoots: ['C:\\Program Files', 'C:\\Windows\\'] as readonly string[] },
  level: 'activity',
  types: [...FILES.keys()],
  *check(activity, { options }) {
    const property = propertyOf(activity, FILES.get(activity.type)!);
    const path = pathIn(activity, literalOf(property) ?? '');
    const reason = path === undefined ? undefined : complaint(path, options.trustedRoots);
    if (property === undefined || path === undefined || reason === undefined) return;
    yield {
      at: property,
      message: `"${activity.name}" runs "${shownPlace(path)}" ${reason}.`,
      subject: property.name,
    };
  },
  examples: {
    uipath: {
      bad: [
        '<ui:StartProcess DisplayName="Run import" FileName="\\\\files\\tools\\import.exe" />',
        '<ui:InjectJsScript ScriptCode="https://svc:Nordwind-71@files.example.com/fill.js?sig=Zq8Lw3Rt6Yp1" />',
        '<ui:LoadScript File="C:\\Robot\\scripts\\transform.py" />',
        '<ui:InvokeVBScript><ui:InvokeVBScript.FileName><InArgument x:TypeArguments="x:String">C:/Users/jane/sort.vbs</InArgument></ui:InvokeVBScript.FileName></ui:InvokeVBScript>',
        `<ui:InvokePowerShell IsScript="True" CommandText="Set-Location C:\\; &amp; 'D:\\jobs\\clean.ps1' -Force" />`,
      ],
      good: [
        '<ui:LoadScript File="scripts\\transform.py" /><ui:StartProcess FileName="notepad.exe" />',
        '<ui:StartProcess FileName="C:\\Program Files (x86)\\Tool\\tool.exe" /><ui:StartProcess FileName="C:\\Windows\\System32\\cmd.exe" />',
        // Near misses: a document and a page are opened, not run; a script as text that names a file.
        '<ui:StartProcess FileName="C:\\Data\\report.xlsx" /><ui:StartProcess FileName="https://portal.example.com/start" />',
        `<ui:InvokePowerShell CommandText="Get-Content 'D:\\jobs\\list.ps1'" />`,
        '<ui:StartProcess FileName="[in_Tool]" />',
      ],
    },
  },
});
