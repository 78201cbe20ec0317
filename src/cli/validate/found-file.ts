/** A file that an offline run has found, in a folder, in an archive or by itself. */
export interface FoundFile {
  /** Below the given folder or archive, with `/` on every system; for a single file its name. */
  readonly path: string;
  /** Identity across inputs: the real path; for a member, that of its archive and its path in it. */
  readonly id: string;
  readonly sizeBytes: number;
  /** Its bytes; null when they show that it is no XML, no JSON, no zip and no script of a desktop flow. */
  read(): Promise<Buffer | null>;
}
