/** Kinds of files that are known by their path and by bytes before anything is parsed. */
import type { FileKind } from '../../model/kinds/file-kind.ts';
import type { Workflow } from '../../model/workflow.ts';
import type { InputFile, OptionalKinds, Syntax } from '../input-file.ts';
import { isGenerated } from './generated-path.ts';

/** Reader of one kind. A platform lists its kinds; the first that a file is of counts. */
export interface KindReader {
  readonly kind: FileKind;
  /** Paths that such a file can have, with `/` between folders. */
  readonly path: RegExp;
  readonly syntax: Exclude<Syntax, 'zip'>;
  /** Texts of which such a file has one at least: no other file of such a path is parsed. */
  readonly marks: readonly string[];
  /** False for paths that any product can have: they make no archive one of the platform. */
  readonly isDistinctive?: false;
  /** The kind is only read on request; absent: always. */
  readonly optional?: keyof OptionalKinds;
  /** Returns whether the content is of the kind; absent: path and mark suffice. Throws only the errors of reading. */
  isOne?(file: InputFile): boolean;
  /** Reads the workflows of a file that is of the kind. */
  read(file: InputFile): readonly Workflow[];
}

/** Returns whether some kind has such a path. Generated copies are of no kind. */
export function isKindPath(kinds: readonly KindReader[], path: string): boolean {
  return kinds.some((kind) => kind.path.test(path)) && !isGenerated(path);
}

/** Returns whether a file has the path, the syntax and a mark of a kind: it was meant to be one. */
export function mayBeOfKind(kinds: readonly KindReader[], file: InputFile): boolean {
  return kinds.some((kind) => isMeant(kind, file)) && !isGenerated(file.path);
}

/** Returns the kind of a file. Throws only the errors of reading it. */
export function kindReaderOf(kinds: readonly KindReader[], file: InputFile): KindReader | undefined {
  const found = kinds.find((kind) => isMeant(kind, file) && kind.isOne?.(file) !== false);
  return found === undefined || isGenerated(file.path) ? undefined : found;
}

function isMeant({ path, syntax, marks, optional }: KindReader, file: InputFile): boolean {
  return (
    (optional === undefined || file.optionalKinds[optional]) &&
    syntax === file.syntax &&
    path.test(file.path) &&
    marks.some((mark) => file.bytes.indexOf(mark) !== -1)
  );
}
