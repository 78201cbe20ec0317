/** Checks of the vendors' own analysers, each with our rules for it or the reason why there is none. */
import type { RuleId } from '../gen/rule-catalogue.ts';

/** A check of a vendor's analyser. */
export interface VendorCheck {
  /** Its code; checks without codes have their subject here. */
  readonly id: string;
  /** Subject of the check, in our words. */
  readonly check: string;
  readonly rules: readonly RuleId[];
  /** Parts that ours leave out, or the reason why there is none. */
  readonly note?: string;
}

/** An analyser of a vendor with its checks. */
export interface VendorAnalyser {
  readonly name: string;
  readonly checks: readonly VendorCheck[];
}

const NAMES = 'The pattern that your policy pack sets may bound the length.';
const STUDIO = 'Studio reports it while you edit; the file of a project does not show it.';

const UIPATH: readonly VendorCheck[] = [
  { id: 'ST-NMG-001', check: 'names of variables', rules: ['UIP-NMG-001'] },
  { id: 'ST-NMG-002', check: 'names of arguments', rules: ['UIP-NMG-002'] },
  {
    id: 'ST-NMG-004',
    check: 'two activities with one display name',
    rules: [],
    note: 'Equal names are common and harmless; UIP-MNT-007 asks for names that say something.',
  },
  { id: 'ST-NMG-005', check: 'variable hides another variable', rules: ['UIP-NMG-004'] },
  { id: 'ST-NMG-006', check: 'variable hides an argument', rules: ['UIP-NMG-004'] },
  { id: 'ST-NMG-008', check: 'long names of variables', rules: ['UIP-NMG-001'], note: NAMES },
  { id: 'ST-NMG-009', check: 'prefix of DataTable variables', rules: ['UIP-NMG-003'] },
  { id: 'ST-NMG-011', check: 'prefix of DataTable arguments', rules: ['UIP-NMG-003'] },
  {
    id: 'ST-NMG-012',
    check: 'default values of arguments',
    rules: [],
    note: 'A default is often right; XPL-REL-005 and UIP-REL-028 report what goes wrong without one.',
  },
  { id: 'ST-NMG-016', check: 'long names of arguments', rules: ['UIP-NMG-002'], note: NAMES },
  { id: 'ST-DBP-002', check: 'too many arguments', rules: ['UIP-MNT-004'] },
  { id: 'ST-DBP-003', check: 'empty Catch', rules: ['UIP-REL-001', 'UIP-REL-002'] },
  { id: 'ST-DBP-007', check: 'flowcharts inside flowcharts', rules: ['XPL-MNT-002'] },
  {
    id: 'ST-DBP-020',
    check: 'outputs that nothing takes',
    rules: [],
    note: 'Many outputs are optional; the rule would report most projects.',
  },
  { id: 'ST-DBP-021', check: 'fixed timeout', rules: ['UIP-REL-008'] },
  { id: 'ST-DBP-023', check: 'empty workflow', rules: ['UIP-MNT-008'] },
  { id: 'ST-DBP-024', check: 'persistence activities outside of the main workflow', rules: ['UIP-REL-020'] },
  { id: 'ST-DBP-025', check: 'variables that cannot be serialised', rules: ['UIP-REL-027'] },
  { id: 'ST-DBP-026', check: 'Delay activities', rules: ['UIP-REL-007'] },
  {
    id: 'ST-DBP-027',
    check: 'persistence activities in loops and parallel branches',
    rules: ['UIP-REL-020'],
  },
  { id: 'ST-DBP-028', check: 'arguments that cannot be serialised', rules: ['UIP-REL-027'] },
  { id: 'ST-MRD-002', check: 'default display names', rules: ['UIP-MNT-007'] },
  { id: 'ST-MRD-004', check: 'activities that never run', rules: ['UIP-REL-024'] },
  {
    id: 'ST-MRD-005',
    check: 'redundant sequences',
    rules: [],
    note: 'A sequence around one step changes nothing when the workflow runs.',
  },
  { id: 'ST-MRD-007', check: 'nested If activities', rules: ['UIP-MNT-002', 'XPL-MNT-002'] },
  { id: 'ST-MRD-008', check: 'empty sequences', rules: ['UIP-MNT-008'] },
  { id: 'ST-MRD-009', check: 'deep nesting', rules: ['UIP-MNT-002', 'XPL-MNT-002'] },
  { id: 'ST-MRD-011', check: 'Write Line', rules: ['UIP-OBS-003'] },
  {
    id: 'ST-MRD-017',
    check: 'If with only an Else branch',
    rules: [],
    note: 'A matter of taste that changes nothing when the workflow runs.',
  },
  {
    id: 'ST-ANA-003',
    check: 'number of workflows',
    rules: [],
    note: 'A counter; the [inventory](inventory.md) has it.',
  },
  { id: 'ST-ANA-005', check: 'project.json exists', rules: ['UIP-REL-028'] },
  { id: 'ST-ANA-006', check: 'the main workflow exists', rules: ['UIP-REL-028'] },
  { id: 'ST-ANA-009', check: 'activities of a workflow', rules: ['UIP-MNT-001'] },
  { id: 'ST-DPB-010', check: 'several instances of a workflow or test case', rules: ['UIP-REL-109'] },
  { id: 'ST-PRR-004', check: 'fixed delays', rules: ['UIP-REL-007'] },
  { id: 'ST-REL-006', check: 'endless loops', rules: ['UIP-REL-009'] },
  { id: 'ST-SEC-007', check: 'SecureString arguments', rules: ['UIP-SEC-005'] },
  { id: 'ST-SEC-008', check: 'scope of SecureString variables', rules: ['UIP-SEC-004'] },
  { id: 'ST-SEC-009', check: 'SecureString converted to text', rules: ['UIP-SEC-003'] },
  {
    id: 'ST-USG-005',
    check: 'fixed values in properties',
    rules: ['UIP-SEC-001', 'UIP-CFG-001'],
    note: 'Secrets and paths; not every fixed text.',
  },
  { id: 'ST-USG-009', check: 'unused variables', rules: ['UIP-MNT-005'] },
  {
    id: 'ST-USG-010',
    check: 'unused dependencies',
    rules: [],
    note: 'Which activities a package has is known for the documented ones alone; Studio removes unused packages by itself.',
  },
  { id: 'ST-USG-014', check: 'packages that are not allowed', rules: ['UIP-SUP-003'] },
  { id: 'ST-USG-017', check: 'parameter modifiers', rules: ['UIP-REL-109'] },
  { id: 'ST-USG-020', check: 'few log messages', rules: ['UIP-OBS-001'] },
  { id: 'ST-USG-024', check: 'unused saved values', rules: [], note: 'For StudioX before 22.4 only.' },
  { id: 'ST-USG-025', check: 'misused saved values', rules: [], note: 'For StudioX before 22.4 only.' },
  { id: 'ST-USG-026', check: 'activities that are not allowed', rules: ['UIP-SUP-008'] },
  { id: 'ST-USG-027', check: 'required packages', rules: ['UIP-SUP-003'] },
  { id: 'ST-USG-028', check: 'Invoke Workflow File restrictions', rules: ['UIP-SUP-008'] },
  {
    id: 'ST-USG-032',
    check: 'required tags',
    rules: [],
    note: 'Tags are kept by Orchestrator, not in the project.',
  },
  {
    id: 'ST-USG-034',
    check: 'address at Automation Hub',
    rules: [],
    note: 'It is kept by Automation Hub, not in the project.',
  },
  {
    id: 'SY-USG-013',
    check: 'private workflows that other projects invoke',
    rules: [],
    note: 'It needs the projects that use a library.',
  },
  { id: 'SY-USG-014', check: 'placeholders of execution templates', rules: [], note: STUDIO },
  {
    id: 'TA-DBP-001 to 007',
    check: 'test cases verify something',
    rules: [],
    note: 'Test cases do not run in production; their workflows are analysed like others.',
  },
  { id: 'TA-NMG-001, 002', check: 'names of test cases', rules: ['UIP-NMG-005'] },
  { id: 'UI-ANA-016', check: 'fixed addresses of pages', rules: ['UIP-CFG-002'] },
  { id: 'UI-ANA-017', check: 'ContinueOnError', rules: ['UIP-REL-005'] },
  { id: 'UI-ANA-018', check: 'image and OCR activities', rules: ['UIP-REL-029'] },
  { id: 'UI-DBP-006', check: 'screen activities outside of a container', rules: ['UIP-REL-013'] },
  { id: 'UI-DBP-013', check: 'Excel activities outside of a scope', rules: ['UIP-REL-013'] },
  {
    id: 'UI-DBP-030',
    check: 'variables in selectors',
    rules: [],
    note: 'A variable is how a selector stays right when a value changes.',
  },
  { id: 'UI-PRR-001 to 004', check: 'hardware input where simulation works', rules: ['UIP-PRF-005'] },
  {
    id: 'UI-PST-001',
    check: 'level of the audit log',
    rules: [],
    note: 'A setting of the robot, not of the project.',
  },
  { id: 'UI-REL-001', check: 'large index in a selector', rules: ['UIP-REL-016'] },
  { id: 'UI-SEC-004', check: 'e-mail addresses in selectors', rules: ['UIP-PRV-001'] },
  { id: 'UI-SEC-010', check: 'applications and addresses that are not allowed', rules: ['UIP-SEC-021'] },
  {
    id: 'UI-USG-011',
    check: 'attributes that selectors must not use',
    rules: ['UIP-REL-017'],
    note: 'Values that change are reported; which attributes you allow is a custom rule of one line.',
  },
  { id: 'UX-DBP-029', check: 'password typed from a plain text', rules: ['UIP-SEC-008'] },
  {
    id: 'UX-SEC-010',
    check: 'applications and addresses that are not allowed (modern)',
    rules: ['UIP-SEC-021'],
  },
  { id: 'XL-DBP-027', check: 'modern Excel activities outside of a scope', rules: ['UIP-REL-013'] },
  { id: 'RT-UIA-001', check: 'applications that are not allowed at run time', rules: ['UIP-SEC-021'] },
];

