/** Data flow inside a workflow: one mechanic a case, in each language that has it, and files made to grow the search. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TRACE_MAX } from '../../../src/analysis/model/data-flow/trace.ts';
import type { Workflow } from '../../../src/analysis/model/workflow.ts';
import { dataFlowsOf } from '../../../src/analysis/semantics/data-flow/data-flows.ts';
import { EVERY_SINK } from '../../../src/analysis/semantics/data-flow/wanted.ts';
import { readScriptText } from '../../support/files/robin.ts';
import { readSnippet as readBot } from '../../support/files/task-bot.ts';
import { readSnippet as readXaml } from '../../support/files/xaml.ts';

const VARIABLES = ['a', 'b', 'c']
  .map((name) => `<Variable x:TypeArguments="x:String" Name="${name}" />`)
  .join('');
const assign = (to: string, value: string): string =>
  `<Assign><Assign.To><OutArgument x:TypeArguments="x:String">[${to}]</OutArgument></Assign.To><Assign.Value><InArgument x:TypeArguments="x:String">[${value}]</InArgument></Assign.Value></Assign>`;
const xaml = (steps: string): Workflow =>
  readXaml(`<x:Property Name="in_Password" Type="InArgument(x:String)" />${VARIABLES}${steps}`);
const log = (value: string): string => `<ui:LogMessage DisplayName="Log" Message="[${value}]" />`;
const choice = (then: string, otherwise = ''): string =>
  `<If Condition="[b = &quot;x&quot;]"><If.Then><Sequence>${then}</Sequence></If.Then><If.Else><Sequence>${otherwise}</Sequence></If.Else></If>`;
const clean = assign('a', '&quot;done&quot;');
const taint = assign('a', 'in_Password');

const robin = (lines: string): Workflow =>
  readScriptText(
    `@SENSITIVE: [Key]\n@INPUT Key : { 'description': '', 'friendlyName': 'Key', 'value': {  }, 'mandatory': True, 'schema': { 'type': 'Text', 'isSensitive': True } }\n${lines}\n`,
  );
const robinLog = (value: string): string =>
  `Logging.LogMessage Message: ${value} LogLevel: Logging.LogLevel.Info`;

const credential =
  '{"commandName": "credentialToString", "packageName": "Credential", "attributes": [{"name": "credential", "value": {"type": "CREDENTIAL", "credential": {"name": "A", "lockerName": "B", "attributeName": "Password"}}}], "returnTo": {"type": "VARIABLE", "variableName": "a"}}';
const botAssign = (to: string, text: string): string =>
  `{"commandName": "assign", "packageName": "String", "attributes": [{"name": "sourceString", "value": {"type": "STRING", "expression": "${text}"}}], "returnTo": {"type": "VARIABLE", "variableName": "${to}"}}`;
const botLog = (text: string): string =>
  `{"commandName": "logToFile", "packageName": "LogToFile", "attributes": [{"name": "logContent", "value": {"type": "STRING", "expression": "${text}"}}]}`;

/** Mechanic → whether the data arrives, and the workflows by platform. */
const CASES: Readonly<Record<string, readonly [arrives: boolean, ...workflows: (() => Workflow)[]]>> = {
  direct: [
    true,
    () => xaml(log('in_Password')),
    () => robin(robinLog('Key')),
    () => readBot(`${credential}, ${botLog('$a$')}`),
  ],
  copy: [
    true,
    () => xaml(taint + log('a')),
    () => robin(`SET A TO Key\n${robinLog('A')}`),
    () => readBot(`${credential}, ${botAssign('b', '$a$')}, ${botLog('$b$')}`),
  ],
  concat: [
    true,
    () => xaml(log('&quot;x&quot; &amp; in_Password')),
    () => robin(robinLog("$'''x %Key%'''")),
    () => readBot(`${credential}, ${botLog('x $a$')}`),
  ],
  format: [true, () => xaml(log('String.Format(&quot;{0}&quot;, in_Password)'))],
  'overwrite before the sink': [
    false,
    () => xaml(taint + clean + log('a')),
    () => robin(`SET A TO Key\nSET A TO 1\n${robinLog('A')}`),
    () => readBot(`${credential}, ${botAssign('a', 'x')}, ${botLog('$a$')}`),
  ],
  'overwrite in one branch': [true, () => xaml(taint + choice(clean) + log('a'))],
  'overwrite in both branches': [false, () => xaml(taint + choice(clean, clean) + log('a'))],
  'overwrite behind the sink': [
    true,
    () => xaml(taint + log('a') + clean),
    () => robin(`SET A TO Key\n${robinLog('A')}\nSET A TO 1`),
  ],
  'read before the write': [
    false,
    () => xaml(log('a') + taint),
    () => robin(`${robinLog('A')}\nSET A TO Key`),
    () => readBot(`${botLog('$a$')}, ${credential}`),
  ],
  'other branch': [false, () => xaml(choice(taint, log('a')))],
  'carried by a loop': [
    true,
    () => xaml(`<While Condition="[b = c]"><Sequence>${log('a')}${taint}</Sequence></While>`),
    () => robin(`LOOP LoopIndex FROM 1 TO 3 STEP 1\n${robinLog('A')}\nSET A TO Key\nEND`),
  ],
  'compared only': [false, () => xaml(assign('a', 'in_Password = &quot;x&quot;') + log('a'))],
  'length only': [
    false,
    () => xaml(log('in_Password.Length.ToString')),
    () => robin(robinLog("$'''%Key.Length%'''")),
  ],
  'condition only': [
    false,
    () => xaml(`<If Condition="[in_Password = b]"><If.Then>${log('c')}</If.Then></If>`),
  ],
  'step that is off': [
    false,
    () =>
      xaml(`<ui:CommentOut><ui:CommentOut.Body>${log('in_Password')}</ui:CommentOut.Body></ui:CommentOut>`),
  ],
  'item of a list': [true, () => robin(`SET L TO [Key]\nLOOP FOREACH E IN L\n${robinLog('E')}\nEND`)],
  'last characters': [false, () => xaml(log('in_Password.Substring(4)'))],
};

