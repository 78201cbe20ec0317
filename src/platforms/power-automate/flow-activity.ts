/** Actions and triggers, whose key and name are cut out of the document only when a rule asks for them. */
import type { Property, RawText, Role } from '../../model/workflow.ts';
import type { DraftActivity } from '../draft.ts';
import { type JsonDocument, ownKeyOf } from '../json-document.ts';

const BACKSLASH = 0x5c;

/** An action's key as the designer shows it. */
export function shownName(key: string): string {
  return key.includes('_') ? key.replaceAll('_', ' ') : key;
}

export class FlowActivity implements DraftActivity, RawText {
  readonly at: number;
  readonly owner: number;
  readonly index: number;
  readonly parent: number;
  readonly slot: string;
  readonly type: string;
  role: Role;
  readonly enabled = true;
  reachable = true;
  properties: readonly Property[] = [];
  readonly hasBlanks = true;
  readonly start: number;
  readonly end: number;
  readonly #doc: JsonDocument;
  #id: string | undefined;
  #name: string | undefined;

  constructor(
    doc: JsonDocument,
    {
      at,
      index,
      parent,
      slot,
      type,
      role,
    }: Pick<DraftActivity, 'at' | 'index' | 'parent' | 'slot' | 'type' | 'role'>,
  ) {
    this.at = at;
    this.owner = index;
    this.index = index;
    this.parent = parent;
    this.slot = slot;
    this.type = type;
    this.role = role;
    this.#doc = doc;
    this.start = doc.keyStarts[at]!;
    this.end = doc.keyEnds[at]!;
    this.#id = undefined;
    this.#name = undefined;
  }

  get id(): string {
    return (this.#id ??= ownKeyOf(this.#doc, this.at));
  }

  get name(): string {
    return (this.#name ??= shownName(this.id));
  }

  get bytes(): Buffer {
    return this.#doc.bytes;
  }

  get rawName(): RawText | undefined {
    const { bytes } = this.#doc;
    for (let at = this.start; at < this.end; at += 1) if (bytes[at] === BACKSLASH) return undefined;
    return this;
  }
}
