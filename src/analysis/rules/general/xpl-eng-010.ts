/** Reports notes that do not hold. The engine reports them: only it knows the day and the other rules. */
import { defineRule } from '../../model/rule.ts';

const variable = (note: string): string =>
  `<Variable x:TypeArguments="x:String" Name="old" sap2010:Annotation.AnnotationText="${note}" /><WriteLine Text="old" />`;
const nestedLoops = (note: string): string =>
  `"Customers": {"type": "Foreach", "description": "${note}", "foreach": "@body('Get')", "actions": {
     "Orders": {"type": "Foreach", "foreach": "@items('Customers')?['orders']", "actions": {}}}}`;
const botVariable = (note: string): string =>
  `"variables": [{"name": "sOld", "type": "STRING", "description": "${note}"}]`;
const folderItem = (note: string): string =>
  `<stage stageid="d" name="Output Folder" type="Data"><narrative>${note}</narrative><datatype>text</datatype><initialvalue>C:\\Robots\\Output</initialvalue><private/></stage>`;

export const rule = defineRule({
  id: 'XPL-ENG-010',
  version: 1,
  title: 'Expired or malformed ignore note',
  platforms: ['uipath', 'power-automate', 'automation-anywhere', 'blue-prism'],
  category: 'engine',
  severity: 'low',
  confidence: 'high',
  kind: 'hotspot',
  preset: 'recommended',
  why: 'A note that does not hold waives nothing, although its author relies on it.',
  fix: 'Write it as `flowarden-ignore RULE until YYYY-MM-DD: reason`, with an end at most 365 days ahead, or delete it. For what a note cannot waive, request an exception.',
  compliance: ['CHANGE'],
  options: {},
  examples: {
    uipath: {
      bad: [
        variable('flowarden-ignore UIP-MNT-005 until 2027-01-31'),
        variable('flowarden-ignore UIP-MNT-005: agreed with the owner'),
        variable('flowarden-ignore UIP-MNT-005 until 2026-01-31: agreed with the owner'),
        variable('flowarden-ignore UIP-MNT-005 until 2030-01-31: agreed with the owner'),
      ],
      good: [
        variable('flowarden-ignore UIP-MNT-005 until 2027-01-31: agreed with the owner'),
        variable('flowarden-ignore uip-mnt-005  until 2027-01-31 : agreed with the owner'),
        // Near miss: about a finding, and no statement.
        variable('UIP-MNT-005 is agreed with the owner'),
      ],
    },
    'power-automate': {
      bad: [
        nestedLoops('flowarden-ignore PAF-PRF-002 until 2027-02-30: agreed with the owner'),
        nestedLoops('flowarden-ignore UIP-MNT-005 until 2027-01-31: agreed with the owner'),
        '# flowarden-ignore XPL-SEC-002\nVariables.IncreaseVariable Value: Count IncrementValue: 1',
      ],
      good: [
        nestedLoops('flowarden-ignore PAF-PRF-002 until 2027-01-31: agreed with the owner'),
        nestedLoops('Small lists only. flowarden-ignore PAF-PRF-002 until 2027-01-31: agreed'),
        // Near miss: about a finding, and no statement.
        nestedLoops('PAF-PRF-002 is agreed with the owner'),
      ],
    },
    'automation-anywhere': {
      bad: [
        botVariable('flowarden-ignore until 2027-01-31: agreed with the owner'),
        botVariable('flowarden-ignore AAB-MNT-999 until 2027-01-31: agreed with the owner'),
      ],
      good: [
        botVariable('flowarden-ignore AAB-MNT-005 until 2027-01-31: agreed with the owner'),
        botVariable('flowarden-ignore AAB-MNT-005 until 2026-11-23: its last day is the day of the check'),
        // Near miss: about a finding, and no statement.
        botVariable('AAB-MNT-005 is agreed with the owner'),
      ],
    },
    'blue-prism': {
      bad: [
        folderItem('flowarden-ignore BPR-CFG-001 for ever: agreed with the owner'),
        folderItem('flowarden-ignore XPL-ENG-002 until 2027-01-31: agreed with the owner'),
      ],
      good: [
        folderItem('flowarden-ignore BPR-CFG-001 until 2027-01-31: agreed with the owner'),
        folderItem('flowarden-ignore BPR-CFG-001 until 2027-11-23: 365 days are the longest'),
        // Near miss: about a finding, and no statement.
        folderItem('BPR-CFG-001 is agreed with the owner'),
      ],
    },
  },
  level: 'workflow',
  check: () => [],
});
