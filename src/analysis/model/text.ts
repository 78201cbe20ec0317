/** Stream of all texts of a workflow, for checks that read texts wherever they stand. */
import { derived } from './interning/derived.ts';
import type { Anchor, Position, RawText, Value, Variable, Workflow } from './workflow.ts';

/** A text with its kind. `name` is the property, symbol or note that holds it. */
export interface Text extends Anchor {
  readonly kind: 'literal' | 'expression' | 'default' | 'annotation' | 'comment' | 'code';
  readonly text: string;
  /** The same text in the file, where it stands there as it is. */
  readonly raw?: RawText | undefined;
  /** The setting or default whose text it is; absent for notes. */
  readonly value?: Value;
}

/** A class, so that the text is cut out of the file only when a rule reads it. */
class ValueText implements Text {
  readonly at: Position;
  readonly owner: number;
  readonly name: string;
  readonly kind: Text['kind'];
  readonly value: Value;

  constructor(value: Value, kind: Text['kind']) {
    this.at = value.at;
    this.owner = value.owner;
    this.name = value.name;
    this.kind = kind;
    this.value = value;
  }

  get text(): string {
    return this.value.text;
  }

  get raw(): RawText | undefined {
    return this.value.raw;
  }
}

/** Returns a value as a `Text`. */
export function asText(value: Value, kind: Text['kind']): Text {
  return new ValueText(value, kind);
}

/** Returns properties, defaults and notes, in that order, each in document order. Empty texts are left out. */
export const textsOf: (workflow: Workflow) => readonly Text[] = derived(collect);

function collect(workflow: Workflow): Text[] {
  const texts: Text[] = [];
  const addDefault = ({ default: value }: Variable): void => {
    if (value !== undefined && value.text !== '') texts.push(asText(value, 'default'));
  };
  for (const activity of workflow.activities) {
    for (const property of activity.properties) {
      if (property.text !== '') texts.push(asText(property, property.expression ? 'expression' : 'literal'));
    }
  }
  workflow.variables.forEach(addDefault);
  workflow.arguments.forEach(addDefault);
  for (const note of workflow.notes) if (note.text !== '') texts.push(note);
  return texts;
}
