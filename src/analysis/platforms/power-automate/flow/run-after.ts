/** Edges of a flow, whose names are cut out of the document only when a rule reads them. */
import type { Transition } from '../../../model/workflow.ts';
import { type JsonDocument, ownKeyOf } from '../../json/document.ts';

/** An edge from the predecessor, which `runAfter` names, to the action that declares it. */
export class RunAfter implements Transition {
  readonly at: number;
  readonly owner: number;
  readonly from: number;
  readonly when: readonly string[];
  private readonly doc: JsonDocument;

  constructor(doc: JsonDocument, at: number, owner: number, from: number, when: readonly string[]) {
    this.at = at;
    this.owner = owner;
    this.from = from;
    this.when = when;
    this.doc = doc;
  }

  get to(): number {
    return this.owner;
  }

  get target(): string {
    return ownKeyOf(this.doc, this.at);
  }

  get name(): string {
    return this.target;
  }
}
