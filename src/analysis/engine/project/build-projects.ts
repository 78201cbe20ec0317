/** Puts the workflows of an upload into projects, and resolves their calls. */

import { comparable } from '../../../text/comparable-path.ts';
import { folderOf } from '../../../text/folder-of.ts';
import { FILE_CALLS } from '../../model/calls/file-calls.ts';
import type { Platform } from '../../model/platform.ts';
import type { Callee, CallFacts, Project, WorkflowFacts } from '../../model/project.ts';
import { controlRoomPathOf, exportPathOf } from '../../platforms/automation-anywhere/bot-path.ts';
import { agentNamesOf, agentTargetOf } from './agent-names.ts';
import { methodKey } from './method-key.ts';
import { type Upload, unitsOf } from './units/project-units.ts';
import { type SolutionProcesses, solutionProcesses } from './units/solution-processes.ts';

const UNKNOWN: Callee = { status: 'unknown' };

/** Workflows by the names in calls. The first of two with one name counts. */
interface Names {
  get(name: string): WorkflowFacts | undefined;
}

function nameOf(workflow: WorkflowFacts): string[] {
  const { platform, kind, file, name, artifactKey } = workflow;
  switch (platform) {
    case 'uipath':
      return [comparable(file), methodKey(file)];
    case 'power-automate':
      return [artifactKey.toLowerCase(), ...agentNamesOf(workflow)];
    case 'automation-anywhere':
      return [comparable(artifactKey)];
    case 'blue-prism':
      return kind === 'blue-prism-object'
        ? [`object:${name.trim().toLowerCase()}`]
        : [`process:${artifactKey.toLowerCase()}`, `process:${name.trim().toLowerCase()}`];
  }
}

function namesOf(workflows: readonly WorkflowFacts[]): Names {
  const names = new Map<string, WorkflowFacts>();
  for (const workflow of workflows) {
    if (workflow.kind === 'uipath-project' || workflow.kind === 'unreadable') continue;
    for (const name of nameOf(workflow)) if (!names.has(name)) names.set(name, workflow);
  }
  return names;
}

/** The pages of a workflow by the names in calls; the first of two counts. */
interface Pages {
  readonly byId: ReadonlyMap<string, Callee>;
  readonly byName: ReadonlyMap<string, Callee>;
}

function pagesOf(workflow: WorkflowFacts): Pages {
  const byId = new Map<string, Callee>();
  const byName = new Map<string, Callee>();
  for (const { index, id, name } of workflow.pages) {
    const callee: Callee = { status: 'found', workflow, page: index };
    const [ownId, ownName] = [id.toLowerCase(), name.trim().toLowerCase()];
    if (id !== '' && !byId.has(ownId)) byId.set(ownId, callee);
    if (!byName.has(ownName)) byName.set(ownName, callee);
  }
  return { byId, byName };
}

/** Input of the platforms' resolvers. */
interface Known {
  readonly names: Names;
  readonly pagesOf: (workflow: WorkflowFacts) => Pages;
  readonly paths: ReadonlySet<string>;
  /** Paths in the Control Room: several copies of it may be in one upload. */
  readonly controlRoom: ReadonlySet<string>;
  readonly root: string;
  /** Absent files are missing. */
  readonly isWhole: boolean;
  /** Files that are releases: they must contain the callees of their processes; exports beside them need not. */
  readonly releases: ReadonlySet<string>;
  readonly processes: SolutionProcesses;
}
type Resolve = (known: Known, workflow: WorkflowFacts, call: CallFacts, target: string) => Callee;

const found = (workflow: WorkflowFacts | undefined): Callee =>
  workflow === undefined ? UNKNOWN : { status: 'found', workflow, page: -1 };

const ABSOLUTE = /^(?:[a-z]:|[\\/]{1,2}|[a-z]+:\/\/)/i;

/** Finds the callee of a UiPath call. Studio looks below the folder of the project; a file beside the caller counts too. */
function uipathCallee(
  { names, paths, root, isWhole, processes }: Known,
  caller: WorkflowFacts,
  call: CallFacts,
  target: string,
): Callee {
  const { file } = caller;
  const own = call.type === 'RunWorkflowMethod' ? names.get(methodKey(target)) : undefined;
  if (own?.file.startsWith(root) === true) return found(own);
  if (!FILE_CALLS.test(call.type)) return processes.calleeOf(caller, call, target) ?? UNKNOWN;
  if (target.trim() === '' || ABSOLUTE.test(target)) return UNKNOWN;
  for (const folder of new Set([root, folderOf(file)])) {
    const path = comparable(folder + target);
    const workflow = names.get(path);
    if (workflow !== undefined) return found(workflow);
    if (paths.has(path)) return UNKNOWN;
  }
  if (!isWhole) return UNKNOWN;
  // Files outside of the project's folder may be on the robot's disk.
  const leadsOut =
    !`${comparable(root + target)}/`.startsWith(root === '' ? '' : `${comparable(root)}/`) ||
    comparable(target).startsWith('..');
  return !leadsOut ? { status: 'missing', what: target } : UNKNOWN;
}

