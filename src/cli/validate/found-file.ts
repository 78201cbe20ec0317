/** File of an offline run, from a folder, from an archive or named by itself. */
export interface FoundFile {
  /** Path below the given folder or archive, with `/` on every system; the name of a single file. */
  readonly path: string;
  /** Identity across inputs: the real path; for a member, that of its archive and its path in it. */
  readonly id: string;
  readonly sizeBytes: number;
  /** Reads its bytes; null when they are no XML, no JSON, no zip and no script of a desktop flow. */
  read(): Promise<Buffer | null>;
}
