/** Workflows, bots, pages or flows call each other in a cycle. */
import { type CallNode, pageCallsOf } from '../../model/calls/page-calls.ts';
import { defineRule } from '../define-rule.ts';

const bare = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

function nameOf({ workflow, page }: CallNode): string {
  const inside = workflow.pages.find(({ index }) => index === page)?.name;
  const outside = workflow.name || bare(workflow.file);
  return inside === undefined ? outside : `${outside} › ${inside}`;
}

export const rule = defineRule('XPL-REL-001', {
  level: 'project',
  isEnoughAlone: true,
  *check(project) {
    const graph = pageCallsOf(project);
    const circles = Map.groupBy(graph, ({ head }) => head);
    const reported = new Set<CallNode>();
    for (const node of graph) {
      for (const { to, call } of node.edges) {
        const head = node.head!;
        // A conversation may return to a topic as often as people want.
        if (to.head !== head || reported.has(head) || node.workflow.kind === 'copilot-studio-part') continue;
        reported.add(head);
        const members = circles.get(head)!;
        const names = members
          .slice(0, 5)
          .map((member) => `"${nameOf(member)}"`)
          .join(', ');
        const message =
          members.length === 1
            ? `${names} calls itself.`
            : `${names}${members.length > 5 ? ' and others' : ''} call each other in a cycle.`;
        yield { in: node.workflow, at: call, subject: 'cycle', message };
      }
    }
  },
});
