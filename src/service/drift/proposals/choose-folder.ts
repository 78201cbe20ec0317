/** Decides which folder of a repository an artefact probably comes from, and says why. */
import { plural } from '../../../text/format.ts';
import type { AlikeFile, NamedPlace } from './alike-files-store.ts';

/** Folder of a repository. */
interface Folder {
  readonly repository: string;
  readonly folder: string;
}

/** Folder that is proposed. */
export interface ProposedFolder extends Folder {
  /** Reason, as people read it. */
  readonly because: string;
}

/** Facts about one artefact. */
export interface FolderFacts {
  readonly files: readonly Pick<AlikeFile, 'path' | 'repository' | 'filename' | 'isNamed'>[];
  readonly places: readonly Pick<NamedPlace, 'repository' | 'folder' | 'isById'>[];
}

/**
 * Returns the folder with the strongest reason: a file with the artefact's id, then most files in common, then the name. Undefined
 * where two fit equally well: a wrong proposal costs more than none.
 */
export function chooseFolder({ files, places }: FolderFacts): ProposedFolder | undefined {
  const byId = onlyOne(places.filter(({ isById }) => isById));
  if (byId !== undefined) return { ...placeOf(byId), because: 'the name of the file has its id' };
  const named = places.filter(({ isById }) => !isById);
  return byContent(files) ?? byName(named);
}

const placeOf = ({ repository, folder }: Folder): Folder => ({ repository, folder });

/** Folder with the files of the artefact that are the same there. */
interface AlikeFolder extends Folder {
  readonly paths: Set<string>;
  /** It is called as the artefact is. */
  readonly isNamed: boolean;
}

function byName(named: FolderFacts['places']): ProposedFolder | undefined {
  const place = onlyOne(named);
  return place === undefined ? undefined : { ...placeOf(place), because: 'the folder has its name' };
}

/** A form of several repositories is that of a template or a library: it says nothing about the origin. */
function byContent(files: FolderFacts['files']): ProposedFolder | undefined {
  const repositories = new Map<string, Set<string>>();
  for (const { path, repository } of files) {
    const known = repositories.get(path) ?? new Set();
    repositories.set(path, repository === null ? known : known.add(repository));
  }
  const own = files.filter(({ path }) => repositories.get(path)!.size <= 1);
  const total = new Set(own.map(({ path }) => path)).size;
  const alike = new Map<string, AlikeFolder>();
  for (const { path, repository, filename, isNamed } of own) {
    const folder = filename === null ? undefined : folderAround(filename, path);
    if (repository === null || folder === undefined) continue;
    const key = `${repository}\n${folder}`;
    const one = alike.get(key) ?? { repository, folder, paths: new Set(), isNamed };
    one.paths.add(path);
    alike.set(key, one);
  }
  const weightOf = (one: AlikeFolder): number => one.paths.size * 2 + (one.isNamed ? 1 : 0);
  const [best, second] = [...alike.values()].sort((a, b) => weightOf(b) - weightOf(a));
  if (best === undefined || best.paths.size * 2 <= total) return undefined;
  if (second !== undefined && weightOf(second) === weightOf(best)) return undefined;
  const same = `${best.paths.size} of ${plural(total, 'file')} ${best.paths.size === 1 ? 'is' : 'are'} the same`;
  return { ...placeOf(best), because: best.isNamed ? `${same}, and the folder has its name` : same };
}

/** Returns the folder in which a file has this path; undefined: it has another path there. */
function folderAround(filename: string, path: string): string | undefined {
  if (filename === path) return '';
  return filename.endsWith(`/${path}`) ? filename.slice(0, -path.length) : undefined;
}

function onlyOne<Place>(places: readonly Place[]): Place | undefined {
  return places.length === 1 ? places[0]! : undefined;
}
