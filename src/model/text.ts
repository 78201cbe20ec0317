/** Every text of a workflow in one stream, for checks that look at texts wherever they stand. */
import type { Anchor, Value, Workflow } from './workflow.ts';

/** A text and what it is. `name` is the property, symbol or note that holds it. */
export interface Text extends Anchor {
  readonly kind: 'literal' | 'expression' | 'default' | 'annotation' | 'comment' | 'code';
  readonly text: string;
}

/** A value as one of the texts. */
export function asText(value: Value, kind: Text['kind']): Text {
  return { at: value.at, owner: value.owner, name: value.name, kind, text: value.text };
}

/** By workflow: its texts, which a dozen rules go through. */
const known = new WeakMap<Workflow, readonly Text[]>();

/** Properties, defaults and notes, in that order, each in document order. Empty texts are left out. */
export function textsOf(workflow: Workflow): readonly Text[] {
  let texts = known.get(workflow);
  if (texts === undefined) {
    texts = [...collect(workflow)];
    known.set(workflow, texts);
  }
  return texts;
}

function* collect(workflow: Workflow): Generator<Text> {
  for (const activity of workflow.activities) {
    for (const property of activity.properties) {
      if (property.text !== '') yield asText(property, property.expression ? 'expression' : 'literal');
    }
  }
  for (const symbol of [...workflow.variables, ...workflow.arguments]) {
    if (symbol.default && symbol.default.text !== '') yield asText(symbol.default, 'default');
  }
  for (const note of workflow.notes) if (note.text !== '') yield note;
}
