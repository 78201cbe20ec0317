/** Finds code that starts programs, loads libraries or deletes files. */
import { defineRule } from '../../model/rule.ts';
import { codePartOf, compactPart } from '../../patterns/blue-prism/stage-code.ts';
import { apisIn, keywordOf, keywordsOf } from '../../patterns/code/called-apis.ts';

/** Builds an example: a Code stage. */
const stage = (code: string): string =>
  `<stage stageid="c" name="Run Tool" type="Code"><onsuccess>end</onsuccess><code><![CDATA[${code}]]></code></stage>`;

export const rule = defineRule({
  id: 'BPR-SEC-007',
  version: 2,
  title: 'Code stage calls a dangerous API',
  platforms: ['blue-prism'],
  category: 'security',
  severity: 'medium',
  confidence: 'medium',
  kind: 'hotspot',
  preset: 'recommended',
  why: 'Such code can do anything that the robot account may do, and nothing in Control Room or the process diagram shows it.',
  fix: 'Use an action of a standard object (Utility - Environment, Utility - File Management) instead, or have the code reviewed and signed off, and keep what it calls and where it writes fixed.',
  compliance: ['CODE'],
  // Letter case does not count. The catalogue's "Registry" and "Assembly.Load" are spelled out: as parts of words they
  // match every class with such a name. "Declare Function" is how objects in Visual Basic call any Windows function.
  options: {
    apis: {
      default: [
        'Process.Start(',
        'Shell(',
        'CreateObject("WScript',
        'CreateObject("Shell',
        'DllImport',
        'Declare Function',
        'Declare Auto Function',
        'Declare Sub',
        'Declare Ansi Function',
        'Declare Unicode Function',
        'ProcessStartInfo',
        'StartInfo.FileName',
        'Assembly.Load(',
        'Assembly.LoadFrom(',
        'Assembly.LoadFile(',
        'Registry.',
        'RegistryKey',
        'WebClient',
        'powershell',
        'cmd.exe',
        'File.Delete(',
        'Directory.Delete(',
        'FileSystem.DeleteFile(',
        'FileSystem.DeleteDirectory(',
      ] as readonly string[],
      about: 'Calls in code that are dangerous, as they stand in the source.',
      stricter: 'longer',
    },
  },
  examples: {
    'blue-prism': {
      bad: [
        stage('System.Diagnostics.Process.Start(Tool)'),
        stage('Dim shell = CreateObject( "WScript.Shell" )'),
        stage('info.FileName = "PowerShell"\nFile.Delete(info.Output)'),
        `<stage stageid="i" name="Initialise" type="ProcessInfo"><language>csharp</language>
           <globalcode><![CDATA[void Run() { Process./* ${'not seen '.repeat(40)}*/Start(tool); }]]></globalcode></stage>`,
        `<stage stageid="i" name="Initialise" type="ProcessInfo"><language>csharp</language>
           <globalcode><![CDATA[[DllImport("user32.dll")] static extern bool LockWorkStation();]]></globalcode></stage>`,
      ],
      good: [
        stage('Rows = table.Rows.Count'),
        stage("' Process.Start(tool) was here\nresult = 1"),
        // Words that merely begin or end alike.
        stage('ShellSort(values)\nrows = cmd.ExecuteNonQuery()\nRunShell(1)'),
        '<stage stageid="n" name="Note1" type="Note"><narrative>The code calls Process.Start(tool)</narrative></stage>',
      ],
    },
  },
  level: 'text',
  words: ({ apis }) => apis.map((api) => (keywordOf(api) ?? api).toLowerCase()),
  *check(text, { workflow, options: { apis } }) {
    const part = codePartOf(workflow, text);
    if (part === undefined || !keywordsOf(apis).test(part.at.text)) return;
    const used = apisIn(compactPart(part), apis);
    if (used.length === 0) return;
    const names = used.map((api) => api.replace(/[(.]$/, '').replace('("', ' ')).join(', ');
    yield { at: part.at, message: `${part.title} uses ${names}.` };
  },
});
