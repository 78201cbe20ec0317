/** Connection references and environment variables that a solution lacks. */
import type { Project, ReferenceFacts, WorkflowFacts } from '../../../model/project.ts';
import type { Problem } from '../../../model/rule.ts';

/** Member of a solution that declares its connection references. */
const CUSTOMIZATIONS = /(?:^|\/)customizations\.xml$/i;
const NEEDS = [
  ['used-connection', 'declared-connection', 'connection reference'],
  ['used-variable', 'declared-variable', 'environment variable'],
] as const;

/** Yields the connection references and environment variables that flows use and the solution does not declare. */
export function* undeclared(
  { workflows }: Project,
  isMember: (workflow: WorkflowFacts) => boolean,
): Generator<Problem> {
  const all = workflows.flatMap(({ references }) => references);
  // What the solution says that it lacks is reported at that place, or a solution with a name brings it.
  const reported = new Set(
    all.filter(({ kind }) => kind === 'missing').map(({ target }: ReferenceFacts) => target.toLowerCase()),
  );
  // In Git each connection reference is a file of its own, which is not read; beside a list of them it says nothing.
  const isInGit = all.some(({ kind }) => kind === 'declared-path');
  if (isInGit && !workflows.some(({ file }) => CUSTOMIZATIONS.test(file))) return;
  const isUnread = workflows.some(({ kind, file }) => kind === 'unreadable' && CUSTOMIZATIONS.test(file));
  for (const [used, declared, title] of NEEDS) {
    const known = new Set(
      all.filter(({ kind }) => kind === declared).map(({ target }: ReferenceFacts) => target.toLowerCase()),
    );
    // Parts of an unpacked solution are often stored elsewhere: without a single variable nothing is known of them.
    if (used === 'used-variable' && known.size === 0) continue;
    if (used === 'used-connection' && isUnread) continue;
    for (const workflow of workflows.filter(isMember)) {
      for (const reference of workflow.references) {
        const target = reference.target.toLowerCase();
        if (reference.kind !== used || known.has(target) || reported.has(target)) continue;
        const message = `The flow uses the ${title} "${reference.target}", which is not in the solution.`;
        const group = `${used} ${target}`;
        yield { in: workflow, at: reference, subject: reference.target, message, group };
      }
    }
  }
}
