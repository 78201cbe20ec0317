/** A workflow joins a command line or script from text and variables. */
import type { Expr } from '../../model/expr.ts';
import { isLive, literalOf, propertyOf } from '../../model/navigate.ts';
import { defineRule, type Problem } from '../../model/rule.ts';
import type { Activity, Expression } from '../../model/workflow.ts';
import {
  type Escaping,
  type JoinedText,
  joinedAssignments,
  joinedVariable,
} from '../../patterns/code/joined-variable.ts';
import { dataInCommand } from '../../patterns/code/started-command.ts';
import { symbolTable } from '../../patterns/used-symbols.ts';
import { dotNetValue } from '../../semantics/functions/dot-net.ts';
import { piecesOf } from '../../semantics/joined.ts';

/** Properties that are run, by activity type. */
const COMMANDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['InvokePowerShell', ['CommandText']],
  ['StartProcess', ['FileName', 'Arguments']],
  ['OpenApplication', ['Arguments']],
  ['InvokeVBScript', ['Code', 'ScriptCode', 'FileName']],
]);
/** Programs that take their arguments as commands, where quotation marks around a value protect nothing. */
const SHELLS = /(?:^|[\\/"])(?:cmd|powershell|pwsh|wscript|cscript|mshta|bash|sh|wsl)(?:\.exe)?"?\s*$/i;

/** Words of code and expressions that start a program with arguments. */
const STARTS_IN_CODE =
  /\b(?:Shell|ProcessStartInfo|Process\s*\.\s*Start)\s*[({]|\bArguments\s*=|\bWScript\.Shell\b/i;

/** Returns the text of a piece that the file shows, such as `Chr(34)`. */
function fixedText(piece: Expr | undefined): string {
  const value = piece && dotNetValue(piece);
  return value?.kind === 'constant' ? value.text : '';
}

/** Matches `"""" & path & """"`, `Chr(34) & path & Chr(34)`: one argument for a program, with any content. */
const isQuoted = (pieces: readonly Expr[], at: number): boolean =>
  fixedText(pieces[at - 1]).endsWith('"') && fixedText(pieces[at + 1])[0] === '"';

const ADDRESS = /^\s*(?:https?|mailto):/i;
const DOCUMENT = /\.(?:pdf|xls[xmb]?|doc[xm]?|ppt[xm]?|csv|txt|html?|png|jpe?g|msg|eml|zip)"?\s*$/i;

/**
 * Returns whether a path is opened and not run, for any values: an address in the browser, a document in its
 * program.
 */
function isOpened(tree: Expr): boolean {
  const pieces = piecesOf(tree);
  return ADDRESS.test(fixedText(pieces[0])) || DOCUMENT.test(fixedText(pieces.at(-1)));
}

/** Returns the variable in a joined setting and the place where it is joined. */
function joinedIn(
  expression: Expression,
  own: string | undefined,
  assigned: ReadonlyMap<string, JoinedText>,
): JoinedText | undefined {
  if (own !== undefined) return { at: expression, variable: own };
  return assigned.get(expression.text.trim().toLowerCase());
}

function problem(activity: Activity, property: string, { at, variable }: JoinedText): Problem {
  return {
    at,
    message: `What "${activity.name}" runs (${property}) is put together from text and the value of "${variable}".`,
    subject: property,
  };
}

export const rule = defineRule({
  id: 'UIP-SEC-013',
  version: 3,
  title: 'Operating-system command built from variables',
  platforms: ['uipath'],
  category: 'security',
  severity: 'high',
  confidence: 'medium',
  kind: 'issue',
  preset: 'recommended',
  why: 'A value with a quotation mark, an ampersand or a semicolon in it changes the command, and a crafted one runs whatever its author wants with the rights of the robot.',
  fix: 'Write the command as fixed text and pass the values beside it: the Parameters property of "Invoke PowerShell" with a param(…) block in the script, or the Input parameters of a script. Where only a command line will do, check each value against a list of allowed ones first.',
  compliance: ['INJ'],
  controls: ['CWE-78'],
  dedupeGroup: 'command-injection',
  options: {
    quoteHelpers: {
      default: [] as readonly string[],
      about: 'Functions of the project whose result is safe to join.',
      stricter: 'shorter',
    },
  },
  level: 'workflow',
  words: [
    'invokepowershell',
    'startprocess',
    'openapplication',
    'invokevbscript',
    'invokecode',
    'process.start',
    'processstartinfo',
  ],
  *check(workflow, { options }) {
    const calls = options.quoteHelpers.map((name) => name.toLowerCase());
    const open: Escaping = { calls, takesTemplates: true };
    const table = symbolTable(workflow);
    let assigned: ReadonlyMap<string, JoinedText> | undefined;
    for (const activity of workflow.activities) {
      if (!isLive(activity)) continue;
      for (const name of COMMANDS.get(activity.type) ?? []) {
        const { expression } = propertyOf(activity, name) ?? {};
        if (expression === undefined) continue;
        if (name === 'FileName' && isOpened(expression.tree)) continue;
        const program = literalOf(propertyOf(activity, 'FileName'));
        const isArgument = name === 'Arguments' && program !== undefined && !SHELLS.test(program.trim());
        const own = joinedVariable(
          workflow,
          table,
          expression,
          isArgument
            ? { calls, isProtected: isQuoted }
            : name === 'FileName'
              ? { ...open, takesTemplates: false }
              : open,
        );
        assigned ??= joinedAssignments(workflow, table, open, (start) => start.trim() !== '');
        const joined = joinedIn(expression, own, assigned);
        if (joined !== undefined) yield problem(activity, name, joined);
      }
      if (activity.type !== 'InvokeCode' && activity.role !== 'assign') continue;
      for (const { name, expression } of activity.properties) {
        if (expression === undefined || !STARTS_IN_CODE.test(expression.text)) continue;
        const variable = dataInCommand(expression.tree);
        if (variable !== undefined) yield problem(activity, name, { at: expression, variable });
      }
    }
  },
  examples: {
    uipath: {
      bad: [
        `<Variable x:TypeArguments="x:String" Name="user" />
<ui:InvokePowerShell DisplayName="Unlock" CommandText="[&quot;Unlock-ADAccount -Identity &quot; + user]" />`,
        `<x:Property Name="in_Folder" Type="InArgument(x:String)" />
<ui:StartProcess FileName="cmd.exe"><ui:StartProcess.Arguments><InArgument x:TypeArguments="x:String">
  <CSharpValue x:TypeArguments="x:String">$"/c rmdir /s \\"{in_Folder}\\""</CSharpValue></InArgument></ui:StartProcess.Arguments></ui:StartProcess>`,
        `<Variable x:TypeArguments="x:String" Name="script" /><Variable x:TypeArguments="x:String" Name="host" />
<Assign><Assign.To><OutArgument x:TypeArguments="x:String">[script]</OutArgument></Assign.To>
<Assign.Value><InArgument x:TypeArguments="x:String">[String.Format("Restart-Computer {0}", host)]</InArgument></Assign.Value></Assign>
<ui:InvokePowerShell CommandText="[script]" IsScript="True" />`,
        `<Variable x:TypeArguments="x:String" Name="folder" /><ui:StartProcess FileName="[folder + &quot;\run.bat&quot;]" />`,
        '<ui:InvokeCode Code="System.Diagnostics.Process.Start(&quot;cmd.exe&quot;, &quot;/c del &quot; &amp; path)" />',
        `<Variable x:TypeArguments="x:String" Name="script" /><Variable x:TypeArguments="x:String" Name="host" />
<Assign><Assign.To><OutArgument x:TypeArguments="x:String">[script]</OutArgument></Assign.To><Assign.Value><InArgument x:TypeArguments="x:String">Restart-Computer </InArgument></Assign.Value></Assign>
<Assign><Assign.To><OutArgument x:TypeArguments="x:String">[script]</OutArgument></Assign.To><Assign.Value><InArgument x:TypeArguments="x:String">[script + host]</InArgument></Assign.Value></Assign>
<ui:InvokePowerShell CommandText="[script]" IsScript="True" />`,
        `<Variable x:TypeArguments="x:String" Name="user" /><ui:InvokePowerShell CommandText="[&quot;Unlock-ADAccount -Identity @user&quot;.Replace(&quot;@user&quot;, user)]" />`,
        '<ui:InvokeCode Language="CSharp" Code="Process.Start(new ProcessStartInfo { FileName = &quot;cmd.exe&quot;, Arguments = $&quot;/c del {path}&quot; });" />',
        '<ui:InvokeCode Code="Process.Start(&quot;cmd.exe&quot;, String.Format(&quot;/c del {0}&quot;, path))" />',
        // A quotation mark on one side only, and marks that a shell ignores.
        `<Variable x:TypeArguments="x:String" Name="file" />
<ui:StartProcess FileName="view.exe" Arguments="[&quot;/open &quot; + Chr(34) + file]" />`,
        `<Variable x:TypeArguments="x:String" Name="file" />
<ui:StartProcess FileName="cmd.exe" Arguments="[&quot;/c type &quot; + Chr(34) + file + Chr(34)]" />`,
        '<Assign><Assign.Value><InArgument x:TypeArguments="x:Object">[System.Diagnostics.Process.Start("cmd.exe", "/c del " &amp; path)]</InArgument></Assign.Value></Assign>',
      ],
      good: [
        `<Variable x:TypeArguments="x:String" Name="day" /><ui:StartProcess FileName="[&quot;C:ReportsDAY.xlsx&quot;.Replace(&quot;DAY&quot;, day)]" />`,
        '<ui:InvokeCode Code="Dim args = &quot;/c dir&quot;&#xA;note = String.Format(&quot;{0} is done&quot;, path)&#xA;Process.Start(&quot;cmd.exe&quot;, args)" />',
        `<ui:InvokePowerShell CommandText="param($user) Unlock-ADAccount -Identity $user">
  <ui:InvokePowerShell.Parameters><InArgument x:TypeArguments="x:String" x:Key="user">[user]</InArgument></ui:InvokePowerShell.Parameters></ui:InvokePowerShell>`,
        `<Variable x:TypeArguments="x:String" Name="script" /><ui:InvokePowerShell CommandText="[script]" IsScript="True" />`,
        `<Variable x:TypeArguments="x:String" Name="folder" /><Variable x:TypeArguments="x:String" Name="id" />
<ui:StartProcess FileName="[folder + &quot;\report.xlsx&quot;]" /><ui:StartProcess FileName="[&quot;https://portal.example.com/?id=&quot; + id]" />`,
        // A quotation mark that Visual Basic makes.
        `<Variable x:TypeArguments="x:String" Name="file" />
<ui:StartProcess FileName="view.exe" Arguments="[&quot;/open &quot; + Chr(34) + file + Chr(34)]" />
<ui:StartProcess FileName="view.exe" Arguments="[&quot;/open &quot;&quot;&quot; + Path.GetFileName(file.Trim) + &quot;&quot;&quot;&quot;]" />
<ui:StartProcess FileName="view.exe" Arguments="[&quot;/open &quot; &amp; ControlChars.Quote &amp; file &amp; ControlChars.Quote]" />`,
        // Near misses: a number; a path in quotation marks as the argument of a program that is no shell.
        `<Variable x:TypeArguments="x:Int32" Name="seconds" />
<ui:StartProcess FileName="shutdown.exe" Arguments="[&quot;/s /t &quot; + seconds.ToString]" />`,
        `<Variable x:TypeArguments="x:String" Name="file" />
<ui:StartProcess FileName="C:\\Program Files\\Viewer\\view.exe" Arguments="[&quot;/open &quot;&quot;&quot; + file + &quot;&quot;&quot;&quot;]" />`,
      ],
    },
  },
});