const POWER_AUTOMATE: readonly VendorCheck[] = [
  {
    id: 'flow-avoid-connection-mode',
    check: 'connection in place of a connection reference',
    rules: ['PAF-SEC-015'],
  },
  {
    id: 'flow-avoid-recursive-loop',
    check: 'flow that starts itself',
    rules: ['PAF-REL-007', 'XPL-REL-001'],
  },
  {
    id: 'flow-avoid-invalid-reference',
    check: 'reference to an action that does not exist',
    rules: ['PAF-REL-008'],
  },
  {
    id: 'flow-outlook-attachment-missing-info',
    check: 'attachment without name or content',
    rules: ['PAF-REL-014'],
  },
];

const A360: readonly VendorCheck[] = [
  { id: 'ACT-GEN-001', check: 'too many commands', rules: ['AAB-MNT-001'] },
  { id: 'ACT-GEN-002', check: 'commands outside of Try', rules: ['AAB-REL-001'] },
  { id: 'ACT-GEN-003', check: 'loop without an end', rules: ['AAB-REL-010'] },
  { id: 'ACT-GEN-004', check: 'steps that are too long', rules: ['AAB-MNT-002'] },
  { id: 'ACT-GEN-005', check: 'disabled commands', rules: ['AAB-MNT-003'] },
  { id: 'ACT-GEN-006', check: 'empty blocks', rules: ['AAB-MNT-004'] },
  { id: 'ACT-COM-001, 002', check: 'comments', rules: ['AAB-MNT-006'] },
  { id: 'VAL-HCV-002', check: 'fixed delay', rules: ['AAB-REL-006'] },
  { id: 'VAL-HCV-003', check: 'fixed path', rules: ['AAB-CFG-001'] },
  { id: 'VAR-NMG-001, 002', check: 'names of variables', rules: ['AAB-NMG-001'] },
  { id: 'VAR-USG-001', check: 'unused variables', rules: ['AAB-MNT-005'] },
  { id: 'VAR-USG-002', check: 'too many inputs and outputs', rules: ['AAB-MNT-007'] },
];

