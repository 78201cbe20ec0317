/**
 * Clients of platforms: what a tenant holds, and the bytes of it. They only read. A remote knows no database, and its
 * cursors are data, so that a caller can go on in another process.
 */
import type { Reason } from './coverage.ts';

/** Client of one platform tenant. Each method rejects with a `RemoteError` that says what to do. */
export interface Remote {
  /** Returns what the credential may do beyond what a pull needs. */
  probe(signal: AbortSignal): Promise<Probe>;
  /** Returns everything that can be listed by itself. */
  parts(signal: AbortSignal): Promise<readonly RemotePart[]>;
  /** Returns one page of a part. `cursor` is that of the page before; undefined: the first page. */
  list(part: RemotePart, cursor: ListCursor | undefined, signal: AbortSignal): Promise<PartPage>;
  /** Returns the artefacts that the rows of all parts are about, sorted by key. */
  select(parts: readonly RemotePart[], rows: readonly ListedRow[]): readonly RemoteArtefact[];
  /** Writes the bytes of an artefact into the sink. */
  fetch(
    artefact: Pick<RemoteArtefact, 'name' | 'version' | 'place'>,
    sink: ByteSink,
    signal: AbortSignal,
  ): Promise<Fetched>;
}

/** Rights of a credential. */
export interface Probe {
  /** Sentences about rights that a pull does not need, each with its remedy. */
  readonly warnings: readonly string[];
}

/** Part of a tenant that is listed by itself, such as a folder. */
export interface RemotePart {
  readonly key: string;
  /** Name for people, such as `Finance/Prod`. */
  readonly path: string;
  readonly kind: 'folder' | 'feed' | 'environment';
  readonly place: RemotePlace;
  /** Sentence about why it cannot be listed, so that more may exist than is seen; undefined: it can. */
  readonly problem: string | undefined;
}

/** Place of the next page, as JSON. */
export type ListCursor = Readonly<Record<string, number | string>>;

/** Page of a listing. */
export interface PartPage {
  readonly rows: readonly ListedRow[];
  /** Rows that lack what makes them artefacts. */
  readonly unreadableCount: number;
  /** Null: this was the last page. */
  readonly next: ListCursor | undefined;
  /** Rows of the whole part as the platform counts them; undefined: it does not say. */
  readonly count: number | undefined;
}

/** Row of a listing. Several rows, of several parts, may be about one artefact. */
export interface ListedRow {
  /** Identity of the row in its part. */
  readonly row: string;
  readonly name: string;
  readonly version: string;
  /** Path of the part that runs this version; undefined: the row only says that the artefact exists. */
  readonly runsIn: string | undefined;
  readonly place: RemotePlace;
}

/** Data with which a remote finds something again. */
export type RemotePlace = Readonly<Record<string, string>>;

/** Something that the platform names and versions. */
export interface RemoteArtefact {
  /** Identity in its tenant, compared as bytes. */
  readonly key: string;
  /** Kind of its bytes: a package of UiPath, or a zip of files. */
  readonly kind: 'package' | 'files';
  readonly name: string;
  /** Name of what holds it, such as a feed. */
  readonly group: string;
  readonly version: string;
  /** Text that changes with the content. Only equality means something. */
  readonly marker: string;
  /** Each part that runs it, with the version there. */
  readonly runs: readonly { readonly part: string; readonly version: string }[];
  /** Reason why it is not fetched; undefined: it is. */
  readonly reason: Reason | undefined;
  readonly place: RemotePlace;
}

/** Receiver of bytes. */
export interface ByteSink {
  /** Begins, and drops what an attempt before has written. */
  start(): Promise<void>;
  write(chunk: Uint8Array): Promise<void>;
}

/** End of a download. */
export interface Fetched {
  readonly sizeBytes: number;
}
