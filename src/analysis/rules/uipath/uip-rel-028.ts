/** A project without its project file, with a damaged one, or without the workflow that it starts with. */
import type { Project, WorkflowFacts } from '../../model/project.ts';
import { isNamedBeside } from '../../patterns/uipath/project/beside-process.ts';
import { defineRule } from '../define-rule.ts';

/** `Steps\\Load.xaml`, not `C:\\…`, `/…` or `..\\…`. */
const RELATIVE_FILE = /^(?![a-z]:|[\\/.]).+\.xaml$/i;

/** Returns the path of the folder that a file is in. */
const folderOf = (file: string): string => file.split('/').slice(0, -1).join('/');

/** Returns the folders that may be the project's: `A/B/C.xaml` → `''`, `A/`, `A/B/`. */
function foldersAround(file: string): string[] {
  const names = file.split('/').slice(0, -1);
  return ['', ...names.map((_, i) => `${names.slice(0, i + 1).join('/')}/`)];
}

/** Returns invoked files that are in no folder around their caller. */
function missingTargets(project: Project): { readonly caller: WorkflowFacts; readonly target: string }[] {
  if (!project.isWhole) return [];
  return project.workflows.flatMap((caller) =>
    caller.calls.flatMap(({ type, target }) => {
      if (type !== 'InvokeWorkflowFile' || target === undefined || !RELATIVE_FILE.test(target)) return [];
      const isThere = foldersAround(caller.file).some((folder) => project.hasFile(folder + target));
      return isThere ? [] : [{ caller, target }];
    }),
  );
}

const isOfStudio = ({ kind }: WorkflowFacts): boolean => /^uipath-(?:coded-)?workflow$/.test(kind);
const callsAnother = (project: Project, workflow: WorkflowFacts): boolean =>
  workflow.calls.some((call) => project.calleeOf(workflow, call).status === 'found');

/** Returns `"A.xaml" is`; `"A.xaml" and 2 others are`. */
function listed([first, ...others]: readonly string[]): string {
  if (others.length === 0) return `${first} is`;
  return others.length === 1 ? `${first} and ${others[0]} are` : `${first} and ${others.length} others are`;
}

export const rule = defineRule('UIP-REL-028', {
  level: 'project',
  *check(project) {
    const manifest = project.workflows.find(
      ({ kind, file }) =>
        kind === 'uipath-project' || (kind === 'unreadable' && /project\.json$/i.test(file)),
    );
    if (manifest?.kind === 'unreadable') {
      yield {
        in: manifest,
        at: manifest.start,
        subject: 'damaged',
        message: 'The project file cannot be read.',
      };
      return;
    }
    // A package may hold only compiled workflows, which have no files to look for.
    if (!project.workflows.some(isOfStudio)) return;
    const output = manifest?.settings['designOptions.outputType'];
    // Samples and fixtures of tests are incomplete on purpose, and never published.
    const mild = isNamedBeside(folderOf(manifest?.file ?? '')) ? { severity: 'medium' as const } : {};
    for (const entry of manifest?.references ?? []) {
      if (entry.kind !== 'entry-point' || project.hasFile(entry.target)) continue;
      // Test cases and the activities of a library start one by one, and are published without a main workflow.
      if ((output === 'Tests' || output === 'Library') && entry.name === 'main') continue;
      const message = `The project starts with "${entry.target}", which is not in it.`;
      yield { in: manifest!, at: entry, subject: entry.target, group: 'entry-points', message, ...mild };
    }
    if (manifest !== undefined) return;
    const missing = missingTargets(project);
    // One workflow by itself is a snippet; several that call each other were a project, and so was one that lost its
    // callees.
    const caller =
      missing[0]?.caller ??
      project.workflows.find((workflow) => isOfStudio(workflow) && callsAnother(project, workflow));
    if (caller === undefined) return;
    const targets = [...new Set(missing.map(({ target }) => `"${target}"`))];
    const what =
      targets.length === 0
        ? 'There are workflows that invoke each other, but no project.json.'
        : `There is no project.json, and ${listed(targets)} not here either, although workflows invoke ${targets.length === 1 ? 'it' : 'them'}.`;
    yield { in: caller, at: caller.start, subject: 'project.json', message: what };
  },
});
