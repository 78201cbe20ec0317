/** Outlines as messages. */
import type { ShownOutline } from '../../analysis/model/outline/shown-outline.ts';
import { type PlatformNaming, platformName } from '../../analysis/model/platform.ts';
import type { Complete } from '../../contract/complete.ts';
import type { Outline as OutlineMessage } from '../../gen/flowarden/v1/outline.ts';

/** Converts a workflow with its findings, and the list of all workflows. */
export function toOutline(
  { workflows, index, workflow }: ShownOutline,
  naming: PlatformNaming | undefined,
): Complete<OutlineMessage> {
  const { name, file, platform, kind, steps, texts, nodes, calls, places, edges, pins } = workflow;
  return {
    workflows: [...workflows],
    workflow: {
      index,
      name,
      file,
      platform: platformName(platform, naming),
      kind,
      steps,
      missingSteps: steps - nodes.name.length,
      texts: [...texts],
      nodes: mutable(nodes),
      calls: mutable(calls),
      places: mutable(places),
      edges: {
        ...mutable({ ...edges, bends: [] }),
        bends: edges.bends.map((points) => ({ points: [...points] })),
      },
      pins: pins.map(({ change, way, ...pin }) => ({
        ...pin,
        change: change ?? undefined,
        way: [...way],
      })),
    },
  };
}

/** Columns that nothing else holds, which the generated types take. */
type Mutable<Columns> = {
  [Name in keyof Columns]: Columns[Name] extends readonly (infer Item)[] ? Item[] : never;
};

function mutable<Columns extends { readonly [Name in keyof Columns]: readonly unknown[] }>(
  columns: Columns,
): Mutable<Columns> {
  return columns as unknown as Mutable<Columns>;
}
