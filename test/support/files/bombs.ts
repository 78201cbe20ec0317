/** Files that are built to exhaust their reader, and the answer to each. */

import type { Platform } from '../../../src/analysis/model/platform.ts';
import { bluePrism } from '../../../src/analysis/platforms/blue-prism/index.ts';
import { powerAutomate } from '../../../src/analysis/platforms/power-automate/index.ts';
import { uipath } from '../../../src/analysis/platforms/uipath/index.ts';
import type { ErrorCode } from '../../../src/errors.ts';

export interface Bomb {
  readonly title: string;
  readonly platform: Platform;
  /** The error that is right, or `report` when the file is merely large. */
  readonly answer: ErrorCode | 'report';
  make(): string;
}

const MIB = 1 << 20;
const times = (count: number, make: (i: number) => string, between = ''): string =>
  Array.from({ length: count }, (_, i) => make(i)).join(between);

/** Makes files of one platform's kind around a fragment. */
const xaml = (fragment: string): string => uipath.snippet(fragment);
const flow = (fragment: string): string => powerAutomate.snippet(fragment);
const stages = (fragment: string): string => bluePrism.snippet(fragment);
const bot = (nodes: string, variables = ''): string =>
  `{"nodes":[${nodes}],"variables":[${variables}],"packages":[],"triggers":[],"properties":{"botCodeVersion":"2"}}`;

const log = (i: number, message: string): string =>
  `<ui:LogMessage DisplayName="Log ${i}" Message="${message}" />`;
const variable = (i: number): string => `<Variable x:TypeArguments="x:String" Name="v${i}" />`;
const all = (count: number): string => times(count, (i) => `v${i}`, ' + ');

/** An activity with a critical finding. */
const SECRET = '<ui:SendMail DisplayName="Send" Password="Nordwind-71" />';