const logged = (workflow: Workflow): boolean => {
  const { flows, error } = dataFlowsOf(workflow, EVERY_SINK);
  assert.equal(error, undefined);
  return flows.some(({ family, sink }) => family === 'secret' && sink === 'log');
};

describe('data of a source', () => {
  for (const [mechanic, [arrives, ...workflows]] of Object.entries(CASES))
    for (const read of workflows) {
      const workflow = read();
      it(`${arrives ? 'arrives' : 'does not arrive'}: ${mechanic}, ${workflow.language}`, () => {
        assert.equal(logged(workflow), arrives);
      });
    }

  it('is found behind any number of assignments', () => {
    const count = 60;
    const steps = Array.from({ length: count }, (_, at) => `SET V${at + 1} TO V${at}`).join('\n');
    const workflow = robin(`SET V0 TO Key\n${steps}\n${robinLog(`V${count}`)}`);
    assert.ok(logged(workflow));
    const [flow] = dataFlowsOf(workflow, EVERY_SINK).flows;
    assert.equal(flow!.trace.length, TRACE_MAX);
    assert.deepEqual(
      flow!.trace.flatMap(({ omitted }) => omitted ?? []),
      [count + 3 - TRACE_MAX],
    );
  });

  it('has a trace of its own for each sink along one way', () => {
    const count = 40;
    const steps = Array.from(
      { length: count },
      (_, at) => `SET V${at + 1} TO V${at}\n${robinLog(`V${at + 1}`)}`,
    );
    const workflow = robin(`SET V0 TO Key\n${steps.join('\n')}`);
    const traces = dataFlowsOf(workflow, EVERY_SINK).flows.map(({ trace }) => trace);
    assert.equal(traces.length, count);
    for (const [at, trace] of traces.entries()) {
      const between = trace.slice(1, -1).map(({ property }) => property);
      const names = Array.from({ length: at + 2 }, (_, index) => `v${index}`);
      const shown = names.length <= TRACE_MAX - 2 ? names : [...names.slice(0, 5), ...names.slice(-5)];
      assert.deepEqual(
        between.map((name) => name.toLowerCase()),
        shown,
      );
      assert.equal(trace.find(({ omitted }) => omitted)?.omitted ?? 0, names.length - shown.length);
    }
  });

  it('costs a bounded search where many sources and sinks share a variable', () => {
    const half = Array.from({ length: 1500 }, () => `SET A TO $'''%A% %Key%'''\n${robinLog('A')}`).join('\n');
    assert.ok(logged(robin(`SET A TO Key\n${half}`)));
  });
});
