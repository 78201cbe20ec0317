/** Processes of UiPath's solutions, by the names under which agents, flows and workflows start them. */
import { comparable } from '../../../../text/comparable-path.ts';
import { folderOf } from '../../../../text/folder-of.ts';
import { OWN_FOLDER } from '../../../model/calls/own-folder.ts';
import type { Callee, CallFacts, WorkflowFacts } from '../../../model/project.ts';
import { homeFinder } from './home-folder.ts';

/** Processes of the solutions of an upload. */
export interface SolutionProcesses {
  /** Finds the callee of a call by the name of a process; undefined where the upload does not decide it. */
  calleeOf(caller: WorkflowFacts, call: CallFacts, target: string): Callee | undefined;
}

/** Nodes whose agent lies in a folder beside the flow, named by the id that the node has. */
const INLINE_AGENT = 'uipath.agent.autonomous';

/** Kinds of files that a project of a solution starts with. */
const STARTS: ReadonlySet<WorkflowFacts['kind']> = new Set([
  'uipath-agent',
  'uipath-flow',
  'uipath-case',
  'uipath-process',
  'uipath-api-workflow',
]);

const lastPart = (folder: string): string => folder.slice(0, -1).split('/').at(-1) ?? '';
const key = (name: string): string => name.trim().toLowerCase();

/** A solution of the upload. */
interface Solution {
  /** Names of its processes: the file that each starts with, undefined where the upload does not have it. */
  readonly processes: Map<string, WorkflowFacts | undefined>;
}

/** Solutions of an upload, found by the files in their folders. */
interface Solutions {
  of(file: string): Solution | undefined;
}

function solutionsOf(workflows: readonly WorkflowFacts[]): Solutions | undefined {
  const lists = workflows.filter(({ kind }) => kind === 'uipath-solution');
  if (lists.length === 0) return undefined;
  const byRoot = new Map(lists.map(({ file }) => [folderOf(file), { processes: new Map() }]));
  const rootOf = homeFinder(new Set(byRoot.keys()));
  return { of: (file) => byRoot.get(rootOf(file) ?? '') };
}

/** Manifests of projects: Studio has one of its own beside that of the solution. */
const isProject = ({ kind, settings }: WorkflowFacts): boolean =>
  kind === 'uipath-project' || (kind === 'uipath-solution-part' && settings['part'] === 'project');

/** Adds the projects, each under its names. A name that two have is the first one's. */
function addProjects(solutions: Solutions, workflows: readonly WorkflowFacts[]): void {
  const byPath = new Map(workflows.map((workflow) => [comparable(workflow.file), workflow]));
  const starts = new Map<string, WorkflowFacts>();
  for (const workflow of workflows) {
    const folder = folderOf(workflow.file);
    if (STARTS.has(workflow.kind) && !starts.has(folder)) starts.set(folder, workflow);
  }
  for (const manifest of workflows.filter(isProject)) {
    const solution = solutions.of(manifest.file);
    const folder = folderOf(manifest.file);
    const { main = '', name = '' } = manifest.settings;
    const start = (main === '' ? undefined : byPath.get(comparable(folder + main))) ?? starts.get(folder);
    for (const own of [name, lastPart(folder)])
      if (own !== '' && solution?.processes.get(key(own)) === undefined)
        solution?.processes.set(key(own), start);
  }
}

/** Adds the processes that a solution declares: their projects may be elsewhere. */
function addDeclared(solutions: Solutions, workflows: readonly WorkflowFacts[]): void {
  const byId = new Map<string, string>();
  for (const { kind, file, references } of workflows)
    if (kind === 'uipath-solution')
      for (const { target, detail } of references) byId.set(detail, folderOf(folderOf(file) + target));
  for (const { kind, file, settings } of workflows) {
    if (kind !== 'uipath-solution-part' || settings['part'] !== 'process') continue;
    const processes = solutions.of(file)?.processes;
    const name = key(settings['name'] ?? '');
    if (processes === undefined || processes.get(name) !== undefined) continue;
    const folder = byId.get(settings['project'] ?? '');
    processes.set(name, folder === undefined ? undefined : processes.get(key(lastPart(folder))));
  }
}

/** Returns the agent that lies in a folder beside its flow. */
function inlineAgent(agents: ReadonlyMap<string, WorkflowFacts>, caller: WorkflowFacts, id: string): Callee {
  const workflow = agents.get(comparable(`${folderOf(caller.file)}${id}/agent.json`));
  return workflow === undefined ? { status: 'missing', what: id } : { status: 'found', workflow, page: -1 };
}

const NONE: SolutionProcesses = { calleeOf: () => undefined };

/** Collects the processes of all solutions of an upload. */
export function solutionProcesses(workflows: readonly WorkflowFacts[], isWhole: boolean): SolutionProcesses {
  const solutions = solutionsOf(workflows);
  if (solutions === undefined) return NONE;
  addProjects(solutions, workflows);
  addDeclared(solutions, workflows);
  const agents = new Map(
    workflows.filter(({ kind }) => kind === 'uipath-agent').map((agent) => [comparable(agent.file), agent]),
  );
  return {
    calleeOf(caller, { type, folder }, target) {
      const solution = solutions.of(caller.file);
      if (solution === undefined) return undefined;
      if (type === INLINE_AGENT && isWhole) return inlineAgent(agents, caller, target);
      const name = key(target);
      const isOwn = folder === undefined || folder === '' || folder === OWN_FOLDER;
      const workflow = isOwn ? solution.processes.get(name) : undefined;
      if (workflow !== undefined) return { status: 'found', workflow, page: -1 };
      const isMissing = isWhole && folder === OWN_FOLDER && !solution.processes.has(name);
      return isMissing ? { status: 'missing', what: target } : undefined;
    },
  };
}
