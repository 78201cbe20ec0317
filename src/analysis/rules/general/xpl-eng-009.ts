/** Reports notes that waive nothing. The engine reports them: only it sees what the other rules find. */
import { defineRule } from '../../model/rule.ts';

const note = (ruleId: string, reason = 'agreed with the owner'): string =>
  `flowarden-ignore ${ruleId} until 2027-01-31: ${reason}`;
const commentXaml = (text: string): string => `<ui:Comment Text="${text}" />`;
const DYNAMIC_INVOKE =
  '<ui:InvokeWorkflowFile DisplayName="Run step" WorkflowFileName="[in_Config(&quot;Step&quot;).ToString]" />';
const variable = (note: string): string =>
  `<Variable x:TypeArguments="x:String" Name="old" sap2010:Annotation.AnnotationText="${note}" /><WriteLine Text="old" />`;
const nestedLoops = (note: string): string =>
  `"Customers": {"type": "Foreach", "description": "${note}", "foreach": "@body('Get')", "actions": {
     "Orders": {"type": "Foreach", "foreach": "@items('Customers')?['orders']", "actions": {}}}}`;
const compose = (note: string): string =>
  `"Total": {"type": "Compose", "description": "${note}", "inputs": 1, "runAfter": {}}`;
const commentBot = (text: string): string =>
  `{"commandName": "Comment", "packageName": "Comment", "attributes": [{"name": "comment", "value": {"type": "STRING", "string": "${text}"}}]}`;
const botVariable = (note: string): string =>
  `"variables": [{"name": "sOld", "type": "STRING", "description": "${note}"}]`;
const folderItem = (note: string): string =>
  `<stage stageid="d" name="Output Folder" type="Data"><narrative>${note}</narrative><datatype>text</datatype><initialvalue>C:\\Robots\\Output</initialvalue><private/></stage>`;
const noteStage = (text: string): string =>
  `<stage stageid="n" name="Note1" type="Note"><narrative>${text}</narrative></stage>`;
const DYNAMIC_RUN = `{"commandName": "runTask", "packageName": "TaskBot", "attributes": [{"name": "taskbot", "value": {
  "type": "TASKBOT", "taskbotFile": {"type": "FILE", "expression": "$sBotToRun$"}}}]}`;

export const rule = defineRule({
  id: 'XPL-ENG-009',
  version: 1,
  title: 'Unused ignore note',
  platforms: ['uipath', 'power-automate', 'automation-anywhere', 'blue-prism'],
  category: 'engine',
  severity: 'low',
  confidence: 'high',
  kind: 'hotspot',
  preset: 'recommended',
  why: 'A note that waives nothing today would hide the next finding of its rule there, and nobody would look at it.',
  fix: 'Delete the note. For a critical or high finding, fix it or request an exception: no note waives it.',
  compliance: ['CHANGE'],
  options: {},
  examples: {
    uipath: {
      bad: [
        commentXaml(note('UIP-MNT-016')),
        variable(note('UIP-MNT-016')),
        // The comment is about the step behind it, and none is there.
        `${DYNAMIC_INVOKE}${commentXaml(note('UIP-MNT-016'))}`,
      ],
      good: [
        variable(note('UIP-MNT-005')),
        `${commentXaml(note('UIP-MNT-016'))}${DYNAMIC_INVOKE}`,
        // Near miss: a comment without a statement.
        commentXaml('UIP-MNT-016 is agreed with the owner until 2027-01-31'),
      ],
    },
    'power-automate': {
      bad: [
        compose(note('PAF-PRF-002')),
        `# ${note('XPL-SEC-002')}\nVariables.IncreaseVariable Value: Count IncrementValue: 1`,
      ],
      good: [
        nestedLoops(note('PAF-PRF-002')),
        `# ${note('XPL-SEC-002')}\nSET Header TO 'Authorization: Bearer q7Zr2LmV8sTb5NcW1yHp4GfA6uEoRi'`,
        // Near miss: a description without a statement.
        compose('PAF-PRF-002 is agreed with the owner until 2027-01-31'),
      ],
    },
    'automation-anywhere': {
      bad: [commentBot(note('AAB-MNT-005')), botVariable(note('AAB-MNT-012'))],
      good: [
        botVariable(note('AAB-MNT-005')),
        `${commentBot(note('AAB-MNT-012'))}, ${DYNAMIC_RUN}`,
        // Near miss: a comment without a statement.
        commentBot('AAB-MNT-005 is agreed with the owner until 2027-01-31'),
      ],
    },
    'blue-prism': {
      bad: [noteStage(note('BPR-CFG-001')), folderItem(note('BPR-SEC-007'))],
      good: [
        folderItem(`${note('BPR-CFG-001')}&#10;${note('BPR-MNT-002')}`),
        `${noteStage(`${note('BPR-CFG-001')}&#10;${note('BPR-MNT-002')}`)}${folderItem('')}`,
        // Near miss: a note without a statement.
        noteStage('BPR-CFG-001 is agreed with the owner until 2027-01-31'),
      ],
    },
  },
  level: 'workflow',
  check: () => [],
});
