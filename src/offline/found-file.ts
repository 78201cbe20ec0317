/** A file that an offline run has found, in a folder, in an archive or by itself. */
export interface FoundFile {
  /** Below the given folder or archive, with `/` on every system; for a single file its name. */
  readonly path: string;
  readonly sizeBytes: number;
  /** Its bytes; null when they show that it is no XML, no JSON, no zip and no script of a desktop flow. */
  read(): Promise<Buffer | null>;
}
