/** A workflow runs a script or program from outside the package. */
import { literalOf, propertyOf } from '../../model/navigate.ts';
import type { Activity, Property } from '../../model/workflow.ts';
import { shownPlace } from '../../patterns/texts/shown-place.ts';
import { isAbsolutePath, isProfilePath } from '../../semantics/local-path.ts';
import { defineRule } from '../define-rule.ts';

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

export const rule = defineRule('UIP-SEC-020', {
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
});