/** Returns the key by which others name a cloud flow. */
export function flowKey(id: string): string {
  return id.replace(/[{}]/g, '').toLowerCase();
}

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function flowCallee(
  { names, pagesOf, isWhole }: Known,
  workflow: WorkflowFacts,
  call: CallFacts,
  target: string,
): Callee {
  if (call.type === 'Call') return pagesOf(workflow).byName.get(target.trim().toLowerCase()) ?? UNKNOWN;
  const id = flowKey(target);
  const callee = names.get(id) ?? names.get(agentTargetOf(workflow, target) ?? id);
  if (callee !== undefined) return found(callee);
  return isWhole && call.type === 'Workflow' && GUID.test(id) ? { status: 'missing', what: id } : UNKNOWN;
}

function botCallee(
  { names, paths, controlRoom, root, isWhole }: Known,
  _workflow: WorkflowFacts,
  _call: CallFacts,
  target: string,
): Callee {
  const callee = names.get(comparable(target));
  if (callee !== undefined) return found(callee);
  if (paths.has(comparable(root + target)) || controlRoom.has(comparable(target))) return UNKNOWN;
  return isWhole && /^automation anywhere\//i.test(target) ? { status: 'missing', what: target } : UNKNOWN;
}

function stageCallee(
  { names, pagesOf, isWhole, releases }: Known,
  workflow: WorkflowFacts,
  call: CallFacts,
  target: string,
): Callee {
  const isComplete = isWhole && releases.has(workflow.file);
  if (call.type === 'SubSheet')
    return pagesOf(workflow).byId.get(target.toLowerCase()) ?? { status: 'missing', what: `page:${target}` };
  if (call.type === 'Process') {
    const process = names.get(`process:${target.toLowerCase()}`);
    return process === undefined && isComplete
      ? { status: 'missing', what: `process:${target}` }
      : found(process);
  }
  const [object = '', action = ''] = target.split('::');
  const callee = names.get(`object:${object.trim().toLowerCase()}`);
  if (callee === undefined) return isComplete ? { status: 'missing', what: `object:${object}` } : UNKNOWN;
  return (
    pagesOf(callee).byName.get(action.trim().toLowerCase()) ?? {
      status: 'missing',
      what: `action:${object}::${action}`,
    }
  );
}

const RESOLVE: Readonly<Record<Platform, Resolve>> = {
  uipath: uipathCallee,
  'power-automate': flowCallee,
  'automation-anywhere': botCallee,
  'blue-prism': stageCallee,
};

function remembered<From, To>(make: (from: From) => To): (from: From) => To {
  const known = new Map<From, To>();
  return (from) => {
    let value = known.get(from);
    if (value === undefined) {
      value = make(from);
      known.set(from, value);
    }
    return value;
  };
}

/** Builds the projects of an upload, in the order of their first files. */
export function buildProjects(upload: Upload): Project[] {
  const own = upload.workflows.filter(({ kind }) => kind !== 'uipath-side-file');
  const platforms = [...new Set(own.map(({ platform }) => platform))];
  const releases = new Set(
    upload.workflows.filter(({ kind }) => kind === 'blue-prism-release').map(({ file }) => file),
  );
  const paths = new Set(upload.paths.map((path) => comparable(exportPathOf(path))));
  const controlRoom = new Set(upload.paths.map((path) => comparable(controlRoomPathOf(path) ?? '')));
  return platforms.flatMap((platform) => {
    const units = unitsOf(upload, platform);
    // Every workflow of the upload can be called, from any project.
    const everywhere = namesOf(units.flatMap(({ workflows }) => workflows));
    const pages = remembered(pagesOf);
    const processes = solutionProcesses(
      units.flatMap(({ workflows }) => workflows),
      upload.isWhole,
    );
    return units.map((unit): Project => {
      const own = namesOf(unit.workflows);
      const names: Names = { get: (name) => own.get(name) ?? everywhere.get(name) };
      const isWhole = upload.isWhole && unit.isWhole;
      const { root } = unit;
      const known: Known = { names, pagesOf: pages, paths, controlRoom, root, isWhole, releases, processes };
      // Several rules resolve each call.
      const callees = new Map<CallFacts, Callee>();
      return {
        platform,
        root: unit.root,
        isWhole: upload.isWhole,
        isComplete: known.isWhole,
        workflows: unit.workflows,
        calleeOf(workflow, call) {
          if (call.target === undefined) return UNKNOWN;
          let callee = callees.get(call);
          if (callee === undefined) {
            callee = RESOLVE[platform](known, workflow, call, call.target);
            callees.set(call, callee);
          }
          return callee;
        },
        hasFile: (path) =>
          paths.has(comparable(unit.root + path)) ||
          (platform === 'automation-anywhere' && controlRoom.has(comparable(path))),
      };
    });
  });
}
