/**
 * Two workflows of different names with one id, as a copy of a file has. Files of one name are versions or exports of one
 * workflow, which repositories hold side by side.
 */
import type { FileKind } from '../../model/kinds/file-kind.ts';
import type { WorkflowFacts } from '../../model/project.ts';
import { defineRule } from '../define-rule.ts';

/** Kinds of files whose id decides what an import replaces. */
const IDENTIFIED: ReadonlySet<WorkflowFacts['kind']> = new Set<FileKind>([
  'blue-prism-process',
  'blue-prism-object',
  'power-automate-flow',
  'power-automate-desktop-flow',
]);
const GUID = /^\{?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\}?$/i;
const UNSET = /^[{0-]+\}?$/;

/** Returns whether one name begins with the other: an object that was given a longer name later. */
const isRenamed = (one: string, other: string): boolean => one.startsWith(other) || other.startsWith(one);

const keyOf = ({ kind, artifactKey }: WorkflowFacts): string => `${kind} ${artifactKey.toLowerCase()}`;
const nameOf = ({ name }: WorkflowFacts): string => name.trim().toLowerCase();

export const rule = defineRule('XPL-MNT-004', {
  level: 'project',
  *check({ workflows }) {
    const identified = workflows.filter(
      ({ kind, artifactKey }) => IDENTIFIED.has(kind) && GUID.test(artifactKey) && !UNSET.test(artifactKey),
    );
    for (const same of Map.groupBy(identified, keyOf).values()) {
      const [first] = same;
      const others = new Map(same.map((workflow) => [nameOf(workflow), workflow]));
      for (const workflow of others.values()) {
        if (isRenamed(nameOf(workflow), nameOf(first!))) continue;
        const message = `"${workflow.name}" has the same id as "${first!.name}".`;
        yield { in: workflow, at: workflow.start, subject: nameOf(first!), message };
      }
    }
  },
});
