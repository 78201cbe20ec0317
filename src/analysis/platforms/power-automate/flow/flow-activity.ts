/** Actions and triggers, whose key and name are cut out of the document only when a rule reads them. */
import type { Property, RawText, Role } from '../../../model/workflow.ts';
import type { DraftActivity } from '../../draft.ts';
import { type JsonDocument, JsonKind, member, ownKeyOf, TextMark, text } from '../../json/document.ts';

const NONE: readonly Property[] = [];

/** Returns an action's key as the designer shows it. */
export function shownName(key: string): string {
  return key.includes('_') ? key.replaceAll('_', ' ') : key;
}

/**
 * Returns the name that the author gave a node of the workflow designer of Copilot Studio; its key may be an id. From
 * exports of that designer, which write `nodeId` and `description` into `metadata`.
 */
function nodeName(doc: JsonDocument, metadata: number): string | undefined {
  if (metadata === -1 || doc.kinds[metadata] !== JsonKind.object) return undefined;
  return member(doc, metadata, 'nodeId') === -1 ? undefined : text(doc, metadata, 'description') || undefined;
}

export class FlowActivity implements DraftActivity, RawText {
  readonly at: number;
  readonly index: number;
  readonly parent: number;
  readonly slot: string;
  readonly type: string;
  role: Role;
  reachable: boolean;
  properties: readonly Property[];
  /** Position of what the designer noted about it; -1: nothing. */
  readonly metadata: number;
  private readonly doc: JsonDocument;
  private ownId: string | undefined;
  private ownName: string | undefined;

  constructor(
    doc: JsonDocument,
    at: number,
    index: number,
    parent: number,
    slot: string,
    type: string,
    role: Role,
    metadata: number,
  ) {
    this.at = at;
    this.index = index;
    this.parent = parent;
    this.slot = slot;
    this.type = type;
    this.role = role;
    this.reachable = true;
    this.properties = NONE;
    this.metadata = metadata;
    this.doc = doc;
    this.ownId = undefined;
    this.ownName = undefined;
  }

  get owner(): number {
    return this.index;
  }

  /** Flows have no switch for a single action. */
  get enabled(): boolean {
    return true;
  }

  get id(): string {
    return (this.ownId ??= ownKeyOf(this.doc, this.at));
  }

  get name(): string {
    return (this.ownName ??= nodeName(this.doc, this.metadata) ?? shownName(this.id));
  }

  get bytes(): Buffer {
    return this.doc.bytes;
  }

  get start(): number {
    return this.doc.keyStarts[this.at]!;
  }

  get end(): number {
    return this.doc.keyEnds[this.at]!;
  }

  get hasBlanks(): boolean {
    return true;
  }

  get rawName(): RawText | undefined {
    const isOwn =
      (this.doc.marks[this.at]! & TextMark.keyEscape) === 0 &&
      nodeName(this.doc, this.metadata) === undefined;
    return isOwn ? this : undefined;
  }
}
