/** Kinds of files of agents and of orchestration: how each is known, and its reader. */
import type { KindReader } from '../../kinds/kind-reader.ts';
import { isEvaluationSet, isEvaluator, readEvaluationSet, readEvaluator } from './agent/evaluations.ts';
import { isAgentDocument, isResourceDocument, readAgent, readAgentResource } from './agent/read.ts';
import { isApiWorkflowDocument, readApiWorkflow } from './api-workflow/read.ts';
import { isMaestroDocument, readBpmn } from './bpmn/read.ts';
import { isCaseDocument, readCase } from './case/read.ts';
import { isFlowDocument, readFlowFile } from './flow/read.ts';
import {
  isMsBuildManifest,
  isProjectManifest,
  isSolutionDocument,
  isSolutionResource,
  readMsBuildManifest,
  readProjectManifest,
  readSolution,
  readSolutionResource,
} from './solution/read.ts';

/** Every such kind, one an entry. */
export const ORCHESTRATIONS: readonly KindReader[] = [
  {
    kind: 'uipath-flow',
    path: /\.flow$/i,
    syntax: 'json',
    marks: ['"nodes"'],
    isOne: (file) => isFlowDocument(file.json()),
    read: (file) => [readFlowFile(file)],
  },
  {
    kind: 'uipath-process',
    path: /\.bpmn$/i,
    syntax: 'xml',
    marks: ['uipath.org/schema/bpmn'],
    isOne: (file) => isMaestroDocument(file.xml()),
    read: (file) => [readBpmn(file)],
  },
  {
    kind: 'uipath-agent',
    path: /(?:^|\/)agent\.json$/i,
    syntax: 'json',
    marks: ['"messages"'],
    isOne: (file) => isAgentDocument(file.json()),
    read: (file) => [readAgent(file)],
  },
  {
    kind: 'uipath-agent-resource',
    path: /(?:^|\/)resource\.json$/i,
    syntax: 'json',
    marks: ['"$resourceType"'],
    isOne: (file) => isResourceDocument(file.json()),
    read: (file) => [readAgentResource(file)],
  },
  {
    kind: 'uipath-evaluation-set',
    path: /(?:^|\/)eval-sets\/[^/]+\.json$/i,
    syntax: 'json',
    marks: ['"evaluations"'],
    isOne: (file) => isEvaluationSet(file.json()),
    read: (file) => [readEvaluationSet(file)],
  },
  {
    kind: 'uipath-evaluator',
    path: /(?:^|\/)evaluators\/[^/]+\.json$/i,
    syntax: 'json',
    marks: ['"targetOutputKey"', '"evaluatorTypeId"'],
    isOne: (file) => isEvaluator(file.json()),
    read: (file) => [readEvaluator(file)],
  },
  {
    kind: 'uipath-solution',
    path: /\.uipx$/i,
    syntax: 'json',
    marks: ['"SolutionId"'],
    isOne: (file) => isSolutionDocument(file.json()),
    read: (file) => [readSolution(file)],
  },
  {
    kind: 'uipath-solution-part',
    path: /(?:^|\/)project\.uiproj$/i,
    syntax: 'json',
    marks: ['"ProjectType"'],
    isOne: (file) => isProjectManifest(file.json()),
    read: (file) => [readProjectManifest(file)],
  },
  {
    kind: 'uipath-solution-part',
    path: /(?:^|\/)project\.uiproj$/i,
    syntax: 'xml',
    marks: ['<Project'],
    isOne: (file) => isMsBuildManifest(file.xml()),
    read: (file) => [readMsBuildManifest(file)],
  },
  {
    kind: 'uipath-solution-part',
    path: /(?:^|\/)resources\/solution_folder\/(?:[^/]+\/){1,4}[^/]+\.json$/i,
    syntax: 'json',
    marks: ['"apiVersion"'],
    isOne: (file) => isSolutionResource(file.json()),
    read: (file) => [readSolutionResource(file)],
  },
  {
    kind: 'uipath-case',
    path: /\.json$/i,
    syntax: 'json',
    marks: ['"caseIdentifier"'],
    isOne: (file) => isCaseDocument(file.json()),
    read: (file) => [readCase(file)],
  },
  {
    kind: 'uipath-api-workflow',
    path: /\.json$/i,
    syntax: 'json',
    marks: ['"dsl"'],
    isOne: (file) => isApiWorkflowDocument(file.json()),
    read: (file) => [readApiWorkflow(file)],
  },
];
