/** Names of the elements that findings are in. */
import { truncate } from '../../../text/truncate.ts';
import { nameChain } from '../../model/navigate.ts';
import type { Anchor, Workflow } from '../../model/workflow.ts';
import { normaliseName } from './fingerprint.ts';
import { NAME_MAX, shortenList } from './shorten.ts';

/** Returns whether an anchor is an activity itself. */
export function isActivity(workflow: Workflow, anchor: Anchor): boolean {
  return workflow.activities[anchor.owner]?.at === anchor.at;
}

/** A name in its shown and its identifying form. */
export interface ElementName {
  readonly shown: string;
  readonly key: string;
}
/** The names of one list of findings: most stand in many of them. */
export type Names = Map<string, ElementName>;

function nameOf(names: Names, text: string): ElementName {
  let name = names.get(text);
  if (name === undefined) {
    const shown = truncate(text, NAME_MAX);
    name = { shown, key: normaliseName(shown) };
    names.set(text, name);
  }
  return name;
}

/** Returns the names inside the workflow, from the outermost container to the anchor. */
export function elementNames(workflow: Workflow, anchor: Anchor, names: Names): ElementName[] {
  const chain = nameChain(workflow, anchor.owner);
  if (!isActivity(workflow, anchor) && anchor.name !== '') chain.push(anchor.name);
  return shortenList(chain).map((text) => nameOf(names, text));
}
