/** One activity, whose name and id are cut out of the document on access. */
import type { RawText, Role } from '../../model/workflow.ts';
import type { DraftActivity } from '../draft.ts';
import type { RangeProperty } from '../range-property.ts';
import { isPlainValue } from '../xml/decode.ts';
import { attributeValue, type XmlDocument } from '../xml/document.ts';
import type { ActivityType } from './activity-types.ts';
import type { Name } from './names/names.ts';

/** Place of an activity that is about to be read. */
export interface VariableScope {
  readonly parent: number;
  readonly slot: string;
  readonly enabled: boolean;
}

const NO_PROPERTIES: readonly RangeProperty[] = [];

/** A class, because a large file has tens of thousands. It is the range of its name too, where that stands as it is. */
export class UiPathActivity implements DraftActivity, RawText {
  index: number;
  owner: number;
  at: number;
  parent: number;
  slot: string;
  type: string;
  role: Role;
  enabled: boolean;
  reachable: boolean;
  properties: readonly RangeProperty[];
  /** Facts about its type. */
  readonly known: ActivityType;
  /** Number of its values without a name so far. */
  values: number;
  /** Of the name in the document; -1 when it is not there as it is. */
  start: number;
  end: number;
  private readonly doc: XmlDocument;
  private idAttribute: number;
  private ownName: string | undefined;
  private ownId: string | undefined;

  constructor(doc: XmlDocument, index: number, element: number, scope: VariableScope, type: Name) {
    this.index = index;
    this.owner = index;
    this.at = element;
    this.parent = scope.parent;
    this.slot = scope.slot;
    this.type = type.text;
    this.known = type.activity;
    this.role = this.known.role;
    this.enabled = scope.enabled && this.known.special !== 'CommentOut';
    this.reachable = true;
    this.properties = NO_PROPERTIES;
    this.values = 0;
    this.start = -1;
    this.end = -1;
    this.doc = doc;
    this.idAttribute = -1;
    this.ownName = type.text;
    this.ownId = '';
  }

  /** Sets the attributes that hold the name and the id; -1 for an absent one. */
  entitle(nameAttribute: number, idAttribute: number): void {
    const { doc } = this;
    if (nameAttribute !== -1) {
      const start = doc.attributeValueStarts[nameAttribute]!;
      const end = doc.attributeValueEnds[nameAttribute]!;
      if (!isPlainValue(doc.bytes, start, end))
        this.ownName = attributeValue(doc, nameAttribute) || this.type;
      else if (start !== end) {
        this.start = start;
        this.end = end;
        this.ownName = undefined;
      }
    }
    if (idAttribute !== -1) {
      this.idAttribute = idAttribute;
      this.ownId = undefined;
    }
  }

  get name(): string {
    this.ownName ??= this.doc.text.slice(this.start, this.end);
    return this.ownName;
  }

  set name(text: string) {
    this.ownName = text;
    this.start = -1;
  }

  get rawName(): RawText | undefined {
    return this.start === -1 ? undefined : this;
  }

  get bytes(): Buffer {
    return this.doc.bytes;
  }

  get id(): string {
    this.ownId ??= attributeValue(this.doc, this.idAttribute);
    return this.ownId;
  }

  set id(text: string) {
    this.ownId = text;
  }
}
