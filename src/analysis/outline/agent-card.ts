/** Agents as cards: an agent with its tools, escalations and sources, which stand in files of their own. */

import { folderOf } from '../../text/folder-of.ts';
import type { Activity, Workflow } from '../model/workflow.ts';

/** Part of a workflow that its outline shows. */
export type DrawnWorkflow = Pick<
  Workflow,
  'name' | 'file' | 'platform' | 'kind' | 'activities' | 'children' | 'calls' | 'transitions' | 'drawing'
>;

/** Folder of the resources of an agent, beside its file. */
const RESOURCES = 'resources/';
/** Part of the agent that they are in, as those of its own file. */
const SLOT = 'Resources';

/** Returns the resources of a file by the folder of their agent. */
function resourcesIn(workflows: readonly Workflow[]): ReadonlyMap<string, readonly Workflow[]> {
  const resources = workflows.filter(({ kind }) => kind === 'uipath-agent-resource');
  return Map.groupBy(resources, ({ file }) => {
    const folder = folderOf(file.slice(0, file.lastIndexOf('/')));
    return folder.endsWith(RESOURCES) ? folder.slice(0, -RESOURCES.length) : '\0';
  });
}

/** Returns the workflows of a file as they are drawn: each agent has its resources as steps. */
export function outlinedWorkflows(workflows: readonly Workflow[]): readonly DrawnWorkflow[] {
  const byFolder = resourcesIn(workflows);
  if (byFolder.size === 0) return workflows;
  return workflows.map((workflow) => {
    const own = workflow.kind === 'uipath-agent' ? byFolder.get(folderOf(workflow.file)) : undefined;
    return own === undefined ? workflow : withResources(workflow, own);
  });
}

function withResources(agent: Workflow, resources: readonly Workflow[]): DrawnWorkflow {
  const [root] = agent.activities;
  if (root === undefined) return agent;
  const activities: Activity[] = [...agent.activities];
  const calls = [...agent.calls];
  const added: number[] = [];
  for (const resource of resources) {
    const [step] = resource.activities;
    if (step === undefined) continue;
    const index = activities.length;
    const { at, type, role, name, id, enabled, reachable } = step;
    const place = { at, owner: index, index, parent: root.index, slot: SLOT };
    activities.push({ ...place, type, role, name, id, enabled, reachable, properties: [] });
    added.push(index);
    for (const call of resource.calls) calls.push({ ...call, owner: index });
  }
  const children = activities.map((_, index) => agent.children[index] ?? []);
  children[root.index] = [...children[root.index]!, ...added];
  const { name, file, platform, kind, transitions, drawing } = agent;
  return { name, file, platform, kind, activities, children, calls, transitions, drawing };
}
