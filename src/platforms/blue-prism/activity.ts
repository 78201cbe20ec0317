/** One activity of a process, object or release. */
import type { Property, RawText, Role } from '../../model/workflow.ts';
import type { Draft, DraftActivity } from '../draft.ts';
import { isPlainValue } from '../xml-decode.ts';
import { attributeValue, type XmlDocument } from '../xml-document.ts';

const NO_PROPERTIES: readonly Property[] = [];

/** A class, because a large file has tens of thousands. It is the range of its name too, where that stands as it is. */
export class StageActivity implements DraftActivity, RawText {
  readonly index: number;
  readonly owner: number;
  readonly at: number;
  readonly parent: number;
  readonly type: string;
  readonly role: Role;
  readonly id: string;
  reachable: boolean;
  properties: readonly Property[];
  /** Of the name in the document; -1 when it is not there as it is. */
  readonly start: number;
  readonly end: number;
  private readonly doc: XmlDocument;
  private ownName: string | undefined;

  /** @param name the attribute that holds it, or the name itself */
  constructor(
    doc: XmlDocument,
    index: number,
    at: number,
    parent: number,
    type: string,
    role: Role,
    name: number | string,
    id: string,
  ) {
    this.index = index;
    this.owner = index;
    this.at = at;
    this.parent = parent;
    this.type = type;
    this.role = role;
    this.id = id;
    this.reachable = true;
    this.properties = NO_PROPERTIES;
    this.doc = doc;
    const start = typeof name === 'string' ? -1 : doc.attributeValueStarts[name]!;
    const end = typeof name === 'string' ? -1 : doc.attributeValueEnds[name]!;
    const stands = start !== -1 && isPlainValue(doc.bytes, start, end);
    this.start = stands ? start : -1;
    this.end = end;
    if (stands) this.ownName = undefined;
    else this.ownName = typeof name === 'string' ? name : attributeValue(doc, name);
  }

  get name(): string {
    this.ownName ??= this.doc.text.slice(this.start, this.end);
    return this.ownName;
  }

  get rawName(): RawText | undefined {
    return this.start === -1 ? undefined : this;
  }

  get bytes(): Buffer {
    return this.doc.bytes;
  }

  /** Stages stand in only one place of a page. */
  get slot(): string {
    return '';
  }

  /** No stage can be switched off. */
  get enabled(): boolean {
    return true;
  }
}

/** Adds an activity. */
export function addActivity(
  { doc, draft }: { readonly doc: XmlDocument; readonly draft: Draft },
  at: number,
  parent: number,
  type: string,
  role: Role,
  name: number | string,
  id: string,
): StageActivity {
  const index = draft.activities.length;
  const activity = new StageActivity(doc, index, at, parent, type, role, name, id);
  draft.activities.push(activity);
  return activity;
}
