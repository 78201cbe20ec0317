/** One activity of a process, object or release. */
import type { Property, RawText, Role } from '../../../model/workflow.ts';
import type { Draft, DraftActivity } from '../../draft.ts';
import { isPlainValue } from '../../xml/decode.ts';
import { attributeValue, type XmlDocument } from '../../xml/document.ts';

const NO_PROPERTIES: readonly Property[] = [];

/** Returns the start of a text that stands in the file as it is, else -1. */
function plainStart(doc: XmlDocument, value: number | string): number {
  if (typeof value === 'string') return -1;
  const start = doc.attributeValueStarts[value]!;
  return isPlainValue(doc.bytes, start, doc.attributeValueEnds[value]!) ? start : -1;
}

const textOf = (doc: XmlDocument, value: number | string): string =>
  typeof value === 'string' ? value : attributeValue(doc, value);

/** A class, because a large file has tens of thousands. It is the range of its name too, where that stands as it is. */
export class StageActivity implements DraftActivity, RawText {
  readonly index: number;
  readonly owner: number;
  readonly at: number;
  readonly parent: number;
  readonly type: string;
  readonly role: Role;
  /** Stages stand in only one place of a page. */
  readonly slot: string;
  /** No stage can be switched off. */
  readonly enabled: boolean;
  reachable: boolean;
  properties: readonly Property[];
  /** Of the name in the document; -1 when it is not there as it is. */
  readonly start: number;
  readonly end: number;
  /** The same of the id. */
  readonly idStart: number;
  readonly idEnd: number;
  private readonly doc: XmlDocument;
  private ownName: string | undefined;
  private ownId: string | undefined;

  /** Creates an activity. @param name the attribute that holds it, or the name itself; the same for the id */
  constructor(
    doc: XmlDocument,
    index: number,
    at: number,
    parent: number,
    type: string,
    role: Role,
    name: number | string,
    id: number | string,
  ) {
    this.index = index;
    this.owner = index;
    this.at = at;
    this.parent = parent;
    this.type = type;
    this.role = role;
    this.slot = '';
    this.enabled = true;
    this.reachable = true;
    this.properties = NO_PROPERTIES;
    this.doc = doc;
    this.start = plainStart(doc, name);
    this.end = this.start === -1 ? -1 : doc.attributeValueEnds[name as number]!;
    this.ownName = this.start === -1 ? textOf(doc, name) : undefined;
    this.idStart = plainStart(doc, id);
    this.idEnd = this.idStart === -1 ? -1 : doc.attributeValueEnds[id as number]!;
    this.ownId = this.idStart === -1 ? textOf(doc, id) : undefined;
  }

  get name(): string {
    this.ownName ??= this.doc.text.slice(this.start, this.end);
    return this.ownName;
  }

  get id(): string {
    this.ownId ??= this.doc.text.slice(this.idStart, this.idEnd);
    return this.ownId;
  }

  get rawName(): RawText | undefined {
    return this.start === -1 ? undefined : this;
  }

  get bytes(): Buffer {
    return this.doc.bytes;
  }
}

/** Adds an activity. */
export function addStageActivity(
  { doc, draft }: { readonly doc: XmlDocument; readonly draft: Draft },
  at: number,
  parent: number,
  type: string,
  role: Role,
  name: number | string,
  id: number | string,
): StageActivity {
  const index = draft.activities.length;
  const activity = new StageActivity(doc, index, at, parent, type, role, name, id);
  draft.activities.push(activity);
  return activity;
}
