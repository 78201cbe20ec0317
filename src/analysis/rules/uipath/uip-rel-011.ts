/** The arguments of an invoke differ from those that the invoked workflow declares. */
import type { ArgumentFacts, BindingFacts, CallFacts } from '../../model/project.ts';
import { defineRule } from '../../model/rule.ts';

/** Types that do not convert to each other; numbers widen. */
const TYPES = new Set([
  'String',
  'Boolean',
  'DateTime',
  'DataTable',
  'DataRow',
  'SecureString',
  'TimeSpan',
  'Int32',
  'Double',
]);
const NUMBERS = new Set(['Int32', 'Double']);
const DIRECTIONS = { in: 'In', out: 'Out', 'in-out': 'In/Out' } as const;

/** Types with a value where nothing is handed over: the step does not fail. */
const EMPTY_VALUES: ReadonlyMap<string, string> = new Map([
  ...['Int16', 'Int32', 'Int64', 'UInt32', 'Single', 'Double', 'Decimal'].map((type) => [type, '0'] as const),
  ['Boolean', 'False'],
  ['DateTime', '01/01/0001'],
  ['TimeSpan', '00:00:00'],
]);

interface Mismatch {
  readonly subject: string;
  readonly message: string;
  readonly severity?: 'medium';
}

/** Returns the mismatch of an argument that a call leaves out. */
function leftOut({ name, type }: ArgumentFacts): Mismatch {
  const value = EMPTY_VALUES.get(type);
  const message = `does not hand over "${name}", which the invoked workflow reads`;
  if (value === undefined) return { subject: name, message: `${message}.` };
  return { subject: name, message: `${message} as ${value} then.`, severity: 'medium' };
}

/** Collections, which are none of these types, with any items. */
const COLLECTION = /^(?:List|Dictionary|HashSet)\b|\[\]$/;

function typesDiffer(a: string, b: string): boolean {
  if ((TYPES.has(a) && COLLECTION.test(b)) || (TYPES.has(b) && COLLECTION.test(a))) return true;
  return a !== b && TYPES.has(a) && TYPES.has(b) && !(NUMBERS.has(a) && NUMBERS.has(b));
}

function mismatchOf(binding: BindingFacts, argument: ArgumentFacts | undefined): string | undefined {
  if (argument === undefined) return 'which the invoked workflow does not have';
  if (argument.direction !== binding.direction)
    return `as ${DIRECTIONS[binding.direction]}, but it is ${DIRECTIONS[argument.direction]}`;
  if (typesDiffer(binding.type, argument.type)) return `as ${binding.type}, but it is ${argument.type}`;
  return undefined;
}

function* mismatches(
  call: CallFacts,
  callee: readonly ArgumentFacts[],
  ignoreDefault: boolean,
): Generator<Mismatch> {
  const byName = new Map(callee.map((argument) => [argument.name.toLowerCase(), argument]));
  let isRenamed = false;
  for (const binding of call.bindings) {
    const argument = byName.get(binding.name.toLowerCase());
    const reason = mismatchOf(binding, argument);
    isRenamed ||= argument === undefined;
    if (reason !== undefined)
      yield { subject: binding.name, message: `hands over "${binding.name}" ${reason}.` };
  }
  // One finding is enough after a renaming.
  if (isRenamed || call.isOpen) return;
  const bound = new Set(call.bindings.map(({ name }) => name.toLowerCase()));
  for (const argument of callee) {
    const { name, direction, isUsed, isGuarded, hasDefault } = argument;
    if (direction !== 'in' || !isUsed || isGuarded || bound.has(name.toLowerCase())) continue;
    if (!ignoreDefault || !hasDefault) yield leftOut(argument);
  }
}

const PROJECT =
  '-- project.json --\n{"name":"Orders","main":"Main.xaml","dependencies":{},"projectVersion":"1.0.0"}\n';
const CALLEE =
  '\n-- Load.xaml --\n<x:Property Name="in_Year" Type="InArgument(x:Int32)" /><x:Property Name="out_Text" Type="OutArgument(x:String)" /><WriteLine Text="[in_Year.ToString]" />';
const call = (inside: string): string =>
  `${PROJECT}-- Main.xaml --\n<ui:InvokeWorkflowFile DisplayName="Load" WorkflowFileName="Load.xaml"><ui:InvokeWorkflowFile.Arguments>${inside}</ui:InvokeWorkflowFile.Arguments></ui:InvokeWorkflowFile>${CALLEE}`;
/** Builds a call that passes the year and omits the text argument, which the callee uses like this. */
const leavingOut = (name: string, use: string): string =>
  `${PROJECT}-- Main.xaml --\n<ui:InvokeWorkflowFile DisplayName="Load" WorkflowFileName="Load.xaml"><ui:InvokeWorkflowFile.Arguments>${YEAR}</ui:InvokeWorkflowFile.Arguments></ui:InvokeWorkflowFile>
-- Load.xaml --\n<x:Property Name="in_Year" Type="InArgument(x:Int32)" /><x:Property Name="${name}" Type="InArgument(x:String)" /><WriteLine Text="[in_Year.ToString]" />${use}`;
const when = (condition: string, name: string): string =>
  `<If Condition="[${condition}]"><If.Then><WriteLine Text="[${name}]" /></If.Then></If>`;