const UIPATH: readonly Omit<Bomb, 'platform'>[] = [
  {
    title: 'entities that multiply',
    answer: 'unparsable_file',
    make: () =>
      `<?xml version="1.0"?><!DOCTYPE a [${times(10, (i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`)}]>${xaml('<WriteLine Text="&e10;" />')}`,
  },
  {
    title: 'a depth of 100,000',
    answer: 'structure_limit_exceeded',
    make: () => xaml('<Sequence>'.repeat(100_000)),
  },
  {
    title: 'a depth of 190, 1,500 times',
    answer: 'report',
    make: () => xaml(('<Sequence>'.repeat(190) + '</Sequence>'.repeat(190)).repeat(1_500)),
  },
  {
    title: '1,100,000 siblings',
    answer: 'structure_limit_exceeded',
    make: () => xaml('<a/>'.repeat(1_100_000)),
  },
  {
    title: '300,000 siblings that are no activities',
    answer: 'report',
    make: () => xaml('<s:a/>'.repeat(300_000)),
  },
  { title: '40,000 critical findings', answer: 'report', make: () => xaml(SECRET.repeat(40_000)) },
  {
    title: '120,000 activities',
    answer: 'report',
    make: () => xaml('<Delay Duration="1"/>'.repeat(120_000)),
  },
  {
    title: '100,000 attributes of one element',
    answer: 'report',
    make: () => xaml(`<WriteLine ${times(100_000, (i) => `a${i}="[v]"`, ' ')} />`),
  },
  {
    title: '100,000 namespaces',
    answer: 'report',
    make: () =>
      xaml(
        `<Sequence ${times(100_000, (i) => `xmlns:n${i}="u${i}"`, ' ')}>${times(1_000, (i) => `<n${i}:x n${i + 1}:y="1" />`)}</Sequence>`,
      ),
  },
  { title: 'a text of 20 MiB', answer: 'report', make: () => xaml(log(1, 'x'.repeat(20 * MIB))) },
  {
    title: 'a text of 8 MiB of references',
    answer: 'report',
    make: () => xaml(log(1, '&#60;'.repeat((8 * MIB) / 5))),
  },
  {
    title: 'an expression of 3 MiB of operators',
    answer: 'report',
    make: () => xaml(log(1, `[${'a+'.repeat((3 * MIB) / 2)}a]`)),
  },
  {
    title: 'an expression of 8 MiB of quotation marks',
    answer: 'report',
    make: () => xaml(log(1, `[${'&quot;'.repeat((8 * MIB) / 6)}]`)),
  },
  {
    title: 'an expression of 4 MiB of brackets',
    answer: 'report',
    make: () => xaml(log(1, `[${'('.repeat(4 * MIB)}]`)),
  },
  {
    title: '8,000 variables, 8,000 expressions',
    answer: 'report',
    make: () => xaml(times(8_000, variable) + times(8_000, (i) => log(i, `[v${i} + v${(i * 7) % 8_000}]`))),
  },
  {
    title: '8,000 variables, each in 20 expressions that name them all',
    answer: 'report',
    make: () => xaml(times(8_000, variable) + times(20, (i) => log(i, `[${all(8_000)}]`))),
  },
  {
    title: '8,000 assignments of one variable',
    answer: 'report',
    make: () =>
      xaml(
        variable(0) +
          times(
            8_000,
            () =>
              '<Assign><Assign.To><OutArgument x:TypeArguments="x:String">[v0]</OutArgument></Assign.To><Assign.Value><InArgument x:TypeArguments="x:String">[v0 + "select * from t where a=" + v0]</InArgument></Assign.Value></Assign>',
          ),
      ),
  },
  {
    title: 'a name of 4 MiB around 8,000 findings',
    answer: 'report',
    make: () => xaml(`<Sequence DisplayName="${'n'.repeat(4 * MIB)}">${SECRET.repeat(8_000)}</Sequence>`),
  },
  {
    title: 'a variable with a name of 1 MiB in 5,000 expressions of an activity with an id of 1 MiB',
    answer: 'report',
    make: () =>
      xaml(
        `<Variable x:TypeArguments="x:String" Name="${'n'.repeat(MIB)}" /><Sequence sap2010:WorkflowViewState.IdRef="${'i'.repeat(MIB)}">${`<ui:SendMail ${times(5_000, (i) => `Password${i}="Nordwind-71"`, ' ')} />${SECRET.repeat(5_000)}`}</Sequence>`,
      ),
  },
  {
    title: '190 levels with names of 8,000 characters around 3,000 findings',
    answer: 'report',
    make: () =>
      xaml(
        `${`<Sequence DisplayName="${'n'.repeat(8_000)}">`.repeat(180)}${SECRET.repeat(3_000)}${'</Sequence>'.repeat(180)}`,
      ),
  },
  {
    title: 'element names of 1,000 characters, 90 levels, 3,000 findings',
    answer: 'report',
    make: () =>
      xaml(
        `${`<this:${'n'.repeat(1_000)}>`.repeat(90)}${SECRET.repeat(3_000)}${`</this:${'n'.repeat(1_000)}>`.repeat(90)}`,
      ),
  },
  {
    title: 'a flowchart with a cycle of 20,000 nodes',
    answer: 'report',
    make: () =>
      xaml(
        `<Flowchart StartNode="{x:Reference n0}">${times(20_000, (i) => `<FlowStep x:Name="n${i}" Next="{x:Reference n${(i + 1) % 20_000}}"><Delay Duration="1"/></FlowStep>`)}</Flowchart>`,
      ),
  },
  {
    title: 'a flowchart where 8,000 nodes lead to one',
    answer: 'report',
    make: () =>
      xaml(
        `<Flowchart StartNode="{x:Reference n0}">${times(8_000, (i) => `<FlowDecision x:Name="n${i}" True="{x:Reference n0}" False="{x:Reference n${(i + 1) % 8_000}}" Condition="[a]" />`)}</Flowchart>`,
      ),
  },
  {
    title: 'a state machine with 8,000 states',
    answer: 'report',
    make: () =>
      xaml(
        `<StateMachine InitialState="{x:Reference n0}">${times(8_000, (i) => `<State x:Name="n${i}"><State.Transitions><Transition To="{x:Reference n${(i + 1) % 8_000}}"/><Transition To="{x:Reference n0}"/></State.Transitions></State>`)}</StateMachine>`,
      ),
  },
  {
    title: '30,000 branches without a name',
    answer: 'report',
    make: () =>
      xaml(
        '<If Condition="[a]"><If.Then><Sequence/></If.Then><If.Else><Sequence/></If.Else></If>'.repeat(
          20_000,
        ),
      ),
  },
  {
    title: '30,000 types that nobody knows',
    answer: 'report',
    make: () => xaml(times(30_000, (i) => `<ui:Type${i} Text="[a${i}]" />`)),
  },
  { title: '10 MiB of comments', answer: 'report', make: () => xaml('<!---->'.repeat((10 * MIB) / 7)) },
  {
    title: '10 MiB of line ends',
    answer: 'report',
    make: () => xaml(`${'\n'.repeat(10 * MIB)}<Delay Duration="1"/>`),
  },
  {
    title: '30,000 scripts of code',
    answer: 'report',
    make: () => xaml(times(30_000, (i) => `<ui:InvokeCode Code="Dim a${i} As String = &quot;x&quot;" />`)),
  },
];

const action = (
  name: string,
  after: string,
  more = '"type":"Compose","inputs":"@variables(\'v\')"',
): string => `"${name}":{${more},"runAfter":{${after === '' ? '' : `"${after}":["Succeeded"]`}}}`;

const POWER_AUTOMATE: readonly Omit<Bomb, 'platform'>[] = [
  {
    title: '10 MiB of opening brackets',
    answer: 'structure_limit_exceeded',
    make: () => '['.repeat(10 * MIB),
  },
  {
    title: '10 MiB of opening objects',
    answer: 'structure_limit_exceeded',
    make: () => '{"a":'.repeat(2 * MIB),
  },
  {
    title: '2,100,000 values',
    answer: 'structure_limit_exceeded',
    make: () => flow(`"a":{"type":"Compose","inputs":[${'1,'.repeat(2_100_000)}1],"runAfter":{}}`),
  },
  {
    title: '700,000 values',
    answer: 'report',
    make: () => flow(`"a":{"type":"Compose","inputs":[${'1,'.repeat(700_000)}1],"runAfter":{}}`),
  },
  {
    title: '200,000 members of one object',
    answer: 'report',
    make: () =>
      flow(`"a":{"type":"Compose","inputs":{${times(200_000, (i) => `"k${i}":"@v"`, ',')}},"runAfter":{}}`),
  },
  {
    title: '200,000 times the same key',
    answer: 'report',
    make: () =>
      flow(`"a":{"type":"Compose","inputs":{${times(200_000, () => '"k":"@v"', ',')}},"runAfter":{}}`),
  },
  {
    title: '8,000 actions of one name',
    answer: 'report',
    make: () => flow(times(8_000, () => action('a', ''), ',')),
  },
  {
    title: 'a cycle of 8,000 actions',
    answer: 'report',
    make: () => flow(times(8_000, (i) => action(`a${i}`, `a${(i + 1) % 8_000}`), ',')),
  },
  {
    title: 'a chain of 8,000 actions',
    answer: 'report',
    make: () => flow(times(8_000, (i) => action(`a${i}`, i === 0 ? '' : `a${i - 1}`), ',')),
  },
  {
    title: '8,000 actions that wait for one',
    answer: 'report',
    make: () =>
      flow(
        times(
          8_000,
          (i) =>
            action(`a${i}`, i === 0 ? '' : 'a0', '"type":"Http","inputs":{"method":"GET","uri":"http://a"}'),
          ',',
        ),
      ),
  },
  {
    title: '8,000 variables, 8,000 expressions',
    answer: 'report',
    make: () =>
      flow(
        `${times(8_000, (i) => `"i${i}":{"type":"InitializeVariable","inputs":{"variables":[{"name":"v${i}","type":"string"}]},"runAfter":{}}`, ',')},${times(8_000, (i) => `"u${i}":{"type":"SetVariable","inputs":{"name":"v${i}","value":"@concat(variables('v${(i * 7) % 8_000}'), outputs('u${(i + 1) % 8_000}'))"},"runAfter":{}}`, ',')}`,
      ),
  },
  {
    title: '8,000 parallel loops over one variable',
    answer: 'report',
    make: () =>
      flow(
        `"i":{"type":"InitializeVariable","inputs":{"variables":[{"name":"v","type":"array"}]},"runAfter":{}},${times(8_000, (i) => `"l${i}":{"type":"Foreach","foreach":"@variables('v')","actions":{"s${i}":{"type":"AppendToArrayVariable","inputs":{"name":"v","value":"@items('l${i}')"},"runAfter":{}}},"runAfter":{}}`, ',')}`,
      ),
  },
  {
    title: 'an expression of 2 MiB of brackets',
    answer: 'report',
    make: () => flow(`"a":{"type":"Compose","inputs":"@${'('.repeat(2 * MIB)}","runAfter":{}}`),
  },
  {
    title: 'an expression of 8 MiB of insertions',
    answer: 'report',
    make: () => flow(`"a":{"type":"Compose","inputs":"${'@{a}'.repeat(2 * MIB)}","runAfter":{}}`),
  },
  {
    title: 'an expression of 8 MiB of quotation marks',
    answer: 'report',
    make: () => flow(`"a":{"type":"Compose","inputs":"@concat(${"'".repeat(8 * MIB)})","runAfter":{}}`),
  },
  {
    title: 'a text of 20 MiB',
    answer: 'report',
    make: () => flow(`"a":{"type":"Compose","inputs":"${'x'.repeat(20 * MIB)}","runAfter":{}}`),
  },
  {
    title: 'a text of 12 MiB of escapes',
    answer: 'report',
    make: () => flow(`"a":{"type":"Compose","inputs":"${'\\u0041'.repeat(2 * MIB)}","runAfter":{}}`),
  },
  {
    title: 'a key of 4 MiB around 10,000 findings',
    answer: 'report',
    make: () =>
      flow(
        `"${'k'.repeat(4 * MIB)}":{"type":"Scope","actions":{${times(10_000, (i) => action(`a${i}`, '', '"type":"Http","inputs":{"method":"GET","uri":"http://a"}'), ',')}},"runAfter":{}}`,
      ),
  },
  {
    title: 'a switch with 8,000 cases',
    answer: 'report',
    make: () =>
      flow(
        `"s":{"type":"Switch","expression":"@v","cases":{${times(8_000, (i) => `"c${i}":{"case":"${i}","actions":{${action(`a${i}`, '')}}}`, ',')}},"runAfter":{}}`,
      ),
  },
];