const BLUE_PRISM: readonly VendorCheck[] = [
  { id: 'Links', check: 'stage without a link', rules: ['BPR-REL-009', 'BPR-REL-010'] },
  { id: 'References', check: 'page, object or action that does not exist', rules: ['BPR-REL-011'] },
  { id: 'Stage inputs', check: 'input without a value', rules: ['BPR-REL-012'] },
  { id: 'Recover', check: 'Recover without Resume', rules: ['BPR-REL-003'] },
  { id: 'Exceptions', check: 'exception without type or detail', rules: ['BPR-REL-004', 'BPR-OBS-002'] },
  { id: 'Expressions', check: 'invalid expression, types that do not fit', rules: ['BPR-REL-022'] },
  {
    id: 'Layout',
    check: 'stages that lie on each other',
    rules: [],
    note: 'It changes nothing when the process runs.',
  },
  {
    id: 'Documentation',
    check: 'object without a description',
    rules: ['BPR-MNT-007'],
    note: 'Pages are left out: their names say what they do.',
  },
  {
    id: 'Names',
    check: 'two stages of one name',
    rules: [],
    note: 'Stages are linked by their ids, and pages often repeat the names of simple steps.',
  },
  { id: 'Data items', check: 'unused data item', rules: ['BPR-MNT-002'] },
  { id: 'Environment', check: 'environment variables of other types', rules: ['BPR-CFG-004'] },
  { id: 'Logging', check: 'stages that do not log', rules: ['BPR-OBS-001'] },
];

