/** Control-flow graphs: the edges of small workflows in each language, dominators, and large files. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Workflow } from '../../../src/analysis/model/workflow.ts';
import { Dominators } from '../../../src/analysis/semantics/flow/dominators.ts';
import { flowOf } from '../../../src/analysis/semantics/flow/flow-of.ts';
import { FLOW, FlowDrawing, FlowGraph } from '../../../src/analysis/semantics/flow/graph.ts';
import { alwaysPasses, reachedAfter } from '../../../src/analysis/semantics/flow/search.ts';
import { edgesOf } from '../../support/analysis/flow-text.ts';
import { randomGraph } from '../../support/analysis/random-graph.ts';
import { readSnippet as readProcess } from '../../support/files/blue-prism.ts';
import { readFragment } from '../../support/files/flow.ts';
import { readScriptText } from '../../support/files/robin.ts';
import { readSnippet as readBot } from '../../support/files/task-bot.ts';
import { readSnippet as readXaml } from '../../support/files/xaml.ts';

const WITHOUT_ERRORS = 255 & ~FLOW.error;
type Case = readonly [what: string, text: string, kinds: number, edges: string];

function check(read: (text: string) => Workflow, cases: readonly Case[]): void {
  for (const [what, text, kinds, edges] of cases)
    it(what, () => {
      assert.equal(edgesOf(read(text), kinds).join('; '), edges);
    });
}

const line = (name: string): string => `<WriteLine DisplayName="${name}" />`;

describe('the flow of a UiPath workflow', () => {
  check(readXaml, [
    [
      'runs a sequence in order',
      `${line('A')}${line('B')}`,
      WITHOUT_ERRORS,
      'Main > A; A > B; B > Main.; start > Main; Main. > end',
    ],
    [
      'divides at an If, and leads past an absent Else',
      `<If DisplayName="If"><If.Then>${line('A')}</If.Then></If>`,
      WITHOUT_ERRORS,
      'Main > If; If branch> A; If branch> If.; A > If.; start > Main; Main. > end; If. > Main.',
    ],
    [
      'leaves a loop by Break, and repeats it by Continue',
      `<ui:ForEach DisplayName="Each"><ui:ForEach.Body><ActivityAction><Sequence DisplayName="Body"><If DisplayName="If"><If.Then><ui:Break DisplayName="Break" /></If.Then><If.Else><ui:Continue DisplayName="Again" /></If.Else></If></Sequence></ActivityAction></ui:ForEach.Body></ui:ForEach>`,
      WITHOUT_ERRORS,
      'Main > Each; Each branch> Body; Each branch> Each.; Body > If; If branch> Break; If branch> Again; Break > Each.; Again loop> Each; start > Main; Main. > end; Each. > Main.; Body. loop> Each; If. > Body.',
    ],
    [
      'tests a Do While behind its steps',
      `<DoWhile DisplayName="Do">${line('A')}</DoWhile>`,
      WITHOUT_ERRORS,
      "Main > Do; Do > A; A > Do'; start > Main; Main. > end; Do. > Main.; Do' loop> Do; Do' branch> Do.",
    ],
    [
      'leads errors to a catch, and every way through the Finally',
      `<TryCatch DisplayName="Try"><TryCatch.Try><Sequence DisplayName="Work">${line('A')}<Throw DisplayName="Fail" /></Sequence></TryCatch.Try>
       <TryCatch.Catches><Catch x:TypeArguments="s:SystemException"><ActivityAction x:TypeArguments="s:SystemException">${line('C')}</ActivityAction></Catch></TryCatch.Catches>
       <TryCatch.Finally>${line('F')}</TryCatch.Finally></TryCatch>`,
      255,
      "Main > Try; Try > Work; Work > A; A > Fail; A error> Try'; Fail throw> Try'; Catch SystemException > C; C > Catch SystemException.; C error> Try'; F > Try'; F error> failed; start > Main; Main. > end; Try. > Main.; Work. > Try'; Catch SystemException. > Try'; Try' handled> Catch SystemException; Try' error> Try'; Try' > F; Try' > Try.; Try' error> failed",
    ],
    [
      'lets nothing pass a catch of every exception',
      `<TryCatch DisplayName="Try"><TryCatch.Try>${line('A')}</TryCatch.Try>
       <TryCatch.Catches><Catch x:TypeArguments="s:Exception"><ActivityAction x:TypeArguments="s:Exception"><Rethrow DisplayName="Again" /></ActivityAction></Catch></TryCatch.Catches></TryCatch>`,
      255,
      "Main > Try; Try > A; A > Try.; A error> Try'; Catch Exception > Again; Again throw> failed; start > Main; Main. > end; Try. > Main.; Catch Exception. > Try.; Try' handled> Catch Exception",
    ],
    [
      'repeats a Retry Scope after an error',
      `<ui:RetryScope DisplayName="Retry"><ui:RetryScope.ActivityBody><ActivityAction>${line('A')}</ActivityAction></ui:RetryScope.ActivityBody></ui:RetryScope>`,
      255,
      "Main > Retry; Retry error> failed; Retry > A; A > Retry'; A error> Retry'; start > Main; Main. > end; Retry. > Main.; Retry' loop> Retry; Retry' error> failed; Retry' > Retry.; Retry' loop> Retry",
    ],
    [
      'follows the connections of a flowchart from its start',
      `<Flowchart DisplayName="Chart" StartNode="{x:Reference b}">
       <FlowDecision x:Name="a" DisplayName="Again?" Condition="[x]"><FlowDecision.True><x:Reference>b</x:Reference></FlowDecision.True></FlowDecision>
       <FlowStep x:Name="b">${line('A')}<FlowStep.Next><x:Reference>a</x:Reference></FlowStep.Next></FlowStep></Flowchart>`,
      WITHOUT_ERRORS,
      'Main > Chart; Chart > A; Again? branch> A; Again? branch> Chart.; A > Again?; start > Main; Main. > end; Chart. > Main.',
    ],
    [
      'leads from state to state by their transitions',
      `<StateMachine DisplayName="Machine"><StateMachine.InitialState><x:Reference>s</x:Reference></StateMachine.InitialState>
       <State x:Name="s" DisplayName="Work"><State.Entry>${line('Enter')}</State.Entry>
       <State.Transitions><Transition DisplayName="Done"><Transition.To><State x:Name="e" DisplayName="End" IsFinal="True" /></Transition.To><Transition.Action>${line('Go')}</Transition.Action></Transition>
       <Transition DisplayName="More"><Transition.To><x:Reference>s</x:Reference></Transition.To></Transition></State.Transitions></State>
       <x:Reference>e</x:Reference></StateMachine>`,
      WITHOUT_ERRORS,
      "Main > Machine; Machine > Work; Work > Enter; Enter > Work'; Done > Go; End > Machine.; Go > Done.; More > Work; start > Main; Main. > end; Machine. > Main.; Done. > End; Work' branch> Done; Work' branch> More; Work' > Work.",
    ],
    [
      'runs every branch of a Parallel and one of a Pick',
      `<Parallel DisplayName="All">${line('A')}${line('B')}</Parallel><Pick DisplayName="One"><PickBranch DisplayName="P"><PickBranch.Trigger>${line('T')}</PickBranch.Trigger>${line('C')}</PickBranch></Pick>`,
      WITHOUT_ERRORS,
      'Main > All; All > A; All > B; A > All.; B > All.; One branch> P; P > T; T > C; C > P.; start > Main; Main. > end; All. > One; One. > Main.; P. > One.',
    ],
    [
      'passes by what is switched off',
      `<ui:CommentOut DisplayName="Off"><ui:CommentOut.Body><Sequence><Throw /></Sequence></ui:CommentOut.Body></ui:CommentOut>`,
      WITHOUT_ERRORS,
      'Main > Off; Off > Main.; start > Main; Main. > end',
    ],
  ]);
});

const action = (name: string, runAfter = '', more = '"inputs": 1', type = 'Compose'): string =>
  `"${name}": {"type": "${type}", ${more}, "runAfter": {${runAfter}}}`;

describe('the flow of a cloud flow', () => {
  check(readFragment, [
    [
      'runs actions at the same time unless one waits for another',
      [action('A'), action('B'), action('C', '"A": ["Succeeded"], "B": ["Succeeded"]')].join(),
      WITHOUT_ERRORS,
      "Recurrence > Recurrence'; A > A.; B > B.; C > C.; start > Recurrence; A. > C; B. > C; C. > end; Recurrence' > A; Recurrence' > B",
    ],
    [
      'leads a failure to what waits for it, from inside a scope too',
      [
        action('Try', '', `"actions": {${action('A')}}`, 'Scope'),
        action('Catch', '"Try": ["Failed", "TimedOut"]'),
        action('Next', '"Try": ["Succeeded"]'),
      ].join(),
      255,
      "Recurrence > Recurrence'; Try > A; Try error> Try'; A > A.; A error> Try'; Catch > Catch.; Catch error> failed; Next > Next.; Next error> failed; start > Recurrence; Try. > Next; A. > Try.; Catch. > end; Next. > end; Try' handled> Catch; Recurrence' > Try",
    ],
    [
      'skips what waits for another ending, and runs what waits for a skipped action',
      [action('A'), action('B', '"A": ["Failed"]'), action('C', '"B": ["Succeeded", "Skipped"]')].join(),
      255,
      "Recurrence > Recurrence'; A > A.; A error> A'; B > B.; B error> failed; C > C.; C error> failed; start > Recurrence; A. branch> B'; B. > C; C. > end; A' handled> B; A' branch> B'; B' > C; C' > end; Recurrence' > A",
    ],
    [
      'divides at a condition and a switch, of which each may be empty',
      [
        action(
          'If',
          '',
          `"expression": "@true", "actions": {${action('A')}}, "else": {"actions": {${action('B')}}}`,
          'If',
        ),
        action(
          'Switch',
          '"If": ["Succeeded"]',
          `"expression": 1, "cases": {"x": {"case": 1, "actions": {}}}, "default": {"actions": {${action('C')}}}`,
          'Switch',
        ),
      ].join(),
      WITHOUT_ERRORS,
      "Recurrence > Recurrence'; If branch> A; If branch> B; A > A.; B > B.; Switch branch> C; Switch branch> Switch.; C > C.; start > Recurrence; If. > Switch; A. > If.; B. > If.; Switch. > end; C. > Switch.; Recurrence' > If",
    ],
    [
      'repeats loops, and tests an Until behind its actions',
      [
        action('Each', '', `"foreach": "@x", "actions": {${action('A')}}`, 'Foreach'),
        action('Until', '"Each": ["Succeeded"]', `"expression": "@x", "actions": {${action('B')}}`, 'Until'),
      ].join(),
      WITHOUT_ERRORS,
      "Recurrence > Recurrence'; Each branch> A; Each branch> Each.; A > A.; Until > B; B > B.; start > Recurrence; Each. > Until; A. loop> Each; Until. > end; B. > Until'; Recurrence' > Each; Until' loop> Until; Until' branch> Until.",
    ],
    [
      'ends the run at a Terminate',
      [
        action('Stop', '', '"inputs": {"runStatus": "Failed"}', 'Terminate'),
        action('A', '"Stop": ["Succeeded"]'),
      ].join(),
      WITHOUT_ERRORS,
      "Recurrence > Recurrence'; Stop > end; A > A.; start > Recurrence; A. > end; Recurrence' > Stop",
    ],
    [
      'runs an action that waits for a missing one, and never those that wait for each other',
      [
        action('A', '"Gone": ["Succeeded"]'),
        action('B', '"C": ["Succeeded"]'),
        action('C', '"B": ["Succeeded"]'),
      ].join(),
      WITHOUT_ERRORS,
      "Recurrence > Recurrence'; A > A.; B > B.; C > C.; start > Recurrence; start > outside; outside > A; A. > end; B. > C; C. > B",
    ],
  ]);
});

describe('the flow of a desktop flow', () => {
  check(readScriptText, [
    [
      'divides at IF and SWITCH, with a way past an absent ELSE',
      'IF x = 1 THEN\nSET a TO 1\nELSE IF x = 2 THEN\nSET b TO 2\nEND\nSWITCH x\nCASE = 1\nSET c TO 1\nDEFAULT\nSET d TO 1\nEND\n',
      WITHOUT_ERRORS,
      'If branch> Set a; If branch> If.; If branch> Set b; Set a > If.; Set b > If.; Switch branch> Set d; Switch branch> Set c; Set c > Switch.; Set d > Switch.; start > If; If. > Switch; Switch. > end',
    ],
    [
      'repeats a loop, and leaves it by EXIT LOOP and GOTO',
      'LOOP WHILE (1) = (1)\nIF x = 1 THEN\nEXIT LOOP\nELSE IF x = 2 THEN\nNEXT LOOP\nELSE\nGOTO Out\nEND\nEND\nLABEL Out\nSET y TO 1\n',
      WITHOUT_ERRORS,
      'Loop while branch> If; Loop while branch> Loop while.; If branch> Exit loop; If branch> Go to Out; If branch> Next loop; Exit loop > Loop while.; Next loop loop> Loop while; Go to Out > Label Out; Label Out > Set y; Set y > end; start > Loop while; Loop while. > Label Out; If. loop> Loop while',
    ],
    [
      'leads errors to the handler of an action or of a block around it',
      "BLOCK Guard\nON BLOCK ERROR\nSET e TO 1\nEND\nFile.Delete Files: 'a'\nON ERROR\nSET f TO 1\nTHROW ERROR\nEND\nEND\n",
      255,
      "On block error Guard > Delete; Error handler > Set e; Set e > Error handler.; Set e error> failed; Delete error> Delete'; Delete > Delete.; On error > Set f; Set f > Throw error; Set f error> On block error Guard'; Throw error throw> On block error Guard'; start > On block error Guard; On block error Guard. > end; Error handler. > On block error Guard.; Delete. > On block error Guard.; On error. > Delete.; On block error Guard' handled> Error handler; On block error Guard' error> failed; Delete' handled> On error; Delete' error> On block error Guard'",
    ],
    [
      'enters subflows and comes back, and ends the run at EXIT',
      'FUNCTION Main GLOBAL\nCALL Sub\nCALL Elsewhere\nEND FUNCTION\nFUNCTION Sub GLOBAL\nIF x = 1 THEN\nEXIT FUNCTION\nEND\nEXIT Code: 0\nEND FUNCTION\n',
      WITHOUT_ERRORS,
      'Main > end; Main > Run subflow Sub; Run subflow Sub > Run subflow Sub.; Run subflow Sub call> Sub; Run subflow Elsewhere > Run subflow Elsewhere.; Run subflow Elsewhere > outside; Sub > If; If branch> Exit subflow; If branch> If.; Exit subflow > Sub.; Stop flow > end; start > Main; Sub. return> Run subflow Sub.; If. > Stop flow; Run subflow Sub. > Run subflow Elsewhere; Run subflow Elsewhere. > Main.',
    ],
    [
      'leads a jump to a label that is missing out of the file',
      'GOTO Nowhere\nSET a TO 1\n',
      WITHOUT_ERRORS,
      'Go to Nowhere > outside; Set a > end; start > Go to Nowhere',
    ],
  ]);
});

const command = (name: string, more = ''): string => {
  const [packageName, commandName] = name.split('/');
  return `{"commandName": "${commandName}", "packageName": "${packageName}"${more}}`;
};
const inside = (...commands: readonly string[]): string => `, "children": [${commands.join()}]`;
const beside = (...commands: readonly string[]): string => `, "branches": [${commands.join()}]`;

describe('the flow of a task bot', () => {
  check(readBot, [
    [
      'divides at an If with its branches',
      command(
        'If/if',
        `${inside(command('Log/a'))}${beside(command('If/elseIf', inside(command('Log/b'))), command('If/else'))}`,
      ),
      WITHOUT_ERRORS,
      'If branch> Log: a; If branch> Else if; If branch> Else; Log: a > If.; Else if > Log: b; Log: b > Else if.; Else > If.; start > If; If. > end; Else if. > If.',
    ],
    [
      'leads errors to the catch and through the finally',
      command(
        'ErrorHandler/try',
        `${inside(command('Log/a'), command('ErrorHandler/throw'))}${beside(command('ErrorHandler/catch', inside(command('Log/b'))), command('ErrorHandler/finally', inside(command('Log/c'))))}`,
      ),
      255,
      "Try > Log: a; Log: a > Throw; Log: a error> Try'; Throw throw> Try'; Catch > Log: b; Log: b > Catch.; Log: b error> Try'; Finally > Log: c; Log: c > Finally.; Log: c error> failed; start > Try; Try. > end; Catch. > Try'; Finally. > Try'; Try' handled> Catch; Try' error> Try'; Try' > Finally; Try' > Try.; Try' error> failed",
    ],
    [
      'leaves a loop by break, repeats it by continue, and ends the run at a stop',
      command(
        'Loop/loop.commands.start',
        inside(
          command('If/if', inside(command('Loop/loop.commands.break'))),
          command('If/if', inside(command('Loop/loop.commands.continue'))),
          command('TaskBot/stopTask'),
        ),
      ),
      WITHOUT_ERRORS,
      'Loop branch> If; Loop branch> Loop.; If branch> Loop: Break; If branch> If.; Loop: Break > Loop.; If branch> Loop: Continue; If branch> If.; Loop: Continue loop> Loop; Task Bot: Stop > end; start > Loop; Loop. > end; If. > If; If. > Task Bot: Stop',
    ],
  ]);
});

const stage = (id: string, type: string, more = ''): string =>
  `<stage stageid="${id}" name="${id}" type="${type}">${more}</stage>`;
const to = (id: string): string => `<onsuccess>${id}</onsuccess>`;

describe('the flow of a process', () => {
  check(readProcess, [
    [
      'follows links, both ways of a decision and the hidden links of a loop',
      `${stage('l', 'LoopStart', `${to('d')}<groupid>g</groupid>`)}
       ${stage('d', 'Decision', '<ontrue>a</ontrue><onfalse>m</onfalse>')}${stage('a', 'Calculation', to('m'))}
       ${stage('m', 'LoopEnd', `${to('end')}<groupid>g</groupid>`)}`,
      WITHOUT_ERRORS,
      'Main Page > Start; Start > l; l > d; l branch> m; d branch> a; d branch> m; a > m; m loop> l; m > End; End > Main Page.; start > Main Page; Main Page. > end',
    ],
    [
      'leads exceptions to the Recover stage of the block, else of the page, and out of a recovery',
      `<stage stageid="k" name="k" type="Block"><display x="0" y="0" w="90" h="90"/></stage>
       <stage stageid="a" name="a" type="Action"><display x="30" y="30"/><onsuccess>b</onsuccess></stage>
       <stage stageid="r" name="r" type="Recover"><display x="60" y="60"/><onsuccess>u</onsuccess></stage>
       <stage stageid="u" name="u" type="Resume"><display x="200" y="60"/><onsuccess>b</onsuccess></stage>
       <stage stageid="b" name="b" type="Action"><display x="200" y="90"/><onsuccess>end</onsuccess></stage>
       <stage stageid="s" name="s" type="Recover"><display x="300" y="90"/><onsuccess>x</onsuccess></stage>
       <stage stageid="x" name="x" type="Exception"><display x="300" y="120"/></stage>`,
      255,
      "Main Page > Start; Start > a; a > b; a error> k'; r > u; u > b; b > End; b error> Main Page'; s > x; x throw> Main Page'; End > Main Page.; start > Main Page; Main Page. > end; Main Page' error> failed; k' handled> r; Main Page' handled> s",
    ],
    [
      'enters a page and comes back, with its exceptions',
      `<subsheet subsheetid="p" type="Normal" published="False"><name>Page</name></subsheet>
       ${stage('start', 'Start', to('c'))}${stage('c', 'SubSheet', `${to('end')}<processid>p</processid>`)}
       ${stage('q', 'Start', `${to('w')}<subsheetid>p</subsheetid>`)}${stage('w', 'Action', `${to('z')}<subsheetid>p</subsheetid>`)}
       ${stage('z', 'End', '<subsheetid>p</subsheetid>')}`,
      255,
      "Main Page > start; start > c; c call> Page; c > c.; c error> Main Page'; End > Main Page.; Page > q; q > w; w > z; w error> Page'; z > Page.; start > Main Page; Main Page. > end; Main Page' error> failed; Page. return> c.; Page' error> Main Page'; c. > End",
    ],
    [
      'leads a link to a stage that is missing out of the file',
      stage('a', 'Calculation', to('gone')),
      WITHOUT_ERRORS,
      'Main Page > Start; Start > a; a > outside; End > Main Page.; start > Main Page; Main Page. > end',
    ],
  ]);
});

describe('dominators', () => {
  it('are the nodes without which another is not reached, on 400 random graphs', () => {
    for (let seed = 1; seed <= 400; seed += 1) {
      const count = 2 + (seed % 11);
      const graph = randomGraph(count, count + (seed % 17), seed);
      const dominators = new Dominators(graph);
      for (let later = 0; later < count; later += 1) {
        const isReached = reachedAfter(graph, [graph.start]).has(later);
        assert.equal(dominators.isReached(later), isReached, `seed ${seed}, node ${later}`);
        for (let node = 0; node < count; node += 1) {
          const without = reachedAfter(graph, [graph.start], { through: (at) => at !== node });
          const expected = isReached && !without.has(later);
          assert.equal(dominators.dominates(node, later), expected, `seed ${seed}, ${node} before ${later}`);
        }
      }
    }
  });

  it('hold between two nodes as every path passes a third', () => {
    const workflow = readXaml(`${line('A')}<If><If.Then>${line('B')}</If.Then></If>${line('C')}`);
    const graph = flowOf(workflow);
    const at = (name: string): number => workflow.activities.findIndex((activity) => activity.name === name);
    const passes = (name: string): boolean =>
      alwaysPasses(graph, [at('A'), graph.end], (node) => node === at(name));
    assert.deepEqual([passes('B'), passes('C')], [false, true]);
  });
});

describe('graphs of large workflows', () => {
  const MANY = 20_000;
  /** Edges for each activity that a graph may have. */
  const EDGES_MAX = 6;
  const repeated = (text: (index: number) => string, count = MANY): string =>
    Array.from({ length: count }, (_, index) => text(index)).join('');
  const large: readonly (readonly [what: string, read: () => Workflow])[] = [
    [
      'a try with many steps and many catches',
      () =>
        readXaml(
          `<TryCatch><TryCatch.Try><Sequence>${repeated(() => '<Delay />', 5_000)}</Sequence></TryCatch.Try><TryCatch.Catches>${repeated(() => '<Catch x:TypeArguments="s:Exception" />', 5_000)}</TryCatch.Catches></TryCatch>`,
        ),
    ],
    [
      'a desktop flow of jumps to one label',
      () => readScriptText(`LABEL a\n${'SET b TO 1\nGOTO a\n'.repeat(2_500)}`),
    ],
    [
      'a bot of tries in a row',
      () => readBot(`{"commandName": "try", "packageName": "ErrorHandler", "times": 5000}`),
    ],
    [
      'a process whose stages all link to one page',
      () => readProcess(repeated((index) => stage(`a${index}`, 'Action', to(`a${index + 1}`)), 5_000)),
    ],
    [
      'a chain of actions that may each be skipped',
      () =>
        readFragment(
          Array.from({ length: 3_000 }, (_, index) =>
            action(`A${index}`, index === 0 ? '' : `"A${index - 1}": ["Skipped", "Failed"]`),
          ).join(),
        ),
    ],
  ];
  for (const [what, read] of large)
    it(`have a few edges an activity: ${what}`, () => {
      const workflow = read();
      const graph = flowOf(workflow);
      assert.ok(graph.outgoing.nodes.length <= EDGES_MAX * workflow.activities.length);
      assert.ok(new Dominators(graph).isReached(0));
    });

  it('have dominators in reasonable time where every step may fail', () => {
    const drawing = new FlowDrawing(200_000);
    drawing.add(drawing.start, 0, FLOW.next);
    for (let node = 0; node < drawing.count; node += 1) {
      drawing.add(node, node + 1 < drawing.count ? node + 1 : drawing.end, FLOW.next);
      drawing.add(node, drawing.failed, FLOW.error);
    }
    const dominators = new Dominators(new FlowGraph(drawing));
    assert.ok(dominators.dominates(0, drawing.failed) && !dominators.dominates(1, drawing.failed));
    assert.ok(dominators.dominates(100_000, drawing.end));
  });
});
