/** Names by which a call policy knows the automation that calls, and the one that is called. */

import { folderOf } from '../../../text/folder-of.ts';
import { FILE_CALLS } from '../../model/calls/file-calls.ts';
import type { Callee, CallFacts, Project, WorkflowFacts } from '../../model/project.ts';

/** An automation with the names that a line of a policy may use. */
export interface NamedAutomation {
  readonly shown: string;
  readonly names: readonly string[];
}

/** Callee of a call that leads from one automation to another. */
export interface NamedCallee extends NamedAutomation {
  /** False if it is chosen at run time, or known by an id alone: it may be any. */
  readonly isSure: boolean;
  readonly isFound: boolean;
}

/** Names for the calls of a project. */
export interface CallNames {
  callerOf(workflow: WorkflowFacts): NamedAutomation;
  /** Undefined for a call within one automation: in a UiPath project, a desktop flow, an agent, a process. */
  calleeOf(caller: WorkflowFacts, call: CallFacts): NamedCallee | undefined;
}

const UUID = /^\{?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\}?$/i;

const plain = (name: string | undefined): string => name?.trim().replaceAll('\\', '/') ?? '';

/** Returns the name that a file gives to everything in its folder: a project or an agent. */
function homeNameOf({ kind, name, settings }: WorkflowFacts): string | undefined {
  if (kind === 'uipath-agent') return name;
  const isProject =
    kind === 'uipath-project' || (kind === 'uipath-solution-part' && settings['part'] === 'project');
  return isProject ? settings['name'] : undefined;
}

class ProjectNames implements CallNames {
  readonly #project: Project;
  readonly #own: ReadonlySet<WorkflowFacts>;
  /** By folder. */
  readonly #homes = new Map<string, string>();

  constructor(project: Project) {
    this.#project = project;
    this.#own = new Set(project.workflows);
    for (const workflow of project.workflows) {
      const name = homeNameOf(workflow);
      if (name) this.#homes.set(folderOf(workflow.file), name);
    }
  }

  callerOf({ file, name }: WorkflowFacts): NamedAutomation {
    let folder = folderOf(file);
    while (folder !== '' && !this.#homes.has(folder)) folder = folderOf(folder.slice(0, -1));
    const home = this.#homes.get(folder);
    const names = [name, this.#pathOf(file)];
    return home === undefined ? { shown: name, names } : { shown: home, names: [home, ...names] };
  }

  calleeOf(caller: WorkflowFacts, call: CallFacts): NamedCallee | undefined {
    const callee = this.#project.calleeOf(caller, call);
    if (this.#staysWithin(caller, call, callee)) return undefined;
    const target = plain(call.target);
    const folder = plain(call.folder);
    const names = target === '' ? [] : [target, ...(folder === '' ? [] : [`${folder}/${target}`])];
    const isNamed = caller.platform === 'uipath' || caller.platform === 'automation-anywhere';
    if (callee.status !== 'found') {
      const isSure = isNamed && target !== '' && !UUID.test(target);
      return { shown: target, names, isSure, isFound: false };
    }
    const { name, file } = callee.workflow;
    // Calls of the other products have ids.
    const shown = isNamed ? target : name;
    return { shown, names: [...names, name, this.#pathOf(file)], isSure: true, isFound: true };
  }

  #pathOf(file: string): string {
    const { root } = this.#project;
    return file.startsWith(root) ? file.slice(root.length) : file;
  }

  #staysWithin(caller: WorkflowFacts, { type }: CallFacts, callee: Callee): boolean {
    if (callee.status === 'found' && callee.workflow === caller) return true;
    switch (caller.platform) {
      case 'uipath': {
        const isByFile = FILE_CALLS.test(type) || type === 'RunWorkflowMethod';
        return isByFile && (callee.status !== 'found' || this.#own.has(callee.workflow));
      }
      case 'power-automate':
        return /^(?:Call|BeginDialog|ReplaceDialog)$/.test(type);
      case 'automation-anywhere':
        return false;
      case 'blue-prism':
        return type !== 'Process';
    }
  }
}

/** Names callers and callees by their names and paths, and by the UiPath projects or agents that they belong to. */
export function callNamesOf(project: Project): CallNames {
  return new ProjectNames(project);
}
