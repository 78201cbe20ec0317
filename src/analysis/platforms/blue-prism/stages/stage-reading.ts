/** State of reading the inside of a stage. */
import type { Binding, Property } from '../../../model/workflow.ts';
import type { Draft } from '../../draft.ts';
import type { ExpressionSyntax } from '../../expression-syntax.ts';
import { firstChild, type XmlDocument } from '../../xml/document.ts';
import type { ReleaseReading } from '../reading.ts';
import type { StageActivity } from './activity.ts';
import type { StageLink } from './flow.ts';

/** Reads a child element of a stage. */
export type Reader = (stage: StageReading, element: number) => void;

/** The readers of child elements by their names, and that of all others. */
export interface Readers {
  readonly known: ReadonlyMap<string, Reader>;
  readonly others: Reader;
}

/** Stages that call something, and bind its arguments. */
const CALLS = new Set(['Action', 'SubSheet', 'Process']);

/** The stage that is being read; one object serves the stages of a process one after the other. */
export class StageReading implements ReleaseReading {
  readonly doc: XmlDocument;
  readonly draft: Draft;
  /** Names of application elements by their ids, for the steps of Navigate, Read and Write. */
  readonly elementNames: ReadonlyMap<string, string>;
  /** Syntax of all code; undefined for a language without a parser. */
  readonly codeSyntax: ExpressionSyntax | undefined;
  activity!: StageActivity;
  /** Properties of all stages so far: a list that is emptied has to grow again. */
  readonly properties: Property[];
  /** Bindings of all stages so far that call something. */
  readonly bindings: Binding[];
  private firstBinding: number;
  isCall: boolean;
  /** Links of all stages so far, as they declare them. */
  readonly links: StageLink[];
  steps: number;
  /** Buffer that `attributesNamed` fills: a list for each parameter would be created tens of thousands of times. */
  readonly found: number[];
  private readonly readers: Readers;
  /** Readers by number of an element's name; undefined: not looked up yet. */
  private readonly readersById: (Reader | undefined)[];

  constructor(
    { doc, draft }: ReleaseReading,
    elementNames: ReadonlyMap<string, string>,
    codeSyntax: ExpressionSyntax | undefined,
    readers: Readers,
  ) {
    this.doc = doc;
    this.draft = draft;
    this.elementNames = elementNames;
    this.codeSyntax = codeSyntax;
    this.properties = [];
    this.bindings = [];
    this.firstBinding = 0;
    this.isCall = false;
    this.links = [];
    this.steps = 0;
    this.found = [];
    this.readers = readers;
    this.readersById = new Array<Reader | undefined>(doc.names.length).fill(undefined);
  }

  /** Reads everything inside a stage into its activity, and its links. */
  read(activity: StageActivity): void {
    const { doc, properties } = this;
    const first = properties.length;
    this.activity = activity;
    this.isCall = CALLS.has(activity.type);
    this.firstBinding = this.bindings.length;
    this.steps = 0;
    for (let child = firstChild(doc, activity.at); child !== -1; child = doc.nextSiblings[child]!)
      this.readerOf(doc.nameIds[child]!)(this, child);
    if (properties.length > first) activity.properties = properties.slice(first);
  }

  /** Returns the bindings of the stage that was read last. */
  ownBindings(): readonly Binding[] {
    return this.bindings.slice(this.firstBinding);
  }

  private readerOf(nameId: number): Reader {
    let reader = this.readersById[nameId];
    if (reader === undefined) {
      reader = this.readers.known.get(this.doc.names[nameId]!) ?? this.readers.others;
      this.readersById[nameId] = reader;
    }
    return reader;
  }
}
