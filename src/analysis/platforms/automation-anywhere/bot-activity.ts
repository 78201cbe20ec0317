/** Commands and triggers, whose id is cut out of the document only when a rule or a finding reads it. */
import type { Property, Role } from '../../model/workflow.ts';
import type { DraftActivity } from '../draft.ts';
import { type JsonDocument, stringOf } from '../json/document.ts';
import type { Command } from './commands.ts';

const NO_SETTINGS: readonly Property[] = [];

export class BotActivity implements DraftActivity {
  readonly at: number;
  readonly owner: number;
  readonly index: number;
  readonly parent: number;
  readonly slot: string;
  readonly type: string;
  readonly role: Role;
  name: string;
  readonly enabled: boolean;
  reachable: boolean;
  /** Undefined for triggers, which the editor shows apart. */
  readonly editorLine: number | undefined;
  properties: readonly Property[];
  private readonly doc: JsonDocument;
  private readonly uid: number;
  private known: string | undefined;

  /** Creates an activity. @param uid position of the id; -1: none */
  constructor(
    doc: JsonDocument,
    at: number,
    index: number,
    parent: DraftActivity | undefined,
    slot: string,
    command: Command,
    isDisabled: boolean,
    editorLine: number | undefined,
    uid: number,
  ) {
    this.at = at;
    this.owner = index;
    this.index = index;
    this.parent = parent === undefined ? -1 : parent.index;
    this.slot = slot;
    this.type = command.type;
    this.role = editorLine === undefined ? 'trigger' : command.role;
    this.name = command.title;
    this.enabled = !isDisabled && (parent === undefined || parent.enabled);
    this.reachable = true;
    this.editorLine = editorLine;
    this.properties = NO_SETTINGS;
    this.doc = doc;
    this.uid = uid;
    this.known = undefined;
  }

  get id(): string {
    if (this.known === undefined) this.known = this.uid === -1 ? '' : (stringOf(this.doc, this.uid) ?? '');
    return this.known;
  }
}
