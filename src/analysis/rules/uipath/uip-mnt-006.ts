/** Arguments that the workflow does not use, and outputs that it never sets. */
import { defineRule } from '../../model/rule.ts';
import type { Argument, Expression, Variable, Workflow } from '../../model/workflow.ts';
import { symbolsUsedBy, usedSymbols } from '../../patterns/used-symbols.ts';

/** Types whose values must be assigned; an activity can fill a table or list that it gets as input. */
const PLAIN_TYPE =
  /^(?:String|Boolean|S?Byte|U?Int(?:16|32|64)|Single|Double|Decimal|DateTime|TimeSpan|Guid|Object)$/;

/** Returns whether a workflow does nothing yet. The arguments of such a stub describe its later work. */
function isStub(workflow: Workflow): boolean {
  return workflow.activities.every(({ role }) => role === 'sequence' || role === 'comment');
}

/** Text, or a name and something behind it that is no comment: a cheap check before the lexer. */
const MORE_THAN_A_NAME = /^\s*(?:"|[A-Za-z_]\w*(?!\w)\s*[!-&(-.:-@[-^`{-~])/;

/**
 * Returns the expressions that may write. In the short form `Result="[answer]"` the file does not say that it writes,
 * so every single name counts; code writes every name that it mentions.
 */
function writes(workflow: Workflow): Expression[] {
  const found: Expression[] = [];
  for (const { type, properties } of workflow.activities) {
    for (const { expression, direction } of properties) {
      if (expression === undefined) continue;
      const isOut = direction === 'out' || type === 'InvokeCode';
      if (isOut || (!MORE_THAN_A_NAME.test(expression.text) && expression.tree.kind === 'reference'))
        found.push(expression);
    }
  }
  return found;
}

function complaint(
  argument: Argument,
  isUsed: boolean,
  isWritten: (argument: Argument) => boolean,
): string | undefined {
  if (!isUsed) return `Argument "${argument.name}" is never used.`;
  if (argument.direction !== 'out' || !PLAIN_TYPE.test(argument.type) || isWritten(argument))
    return undefined;
  return `Output argument "${argument.name}" is never assigned, so callers always get an empty value.`;
}

export const rule = defineRule({
  id: 'UIP-MNT-006',
  version: 1,
  title: 'Unused argument',
  platforms: ['uipath'],
  category: 'maintainability',
  severity: 'low',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Callers pass or wait for a value that makes no difference, which hides mistakes on both sides.',
  fix: 'Delete the argument in the Arguments panel and remove it from every "Invoke Workflow File" that passes it, or use it: an Out argument needs an Assign.',
  compliance: ['MAINT'],
  controls: ['CWE-563'],
  options: {
    ignoreFiles: {
      default: [] as readonly string[],
      about: 'Names of workflows whose arguments others prescribe.',
      stricter: 'shorter',
    },
    // REFramework passes these to its files: 36 of 40 findings on real files.
    ignoreArguments: {
      default: [
        'in_Config',
        'in_TransactionItem',
        'in_TransactionNumber',
        'io_TransactionData',
        'io_dt_TransactionData',
      ] as readonly string[],
      about: 'Arguments that a framework passes to its files whether they need them or not.',
      stricter: 'shorter',
    },
  },
  level: 'workflow',
  wants: 'arguments',
  *check(workflow, { options }) {
    if (isStub(workflow)) return;
    if (options.ignoreFiles.some((file) => file.replace(/\.xaml$/i, '') === workflow.name)) return;
    const used = usedSymbols(workflow);
    let written: ReadonlySet<Variable> | undefined;
    const isWritten = (argument: Argument): boolean => {
      written ??= symbolsUsedBy(workflow, writes(workflow));
      return written.has(argument);
    };
    for (const argument of workflow.arguments) {
      if (options.ignoreArguments.includes(argument.name)) continue;
      const message = complaint(argument, used.has(argument), isWritten);
      if (message !== undefined) yield { at: argument, message, subject: argument.name };
    }
  },
  examples: {
    uipath: {
      bad: [
        '<x:Property Name="in_Path" Type="InArgument(x:String)" /><WriteLine Text="in_Path" />',
        '<x:Property Name="out_Total" Type="OutArgument(x:Int32)" /><WriteLine Text="[&quot;Total: &quot; + out_Total.ToString]" />',
      ],
      good: [
        '<x:Property Name="in_Path" Type="InArgument(x:String)" /><WriteLine Text="[IN_PATH]" />',
        `<x:Property Name="out_Total" Type="OutArgument(x:Int32)" />
<Assign><Assign.To><OutArgument x:TypeArguments="x:Int32">[out_Total]</OutArgument></Assign.To>
<Assign.Value><InArgument x:TypeArguments="x:Int32">[1]</InArgument></Assign.Value></Assign>`,
        // Near misses: a table is filled, not assigned; and nothing is written yet.
        `<x:Property Name="out_Rows" Type="OutArgument(sd:DataTable)" />
<ui:AddDataColumn DataTable="[out_Rows]" ColumnName="Id" />`,
        '<x:Property Name="in_Path" Type="InArgument(x:String)" /><ui:Comment Text="to do" />',
        '<x:Property Name="in_Config" Type="InArgument(scg:Dictionary(x:String, x:Object))" /><Delay />',
      ],
    },
  },
});