/** All analysers. */
export const VENDOR_ANALYSERS: readonly VendorAnalyser[] = [
  { name: 'UiPath Workflow Analyzer', checks: UIPATH },
  { name: 'Power Platform solution checker, rules for flows', checks: POWER_AUTOMATE },
  { name: 'Automation 360 code analysis', checks: A360 },
  { name: 'Blue Prism validation', checks: BLUE_PRISM },
];

/** Codes that share a row: `UI-PRR-001 to 004`, `ACT-COM-001, 002`. */
const SHARED_ROW = /^(.*-)(\d{3})(?: to |, )(\d{3})$/;

/** Returns the codes that a row stands for, in lower case. */
function codesOf({ id }: VendorCheck): readonly string[] {
  const match = SHARED_ROW.exec(id);
  if (match === null) return [id.toLowerCase()];
  const [, prefix, first, last] = match;
  const codes: string[] = [id.toLowerCase()];
  for (let code = Number(first); code <= Number(last); code += 1)
    codes.push(`${prefix}${String(code).padStart(3, '0')}`.toLowerCase());
  return codes;
}

/** A check with its analyser. */
export interface FoundCheck {
  readonly analyser: string;
  readonly check: VendorCheck;
}

/** Finds the checks of a code, in any case. */
export function checksByCode(code: string): readonly FoundCheck[] {
  const wanted = code.trim().toLowerCase();
  return VENDOR_ANALYSERS.flatMap(({ name, checks }) =>
    checks.filter((check) => codesOf(check).includes(wanted)).map((check) => ({ analyser: name, check })),
  );
}

/** Returns the codes of checks that rules report, by the rule. */
export function codesByRule(): ReadonlyMap<string, readonly string[]> {
  const pairs = VENDOR_ANALYSERS.flatMap(({ name, checks }) =>
    checks.flatMap(({ id, rules }) => rules.map((rule) => [rule, `${id} (${name})`] as const)),
  );
  const grouped = Map.groupBy(pairs, ([rule]) => rule);
  return new Map([...grouped].map(([rule, all]) => [rule, all.map(([, code]) => code)]));
}
