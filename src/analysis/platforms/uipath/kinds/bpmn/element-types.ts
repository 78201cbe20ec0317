/** Elements of BPMN 2.0 that are steps, and what they do. Source: OMG BPMN 2.0.2, chapter 10; UiPath's extensions. */
import type { Role } from '../../../../model/workflow.ts';

/** Local name of an element → role. */
const ELEMENTS: ReadonlyMap<string, Role> = new Map<string, Role>([
  ['startEvent', 'trigger'],
  ['endEvent', 'respond'],
  ['intermediateCatchEvent', 'other'],
  ['intermediateThrowEvent', 'message'],
  ['boundaryEvent', 'catch'],
  ['task', 'other'],
  ['serviceTask', 'other'],
  ['sendTask', 'other'],
  ['receiveTask', 'other'],
  ['userTask', 'approval'],
  ['manualTask', 'approval'],
  ['scriptTask', 'script'],
  ['businessRuleTask', 'other'],
  ['callActivity', 'invoke'],
  ['subProcess', 'sequence'],
  ['adHocSubProcess', 'sequence'],
  ['transaction', 'sequence'],
  ['exclusiveGateway', 'branch'],
  ['inclusiveGateway', 'branch'],
  ['parallelGateway', 'other'],
  ['eventBasedGateway', 'branch'],
  ['complexGateway', 'branch'],
]);

/** Beginning of the vendor's type of a task → role. */
const SERVICES: readonly (readonly [start: string, role: Role])[] = [
  ['Orchestrator.StartAgentJob', 'ai'],
  ['Orchestrator.StartInlineAgentJob', 'ai'],
  ['Orchestrator.StartJob', 'invoke'],
  ['Orchestrator.ExecuteApiWorkflow', 'invoke'],
  ['Orchestrator.StartAgenticProcess', 'invoke'],
  ['Orchestrator.StartCaseMgmt', 'invoke'],
  ['Orchestrator.CreateQueueItem', 'queue'],
  ['Orchestrator.BusinessRules', 'other'],
  ['Actions.HITL', 'approval'],
  ['A2A.', 'ai'],
  ['IXP.', 'ai'],
];

/** Returns whether an element is a step of a process. */
export const isStep = (name: string): boolean => ELEMENTS.has(name);

/** Returns the role of a step; the vendor's type says more than the element. */
export function stepRole(name: string, service: string | undefined): Role {
  const own = service === undefined ? undefined : SERVICES.find(([start]) => service.startsWith(start))?.[1];
  return own ?? ELEMENTS.get(name) ?? 'other';
}

/** Kinds of events, by the beginning of their definitions: `timerEventDefinition`. */
export const EVENT =
  /^(timer|error|message|signal|escalation|terminate|conditional|link|compensate|cancel)EventDefinition$/;