const node = (i: number, attributes: string, more = ''): string =>
  `{"uid":"n${i}","commandName":"assign","packageName":"String","disabled":false,"attributes":[${attributes}]${more}}`;
const value = (expression: string): string =>
  `{"name":"text","value":{"type":"STRING","expression":"${expression}"}}`;
const held = (i: number): string =>
  `{"name":"v${i}","type":"STRING","subtype":"UNDEFINED","input":false,"output":false,"readOnly":false}`;

const AUTOMATION_ANYWHERE: readonly Omit<Bomb, 'platform'>[] = [
  {
    title: '20,000 commands',
    answer: 'report',
    make: () => bot(times(20_000, (i) => node(i, value('a')), ',')),
  },
  {
    title: '8,000 variables, 8,000 expressions',
    answer: 'report',
    make: () =>
      bot(
        times(8_000, (i) => node(i, value(`$v${i}$ + $v${(i * 7) % 8_000}$`)), ','),
        times(8_000, held, ','),
      ),
  },
  {
    title: '8,000 variables in 20 expressions that name them all',
    answer: 'report',
    make: () =>
      bot(
        times(20, (i) => node(i, value(times(8_000, (v) => `$v${v}$`))), ','),
        times(8_000, held, ','),
      ),
  },
  {
    title: '8,000 variables of one name',
    answer: 'report',
    make: () =>
      bot(
        node(0, value('$v0$')),
        times(8_000, () => held(0), ','),
      ),
  },
  {
    title: 'a depth of 100,000',
    answer: 'structure_limit_exceeded',
    make: () => `{"nodes":[${'{"children":['.repeat(100_000)}`,
  },
  {
    title: '60 levels, 300 times',
    answer: 'report',
    make: () =>
      bot(
        times(
          300,
          (i) =>
            '{"uid":"a","commandName":"step","packageName":"Step","disabled":false,"attributes":[],"children":['.repeat(
              60,
            ) +
            node(i, value('a')) +
            ']}'.repeat(60),
          ',',
        ),
      ),
  },
  {
    title: 'an expression of 8 MiB of dollar signs',
    answer: 'report',
    make: () => bot(node(0, value('$'.repeat(8 * MIB)))),
  },
  {
    title: '100,000 attributes of one command',
    answer: 'report',
    make: () =>
      bot(
        node(
          0,
          times(100_000, () => value('$a$'), ','),
        ),
      ),
  },
  {
    title: '8,000 commands of one uid',
    answer: 'report',
    make: () => bot(times(8_000, () => node(0, value('a')), ',')),
  },
  {
    title: '8,000 disabled commands, 8,000 empty loops',
    answer: 'report',
    make: () =>
      bot(
        times(
          8_000,
          (i) =>
            `{"uid":"d${i}","commandName":"loop.commands.start","packageName":"Loop","disabled":${i % 2 === 0},"attributes":[],"children":[]}`,
          ',',
        ),
      ),
  },
];

