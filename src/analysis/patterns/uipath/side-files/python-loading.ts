/** Failures while a Python file is loaded. */
import type { ProjectSubject, WorkflowFacts } from '../../../model/project.ts';
import type { Problem } from '../../../model/rule.ts';
import type { PythonFile } from './python-files.ts';
import type { PythonStep } from './python-steps.ts';

/** Yields what goes wrong while a step loads a file. */
export function* loadProblems(
  module: PythonFile,
  clue: Extract<PythonStep, { kind: 'load' }>,
  siblings: ReadonlySet<string>,
): Generator<Pick<Problem, 'message' | 'severity' | 'subject'>> {
  const [file] = clue.files;
  let hasSlow = clue.type !== 'LoadScript';
  for (const { line, consequence, isSlow } of module.of('problem')) {
    if (isSlow && hasSlow) continue;
    hasSlow ||= isSlow === true;
    const message = `"${file}" ${consequence} in line ${line}, while it is loaded.`;
    yield { subject: consequence, message, ...(isSlow && { severity: 'medium' as const }) };
  }
  for (const { name } of clue.hasFolder ? [] : module.of('import'))
    if (siblings.has(name.toLowerCase()))
      yield {
        subject: name,
        severity: 'medium',
        message: `"${file}" imports "${name}" beside it, which Python looks for in the working folder, and the Python Scope names none.`,
      };
}

/** Returns the names of the modules in the folder of a file. */
export function siblingsOf(project: ProjectSubject, { file }: WorkflowFacts): ReadonlySet<string> {
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  const beside = project.workflows.filter(
    (other) => other.kind === 'uipath-side-file' && other.file.startsWith(folder),
  );
  return new Set(beside.map((other) => other.file.slice(folder.length).replace(/\.py$/i, '').toLowerCase()));
}
