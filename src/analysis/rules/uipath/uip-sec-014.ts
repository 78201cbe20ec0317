/** Code in a workflow uses functions that a reviewer must see. */
import { defineRule } from '../../model/rule.ts';
import { apisIn, keywordOf, keywordsOf } from '../../patterns/code/called-apis.ts';
import { codeWithKeyword, expressionTitle } from '../../patterns/code/expression-code.ts';

export const rule = defineRule({
  id: 'UIP-SEC-014',
  version: 1,
  title: 'Inline code calls a dangerous API',
  platforms: ['uipath'],
  category: 'security',
  severity: 'medium',
  confidence: 'medium',
  kind: 'hotspot',
  preset: 'recommended',
  why: 'Such code can do anything that the robot account may do, outside the activities whose use Orchestrator and Studio policies can control.',
  fix: 'Use the activity for it ("Start Process", "Delete File", "HTTP Request") where there is one. Where there is none, move the code to a library of activities that is reviewed and signed, and keep what it calls fixed.',
  compliance: ['CODE'],
  // The catalogue's "Registry" and "Assembly.Load" are spelled out: as parts of words they match classes of that name.
  options: {
    apis: {
      default: [
        'Process.Start(',
        'DllImport',
        'Assembly.Load(',
        'Assembly.LoadFrom(',
        'Assembly.LoadFile(',
        'Activator.CreateInstance',
        'Registry.',
        'RegistryKey',
        'File.Delete(',
        'Directory.Delete(',
        'FileSystem.DeleteFile(',
        'FileSystem.DeleteDirectory(',
        'ProcessStartInfo',
        'StartInfo.FileName',
        'WebClient',
        'HttpListener',
        'CSharpCodeProvider',
        'VBCodeProvider',
        'Microsoft.Win32',
      ] as readonly string[],
      about: 'Calls in code that are dangerous, as they stand in the source.',
      stricter: 'longer',
    },
  },
  level: 'expression',
  words: ({ apis }) => apis.map((api) => keywordOf(api) ?? api),
  *check(at, { workflow, options: { apis } }) {
    const code = codeWithKeyword(at, keywordsOf(apis));
    const used = code === undefined ? [] : apisIn(code, apis).map((api) => api.replace(/[(.]$/, ''));
    if (used.length === 0) return;
    const message = `Somebody must look at ${expressionTitle(workflow, at)}: it uses ${used.join(', ')}.`;
    yield { at, message, subject: at.name };
  },
  examples: {
    uipath: {
      bad: [
        '<ui:InvokeCode DisplayName="Open report" Code="System.Diagnostics.Process.Start(path)" />',
        '<ui:InvokeCode Language="CSharp" Code="new WebClient ( ).DownloadFile(url, path);&#xA;File.Delete(path);" />',
        `<Assign><Assign.Value><InArgument x:TypeArguments="x:Object">
  [Microsoft.Win32.Registry.GetValue("HKEY_CURRENT_USER\\Software\\Tool", "Path", "")]</InArgument></Assign.Value></Assign>`,
      ],
      good: [
        '<ui:InvokeCode Code="rows = table.Rows.Count" />',
        '<ui:InvokeCode Code="\' Process.Start(path)&#xA;note = &quot;File.Delete(path)&quot;" />',
        // Near misses: words that only begin or end alike, and code that never runs.
        '<ui:InvokeCode Code="timer = PrintProcess.Started&#xA;MyFile.DeleteLater(x)&#xA;UserRegistry.Add(x)" />',
        `<ui:CommentOut><ui:CommentOut.Body><Sequence><ui:InvokeCode Code="Process.Start(path)" /></Sequence></ui:CommentOut.Body></ui:CommentOut>`,
      ],
    },
  },
});
