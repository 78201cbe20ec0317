/** A workflow runs a script or program from outside the package. */
import { literalOf, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity, Property } from '../../model/workflow.ts';
import { shownPlace } from '../../patterns/texts/shown-place.ts';
import { isAbsolutePath, isProfilePath } from '../../semantics/local-path.ts';

/** Property with the file, by activity type. */
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
/** File types that run; documents and folders are opened. */
const RUNS = /\.(?:exe|com|scr|msi|bat|cmd|ps1|psm1|vbs|vbe|js|jse|wsf|hta|jar|py|pyw|txt|vb|bas|dll)$/i;
const ADDRESS = /^https?:\/\//i;
const TEMPORARY = /^(?:%te?mp%|%appdata%|%localappdata%|%userprofile%|%public%)[\\/]|[\\/]te?mp[\\/]/i;
/** Programs that run the file in their arguments, and the files that they run. */
const INTERPRETER =
  /(?:^|[\\/"])(?:cmd|powershell|pwsh|cscript|wscript|mshta|pythonw?|py|javaw?|node|bash|msiexec|regsvr32)(?:\.exe)?"?$/i;
const SCRIPT_ARGUMENT =
  /(?:^|[\s="'])((?:[a-z]:[\\/]|\\\\|%\w{1,30}%\\|https?:\/\/)[^\s"'<>|;&]{2,400}?\.(?:exe|com|msi|bat|cmd|ps1|vbs|vbe|js|wsf|hta|jar|pyw?))(?=["'\s?;&]|$)/i;
/** File in the place of a PowerShell command. */
const POWERSHELL_FILE =
  /(?:^|[\n;{(|])\s{0,20}(?:[&.]\s{0,5})?((?:[a-z]:\\|\\\\)[^\s"';|]{2,400}\.(?:exe|com|bat|cmd|ps1|vbs))(?=\s|[;|)}]|$)/i;
const POWERSHELL_DOWNLOAD =
  /\b(?:iex|Invoke-Expression)\b[^\n]{0,200}?\bDownloadString\(\s{0,5}["'](https?:\/\/[^"'\s]{4,400})/i;
/** Calls `& "path"` and `. "path"`, by which PowerShell runs a file. */
const POWERSHELL_CALL = /(?:^|[\s;{(|])[&.]\s*["']([^"'\r\n]{3,400})["']/;

function isTrusted(path: string, roots: readonly string[]): boolean {
  const lower = path.toLowerCase();
  return roots.some((root) => lower.startsWith(root.toLowerCase().replaceAll('/', '\\')));
}

/** File that an activity runs, with the setting that names it. */
interface Run {
  readonly at: Property;
  readonly path: string;
  /** True if the text behind an address is run, under any name. */
  readonly isDownload?: boolean;
}

/** Returns why the file at a path is untrusted, or undefined. */
function complaint({ path, isDownload }: Run, roots: readonly string[]): string | undefined {
  if (isDownload) return 'from an address on the network';
  if (!RUNS.test(path.split(/[?#]/, 1)[0]!)) return undefined;
  if (ADDRESS.test(path)) return 'from an address on the network';
  const windows = path.replaceAll('/', '\\');
  if (windows.startsWith('\\\\')) return 'from a network share';
  if (isProfilePath(windows)) return "from one person's profile";
  if (TEMPORARY.test(windows)) return 'from a folder that is no safe place for programs';
  return isAbsolutePath(windows) && !isTrusted(windows, roots) ? 'from a folder of one machine' : undefined;
}

function inPowerShell(at: Property, script: string): Run | undefined {
  const download = POWERSHELL_DOWNLOAD.exec(script)?.[1];
  if (download !== undefined) return { at, path: download, isDownload: true };
  const path = (POWERSHELL_CALL.exec(script) ?? POWERSHELL_FILE.exec(script))?.[1];
  return path === undefined ? undefined : { at, path };
}

/** Returns the file in the arguments of a program that runs files. */
function inArguments(activity: Activity): Run | undefined {
  const at = propertyOf(activity, 'Arguments');
  const path = SCRIPT_ARGUMENT.exec(literalOf(at) ?? '')?.[1];
  return at === undefined || path === undefined ? undefined : { at, path };
}

function runOf(activity: Activity): Run | undefined {
  const at = propertyOf(activity, FILES.get(activity.type)!);
  if (at === undefined) return undefined;
  const text = literalOf(at) ?? '';
  if (activity.type === 'InvokePowerShell') return inPowerShell(at, text);
  const isInterpreter = activity.type === 'StartProcess' && INTERPRETER.test(text.trim());
  const script = isInterpreter ? inArguments(activity) : undefined;
  if (script !== undefined) return script;
  // People who write files by hand quote the path once more.
  return { at, path: text.trim().replace(/^"(.*)"$/, '$1') };
}

export const rule = defineRule({
  id: 'UIP-SEC-020',
  version: 2,
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
  // The catalogue trusts System32 only; the rest of the Windows folder is equally protected.
  options: {
    trustedRoots: {
      default: ['C:\\Program Files', 'C:\\Windows\\'] as readonly string[],
      about: 'Folders that scripts and programs may be loaded from.',
      stricter: 'shorter',
    },
  },
  level: 'activity',
  types: [...FILES.keys()],
  *check(activity, { options }) {
    const run = runOf(activity);
    const reason = run && complaint(run, options.trustedRoots);
    if (run === undefined || reason === undefined) return;
    yield {
      at: run.at,
      message: `"${activity.name}" runs "${shownPlace(run.path)}" ${reason}.`,
      subject: run.at.name,
    };
  },
  examples: {
    uipath: {
      bad: [
        `<ui:InvokePowerShell CommandText="${'Write-Output 1; '.repeat(1_500)}&amp; 'C:\\Tools\\run.ps1'" />`,
        '<ui:StartProcess DisplayName="Run import" FileName="\\\\files\\tools\\import.exe" />',
        '<ui:InjectJsScript ScriptCode="https://svc:Nordwind-71@files.example.com/fill.js?sig=Zq8Lw3Rt6Yp1" />',
        '<ui:LoadScript File="C:\\Robot\\scripts\\transform.py" />',
        '<ui:InvokeVBScript><ui:InvokeVBScript.FileName><InArgument x:TypeArguments="x:String">C:/Users/jane/sort.vbs</InArgument></ui:InvokeVBScript.FileName></ui:InvokeVBScript>',
        `<ui:InvokePowerShell IsScript="True" CommandText="Set-Location C:\\; &amp; 'D:\\jobs\\clean.ps1' -Force" />`,
        '<ui:StartProcess FileName="cmd.exe" Arguments="/c \\\\files\\tools\\run.bat -all" />',
        '<ui:StartProcess FileName="C:\\Windows\\System32\\cscript.exe" Arguments="//B &quot;C:\\Robots\\sort.vbs&quot;" />',
        '<ui:InvokePowerShell CommandText="C:\\Robots\\clean.ps1 -Force" />',
        `<ui:InvokePowerShell CommandText="iex (New-Object Net.WebClient).DownloadString('https://files.example.com/setup')" />`,
      ],
      good: [
        '<ui:StartProcess FileName="powershell.exe" Arguments="-File scripts\\clean.ps1 -List C:\\Data\\list.csv" />',
        '<ui:StartProcess FileName="notepad.exe" Arguments="C:\\Data\\clean.ps1" />',
        '<ui:InvokePowerShell CommandText="Copy-Item D:\\jobs\\a.ps1 -Destination D:\\old" />',
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
