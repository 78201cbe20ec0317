/** Converts call graphs of projects to protobuf messages. */
import { platformName } from '../../analysis/model/platform.ts';
import type { Complete } from '../../contract/complete.ts';
import type {
  GetCallGraphResponse,
  CalledWorkflow as WorkflowMessage,
} from '../../gen/flowarden/v1/project.ts';
import type { CalledWorkflow, ProjectCalls } from '../../service/projects/read-call-graph.ts';
import type { AnswerStyle } from './convert-result.ts';

/** Converts a call graph with the results of its files. */
export function toCallGraph(
  { workflows, calls, isComplete }: ProjectCalls,
  style: Pick<AnswerStyle, 'platformNames'>,
): Complete<GetCallGraphResponse> {
  return {
    workflows: workflows.map((workflow) => toWorkflow(workflow, style)),
    calls: calls.map(({ to, target, ...call }) => ({
      ...call,
      to: to === -1 ? undefined : to,
      target: target === '' ? undefined : target,
    })),
    isComplete,
  };
}

function toWorkflow(
  { name, file, platform, outcome }: CalledWorkflow,
  { platformNames }: Pick<AnswerStyle, 'platformNames'>,
): Complete<WorkflowMessage> {
  return {
    name,
    path: file,
    platform: platformName(platform, platformNames),
    validationId: outcome?.validationId ?? undefined,
    passed: outcome?.passed ?? undefined,
    score: outcome?.score ?? undefined,
    wouldBlock: outcome?.wouldBlockCount ?? undefined,
    summary: outcome?.summary ?? undefined,
  };
}