/** Builds a sequence with a variable of this name, which it reads. */
const hiding = (name: string): string =>
  `<Sequence><Sequence.Variables><Variable x:TypeArguments="x:String" Name="${name}" /></Sequence.Variables><WriteLine Text="[${name}.Trim]" /></Sequence>`;
/** Builds a flowchart that reads a value behind a decision by another argument. */
const decided = (first: string, value: string): string =>
  `<Flowchart StartNode="{x:Reference a}"><FlowStep x:Name="a">${first || '<WriteLine Text="start" />'}<FlowStep.Next><FlowDecision x:Name="b" Condition="[in_Year = 0]">
<FlowDecision.True><FlowStep x:Name="c"><Sequence><WriteLine Text="[${value}]" /></Sequence></FlowStep></FlowDecision.True></FlowDecision></FlowStep.Next></FlowStep></Flowchart>`;
const YEAR = '<InArgument x:TypeArguments="x:Int32" x:Key="in_Year">[2024]</InArgument>';

export const rule = defineRule({
  id: 'UIP-REL-011',
  version: 4,
  title: 'Invoke arguments do not match the callee',
  platforms: ['uipath'],
  category: 'reliability',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'The step fails when it is run, or the invoked workflow works with an empty value.',
  fix: 'Open the step and import the arguments again, then bind each of them.',
  compliance: ['INTEG'],
  controls: ['CWE-628'],
  groupBy: 'call',
  options: {
    ignoreMissingWithDefault: {
      default: true,
      about: 'Accept a call without an argument that has a default in the callee.',
      stricter: 'lower',
    },
  },
  level: 'project',
  *check(project, { options }) {
    for (const workflow of project.workflows) {
      for (const each of workflow.calls) {
        const callee = project.calleeOf(workflow, each);
        if (callee.status !== 'found') continue;
        const { arguments: declared } = callee.workflow;
        const found = [...mismatches(each, declared, options.ignoreMissingWithDefault)];
        // One call is one finding: its arguments were never imported again. A worse one decides its severity.
        const isMild = found.every(({ severity }) => severity !== undefined);
        const group = JSON.stringify([workflow.file, each.step, callee.workflow.file]);
        for (const { subject, message } of found) {
          const own = { subject, group, message: `"${each.step}" ${message}` };
          yield { in: workflow, at: each, ...own, ...(isMild ? { severity: 'medium' } : {}) };
        }
      }
    }
  },
  examples: {
    uipath: {
      bad: [
        call(`${YEAR}<InArgument x:TypeArguments="x:String" x:Key="in_Month">["May"]</InArgument>`),
        call('<InArgument x:TypeArguments="x:String" x:Key="in_Year">["2024"]</InArgument>'),
        call(`${YEAR}<InArgument x:TypeArguments="x:String" x:Key="out_Text">[text]</InArgument>`),
        call('<OutArgument x:TypeArguments="x:String" x:Key="out_Text">[text]</OutArgument>'),
        call('<InArgument x:TypeArguments="scg:List(x:Int32)" x:Key="in_Year">[years]</InArgument>'),
        leavingOut('in_Path', '<WriteLine Text="[in_Path.Trim]" />'),
        // Two arguments, of which one is a number.
        call('<OutArgument x:TypeArguments="x:String" x:Key="out_Text">[text]</OutArgument>').replace(
          '-- Load.xaml --\n',
          '-- Load.xaml --\n<x:Property Name="in_Path" Type="InArgument(x:String)" /><WriteLine Text="[in_Path.Trim]" />',
        ),
        // A call without a single binding.
        call(''),
        // The variable hides the argument in another scope.
        leavingOut('in_Path', `${hiding('in_Path')}<WriteLine Text="[in_Path.Trim]" />`),
        // The other way of the decision reads it too.
        leavingOut('in_Path', decided('<WriteLine Text="[in_Path.Trim]" />', 'in_Path.Trim')),
        // Tested only after it was read.
        leavingOut('in_Path', `<WriteLine Text="[in_Path.Trim]" />${when('in_Path Is Nothing', 'in_Path')}`),
        // A test of a member fails where the argument is empty.
        leavingOut('in_Path', when('in_Path.Length = 0', 'in_Path')),
      ],
      good: [
        call(`${YEAR}<OutArgument x:TypeArguments="x:String" x:Key="out_Text">[text]</OutArgument>`),
        call(YEAR),
        leavingOut('in_Path', when('String.IsNullOrEmpty(in_Path)', 'in_Path')),
        leavingOut('in_Path', when('in_Path IsNot Nothing', 'in_Path')),
        leavingOut('in_Path', '<WriteLine Text="[If(in_Path, &quot;none&quot;)]" />'),
        leavingOut(
          'in_Path',
          '<Assign><Assign.To><OutArgument x:TypeArguments="x:String">[in_Path]</OutArgument></Assign.To><Assign.Value><InArgument x:TypeArguments="x:String">["C:\\Data"]</InArgument></Assign.Value></Assign><WriteLine Text="[in_Path.Trim]" />',
        ),
        leavingOut('in_Path', decided('', 'in_Path.Trim')),
        leavingOut('in_Path', hiding('in_Path')),
        // The caller chooses between the two.
        leavingOut('in_Path', when('in_Year = 0', 'in_Path.Trim')),
        leavingOut('opt_Path', '<WriteLine Text="[opt_Path.Trim]" />'),
        // Near miss: another letter case.
        call('<InArgument x:TypeArguments="x:Int32" x:Key="In_Year">[2024]</InArgument>'),
      ],
    },
  },
});
