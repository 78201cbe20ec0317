/** Code that goes on after each error and never looks whether there was one. */
import { defineRule } from '../../model/rule.ts';
import { textTitle } from '../../patterns/texts/text-title.ts';

/** The statement, not a comment or a text that quotes it. */
const GOES_ON = /(?:^|[\n:])[ \t]*On[ \t]+Error[ \t]+Resume[ \t]+Next\b/i;
/** A look at the error, or the end of the part in which errors may happen. */
const LOOKS = /\bErr\b(?!\.Clear\b)|\bOn[ \t]+Error[ \t]+GoTo\b/i;

const invoke = (code: string): string =>
  `<ui:InvokeCode DisplayName="Save report" Language="VBNet" Code="${code.replaceAll('\n', '&#xA;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}" />`;
const stage = (code: string): string =>
  `<stage stageid="c" name="Save Report" type="Code"><onsuccess>end</onsuccess><code><![CDATA[${code}]]></code></stage>`;

const bot = (script: string, type = 'VBScript/runScript', name = 'script'): string => {
  const [packageName, commandName] = type.split('/');
  return JSON.stringify({
    ...{ commandName, packageName },
    attributes: [{ name, value: { type: 'STRING', string: script } }],
  });
};
const desktop = (script: string): string =>
  `Scripting.RunVBScript.RunVBScript VBScriptCode: $'''${script}''' ScriptOutput=> Output`;

export const rule = defineRule({
  id: 'XPL-REL-007',
  version: 2,
  title: 'Errors of code ignored',
  platforms: ['uipath', 'power-automate', 'automation-anywhere', 'blue-prism'],
  category: 'reliability',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: '"On Error Resume Next" skips each statement that fails and runs the next one: the code ends as a success with empty or old values, and no handler of the process ever hears of it.',
  fix: 'Delete the statement, or put the statements that may fail into Try … Catch and name the exception type that may be ignored. In a VBScript, look at Err.Number behind each statement that may fail, and end with WScript.Quit 1.',
  compliance: ['ERR'],
  controls: ['CWE-390'],
  options: {},
  level: 'text',
  words: ['resume'],
  *check(text, { workflow }) {
    const { kind, owner } = text;
    if (kind === 'annotation' || kind === 'comment' || workflow.activities[owner]?.role === 'comment') return;
    if (!GOES_ON.test(text.text) || LOOKS.test(text.text)) return;
    yield {
      at: text,
      message: `${textTitle(workflow, text)} goes on after each error and never looks at it.`,
    };
  },
  examples: {
    uipath: {
      bad: [
        invoke('On Error Resume Next\nbook.SaveAs(path)\nbook.Close()'),
        invoke('Dim book As Object : On Error Resume Next\nbook = app.Workbooks.Open(path)\nErr.Clear()'),
      ],
      good: [
        invoke('Try\n  book.SaveAs(path)\nCatch ex As IOException\n  failure = ex.Message\nEnd Try'),
        invoke("' On Error Resume Next\nbook.SaveAs(path)"),
        // Near misses: the code looks whether it worked, or expects an error in one statement alone.
        invoke('On Error Resume Next\nbook.SaveAs(path)\nIf Err.Number <> 0 Then failure = Err.Description'),
        invoke('On Error Resume Next\napp = GetObject(, "Excel.Application")\nOn Error GoTo 0\nbook.Save()'),
      ],
    },
    'blue-prism': {
      bad: [
        stage('On Error Resume Next\nbook.SaveAs(path)'),
        stage('Dim book As Object\n  on error  resume  next\nbook.Close()'),
      ],
      good: [
        stage('Try\n  book.Close()\nCatch ex As Exception\n  Message = ex.Message\nEnd Try'),
        stage('Message = "On Error Resume Next"\n\' On Error Resume Next'),
        // Near miss: the result is looked at.
        stage('On Error Resume Next\nbook.SaveAs(path)\nSuccess = (Err.Number = 0)'),
      ],
    },
    'power-automate': {
      bad: [
        desktop('On Error Resume Next\nbook.SaveAs path'),
        desktop('Set app = CreateObject("Excel.Application")\nOn Error Resume Next\napp.Quit'),
      ],
      good: [
        desktop('book.SaveAs path'),
        `# On Error Resume Next\n${desktop("Rem 'On Error Resume Next'")}`,
        // Near miss: the script looks whether it worked.
        desktop('On Error Resume Next\nbook.SaveAs path\nIf Err.Number <> 0 Then WScript.Quit 1'),
      ],
    },
    'automation-anywhere': {
      bad: [
        bot('On Error Resume Next\nbook.SaveAs path'),
        bot('Function Save(path)\n  On Error Resume Next\n  book.SaveAs path\nEnd Function'),
      ],
      good: [
        bot('book.SaveAs path'),
        // Near misses: a look at the error, and a comment about the statement.
        bot('On Error Resume Next\nbook.SaveAs path\nWScript.Echo Err.Description'),
        bot('On Error Resume Next', 'Comment/Comment', 'comment'),
      ],
    },
  },
});
