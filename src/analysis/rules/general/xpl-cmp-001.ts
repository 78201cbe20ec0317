/** One automation that does both sides of a duty that the organisation separates. */
import { isLive } from '../../model/navigate.ts';
import type { FoundClue, ProjectSubject, Spot, WorkflowFacts } from '../../model/project.ts';
import { defineRule } from '../../model/rule.ts';
import { dutyOf } from '../../patterns/operation.ts';
import { matchesWildcard } from '../../patterns/wildcard.ts';

/** Separates the sides of a pair. */
const AND = ' & ';
/** Clues of a workflow: real ones have fewer than a hundred. */
const NAMES_MAX = 1_000;

/** Names of one side that a workflow reaches: its own, else those of its callees. */
type Reached = ReadonlyMap<WorkflowFacts, string>;
type Callees = ReadonlyMap<WorkflowFacts, readonly WorkflowFacts[]>;

function calleesOf(project: ProjectSubject): Callees {
  const found = (workflow: WorkflowFacts) =>
    workflow.calls.flatMap((call) => {
      const callee = project.calleeOf(workflow, call);
      return callee.status === 'found' && callee.workflow !== workflow ? [callee.workflow] : [];
    });
  return new Map(project.workflows.map((workflow) => [workflow, [...new Set(found(workflow))]]));
}

function callersOf(callees: Callees): Callees {
  const callers = new Map<WorkflowFacts, WorkflowFacts[]>();
  for (const callee of new Set([...callees.values()].flat())) callers.set(callee, []);
  for (const [caller, all] of callees) for (const callee of all) callers.get(callee)!.push(caller);
  return callers;
}

/** Returns which workflows reach an operation of a side, itself or by calls. */
function reachedBy(clues: readonly FoundClue[], side: string, callers: Callees): Reached {
  const reached = new Map<WorkflowFacts, string>();
  for (const clue of clues)
    if (!reached.has(clue.in) && matchesWildcard(clue.text, side)) reached.set(clue.in, clue.text);
  for (const [workflow, name] of reached)
    for (const caller of callers.get(workflow) ?? []) if (!reached.has(caller)) reached.set(caller, name);
  return reached;
}

/** Returns the place of an operation in a workflow, or its beginning when only callees do it. */
function placeOf(clues: readonly FoundClue[], workflow: WorkflowFacts, names: readonly string[]): Spot {
  return clues.find((clue) => clue.in === workflow && names.includes(clue.text))?.at ?? workflow.start;
}

const cloud = (operation: string, connector = 'shared_sap'): string =>
  `"${operation}": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "${connector}", "operationId": "${operation}", "apiId": "/providers/Microsoft.PowerApps/apis/${connector}"}, "parameters": {}}, "runAfter": {}}`;
const command = (name: string): string => `{"commandName": "${name}", "packageName": "SAP"}`;
const stage = (action: string, next = 'end'): string =>
  `<stage stageid="${action}" name="${action}" type="Action"><onsuccess>${next}</onsuccess><resource object="SAP" action="${action}"/></stage>`;
const uipath = (files: Readonly<Record<string, string>>): string =>
  ['-- project.json --\n{"name":"Orders","main":"Main.xaml","dependencies":{}}']
    .concat(Object.entries(files).map(([name, content]) => `-- ${name} --\n${content}`))
    .join('\n');
const invoke = (file: string): string => `<ui:InvokeWorkflowFile WorkflowFileName="${file}" />`;

