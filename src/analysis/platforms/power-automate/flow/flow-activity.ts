/** Actions and triggers, whose key and name are cut out of the document only when a rule reads them. */
import type { Property, RawText, Role } from '../../../model/workflow.ts';
import type { DraftActivity } from '../../draft.ts';
import { type JsonDocument, ownKeyOf, TextMark } from '../../json/document.ts';

const NONE: readonly Property[] = [];

/** Returns an action's key as the designer shows it. */
export function shownName(key: string): string {
  return key.includes('_') ? key.replaceAll('_', ' ') : key;
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
  ) {
    this.at = at;
    this.index = index;
    this.parent = parent;
    this.slot = slot;
    this.type = type;
    this.role = role;
    this.reachable = true;
    this.properties = NONE;
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
    return (this.ownName ??= shownName(this.id));
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
    return (this.doc.marks[this.at]! & TextMark.keyEscape) === 0 ? this : undefined;
  }
}