const stage = (id: string, type: string, next: string, more = ''): string =>
  `<stage stageid="${id}" name="Stage ${id}" type="${type}">${next === '' ? '' : `<onsuccess>${next}</onsuccess>`}${more}</stage>`;
const item = (i: number): string =>
  `<stage stageid="d${i}" name="v${i}" type="Data"><datatype>text</datatype><initialvalue>x</initialvalue></stage>`;
const calculation = (i: number, next: number, expression: string, to: string): string =>
  stage(`c${i}`, 'Calculation', `c${next}`, `<calculation expression="${expression}" stage="${to}" />`);

const BLUE_PRISM: readonly Omit<Bomb, 'platform'>[] = [
  {
    title: 'a cycle of 20,000 stages',
    answer: 'report',
    make: () => stages(times(20_000, (i) => calculation(i, (i + 1) % 20_000, '1', 'a'))),
  },
  {
    title: '90,000 stages that nothing leads to',
    answer: 'report',
    make: () => stages(times(90_000, (i) => stage(`s${i}`, 'Note', ''))),
  },
  {
    title: '8,000 data items, 8,000 calculations',
    answer: 'report',
    make: () =>
      stages(
        times(8_000, (i) => calculation(i, i + 1, `[v${i}] &amp; [v${(i * 7) % 8_000}]`, `v${i}`)) +
          times(8_000, item),
      ),
  },
  {
    title: '8,000 data items of one name',
    answer: 'report',
    make: () => stages(calculation(0, 1, '[v0]', 'v0') + times(8_000, () => item(0))),
  },
  {
    title: '8,000 calculations of one data item',
    answer: 'report',
    make: () => stages(times(8_000, (i) => calculation(i, i + 1, '[v0] &amp; [v0]', 'v0')) + item(0)),
  },
  {
    title: '8,000 stages with one id',
    answer: 'report',
    make: () => stages(times(8_000, () => calculation(0, 0, '1', 'a'))),
  },
  {
    title: '8,000 pages',
    answer: 'report',
    make: () =>
      stages(
        times(
          8_000,
          (i) =>
            `<subsheet subsheetid="p${i}" type="Normal" published="False"><name>Page ${i}</name></subsheet>${stage(`q${i}`, 'SubSheet', `q${i + 1}`, `<processid>p${i}</processid>`)}`,
        ),
      ),
  },
  {
    title: '8,000 blocks and 8,000 recover stages',
    answer: 'report',
    make: () =>
      stages(
        times(8_000, (i) => stage(`b${i}`, 'Block', '', `<display x="${i}" y="0" w="100000" h="100000" />`)) +
          times(8_000, (i) => stage(`r${i}`, 'Recover', `r${i + 1}`, `<display x="${i}" y="0" />`)),
      ),
  },
  {
    title: '8,000 choices of one stage',
    answer: 'report',
    make: () =>
      stages(
        stage(
          'c',
          'ChoiceStart',
          '',
          `<groupid>g</groupid><choices>${times(8_000, (i) => `<choice expression="[a] = ${i}"><name>n${i}</name><ontrue>c</ontrue></choice>`)}</choices>`,
        ),
      ),
  },
  {
    title: '8,000 loops',
    answer: 'report',
    make: () =>
      stages(
        times(
          8_000,
          (i) =>
            stage(`l${i}`, 'LoopStart', `e${i}`, `<groupid>g${i}</groupid><loopdata>a</loopdata>`) +
            stage(`e${i}`, 'LoopEnd', `l${i + 1}`, `<groupid>g${i}</groupid>`),
        ),
      ),
  },
  {
    title: 'an expression of 2 MiB of brackets',
    answer: 'report',
    make: () => stages(calculation(0, 0, '['.repeat(2 * MIB), 'a')),
  },
  {
    title: '100,000 rows of a collection',
    answer: 'report',
    make: () =>
      stages(
        `<stage stageid="k" name="Rows" type="Collection"><datatype>collection</datatype><collectioninfo><field name="a" type="text" /></collectioninfo><initialvalue>${times(100_000, (i) => `<row><field name="a" type="text" value="${i}" /></row>`)}</initialvalue></stage>`,
      ),
  },
  {
    title: 'a release of 1,000 processes',
    answer: 'report',
    make: () =>
      `<bpr:release xmlns:bpr="http://www.blueprism.co.uk/product/release"><bpr:name>R</bpr:name><bpr:contents count="1000">${times(1_000, (i) => `<process id="${i}" name="P${i}" xmlns="http://www.blueprism.co.uk/product/process">${stages(calculation(0, 0, '1', 'a')).replace('<process ', '<process ')}</process>`)}</bpr:contents></bpr:release>`,
  },
];

/** Every bomb of every platform. */
export const BOMBS: readonly Bomb[] = [
  ...UIPATH.map((bomb) => ({ ...bomb, platform: 'uipath' as const })),
  ...POWER_AUTOMATE.map((bomb) => ({ ...bomb, platform: 'power-automate' as const })),
  ...AUTOMATION_ANYWHERE.map((bomb) => ({ ...bomb, platform: 'automation-anywhere' as const })),
  ...BLUE_PRISM.map((bomb) => ({ ...bomb, platform: 'blue-prism' as const })),
];