export const rule = defineRule({
  id: 'XPL-CMP-001',
  version: 1,
  title: 'One automation both creates and releases',
  platforms: ['uipath', 'power-automate', 'automation-anywhere', 'blue-prism'],
  category: 'compliance',
  severity: 'medium',
  confidence: 'medium',
  kind: 'hotspot',
  preset: 'opt-in',
  why: 'A person may not do both, so that nobody can pay an invented supplier alone: the robot, or whoever changes it, can.',
  fix: 'Split the duties between automations with credentials and owners of their own.',
  compliance: ['SOD'],
  options: {
    conflicts: {
      default: [] as readonly string[],
      about:
        'Pairs such as `shared_sap/Create* & shared_bank/Pay*`; each side is an activity type, a connector and operation, or an object and action, with `*`.',
      stricter: 'longer',
    },
  },
  needsOneOf: ['conflicts'],
  level: 'project',
  isEnoughAlone: true,
  *gather(workflow) {
    const names = new Set<string>();
    for (const activity of workflow.activities) {
      if (!isLive(activity)) continue;
      const text = dutyOf(activity);
      if (text === undefined || names.has(text) || names.size >= NAMES_MAX) continue;
      names.add(text);
      yield { at: activity, text };
    }
  },
  *check(project, { options: { conflicts } }) {
    const callees = calleesOf(project);
    const callers = callersOf(callees);
    for (const [index, pair] of conflicts.entries()) {
      const [first, second] = pair.split(AND);
      if (first === undefined || second === undefined) continue;
      const sides = [
        reachedBy(project.clues, first.trim(), callers),
        reachedBy(project.clues, second.trim(), callers),
      ] as const;
      const doBoth = project.workflows.filter((workflow) => sides.every((side) => side.has(workflow)));
      // Callers of a workflow that does both are not at fault; in a circle of calls the first one stands for all.
      const lowest = doBoth.filter((workflow) => !callees.get(workflow)!.some((it) => doBoth.includes(it)));
      for (const workflow of lowest.length > 0 ? lowest : doBoth.slice(0, 1)) {
        const names = sides.map((side) => side.get(workflow)!);
        yield {
          in: workflow,
          at: placeOf(project.clues, workflow, names),
          subject: `conflict ${index}`,
          message: `"${workflow.name}" does both "${names[0]}" and "${names[1]}", which are separate duties.`,
        };
      }
    }
  },
  examples: {
    uipath: {
      options: { conflicts: ['CreateUser & AssignRole', 'AddQueueItem & SetTransactionStatus'] },
      bad: [
        '<Sequence><ui:CreateUser /><ui:AssignRole /></Sequence>',
        uipath({
          'Main.xaml': `<Sequence>${invoke('Create.xaml')}${invoke('Release.xaml')}</Sequence>`,
          'Create.xaml': '<ui:AddQueueItem QueueName="Invoices" />',
          'Release.xaml': '<ui:SetTransactionStatus />',
        }),
      ],
      good: [
        '<Sequence><ui:CreateUser /></Sequence>',
        // Near miss: one of them cannot run.
        '<Sequence><ui:CreateUser /><ui:CommentOut><ui:CommentOut.Body><ui:AssignRole /></ui:CommentOut.Body></ui:CommentOut></Sequence>',
        uipath({ 'Main.xaml': '<ui:CreateUser />', 'Other.xaml': '<ui:AssignRole />' }),
      ],
    },
    'power-automate': {
      options: { conflicts: ['shared_sap/Create* & shared_bank/Pay*'] },
      bad: [
        `${cloud('CreateVendor')}, ${cloud('PayInvoice', 'shared_bank')}`,
        `"If": {"type": "If", "expression": "@equals(1, 1)", "actions": {${cloud('CreateOrder')}}, "else": {"actions": {${cloud('PayOrder', 'shared_bank')}}}, "runAfter": {}}`,
      ],
      good: [
        cloud('CreateVendor'),
        `${cloud('CreateVendor')}, ${cloud('PayInvoice', 'shared_cash')}`,
        `${cloud('ReadVendor')}, ${cloud('PayInvoice', 'shared_bank')}`,
      ],
    },
    'automation-anywhere': {
      options: { conflicts: ['SAP/createVendor & SAP/pay'] },
      bad: [
        `${command('createVendor')}, ${command('pay')}`,
        `${command('pay')}, ${command('wait')}, ${command('createVendor')}`,
      ],
      good: [
        command('pay'),
        `${command('createVendor')}, ${command('payNot')}`,
        `${command('createVendor')}, {"commandName": "pay", "packageName": "SAP", "disabled": true}`,
      ],
    },
    'blue-prism': {
      options: { conflicts: ['SAP::Create * & SAP::Pay'] },
      bad: [
        `${stage('Create Vendor', 'Pay')}${stage('Pay')}`,
        `${stage('Pay', 'Create Order')}${stage('Create Order')}`,
      ],
      good: [stage('Pay'), stage('Create Vendor'), `${stage('Create Vendor', 'Pay Not')}${stage('Pay Not')}`],
    },
  },
});
