/** Copies of findings in other files of a submission, named like in a local report. */
import type { ProjectItem, ValidateResponse } from '../../../clients/typescript/src/api.ts';
import { comparePaths, copiesSentence } from '../../analysis/engine/findings/copies.ts';
import type { SentFile } from './sent-files.ts';
import { completeFindings, type JudgedResult, type SubmittedCopy } from './stored-findings.ts';

/** Id of a listed finding → the copies that it stands for. */
type CopiesById = ReadonlyMap<string, readonly SubmittedCopy[]>;

/** Returns the copies that the findings of each file stand for, by the path of the file. */
export function copiesByFile(
  items: readonly ProjectItem[],
  results: readonly (ValidateResponse | undefined)[],
  sentAs: ReadonlyMap<string, SentFile>,
): ReadonlyMap<string, CopiesById> {
  const copies = items.flatMap((item, index) => {
    const { path, listedElsewhere = [] }: Pick<ProjectItem, 'path'> & Partial<ProjectItem> = item;
    const byId = new Map(completeFindings(results[index]?.findings ?? []).map((found) => [found.id, found]));
    return listedElsewhere.flatMap(({ findingId, listedAs, listedIn }) => {
      const finding = byId.get(findingId);
      if (finding === undefined) return [];
      const { file, diskPath = path, member = null } = sentAs.get(path) ?? {};
      const copy = { file: file?.path ?? path, diskPath, member, finding };
      return [{ listedIn, listedAs, copy }];
    });
  });
  return new Map(
    [...Map.groupBy(copies, ({ listedIn }) => listedIn)].map(([path, own]) => [
      path,
      new Map(
        [...Map.groupBy(own, ({ listedAs }) => listedAs)].map(([id, all]) => [
          id,
          all.map(({ copy }) => copy).sort((a, b) => comparePaths(a.file, b.file)),
        ]),
      ),
    ]),
  );
}

/** Returns the result of a file in which findings name the files of their copies. */
export function namingCopies(result: JudgedResult, copies: CopiesById | undefined): JudgedResult {
  if (copies === undefined) return result;
  const findings = result.findings.map((finding) => {
    const inFiles = copies.get(finding.id);
    if (inFiles === undefined) return finding;
    const sentence = copiesSentence(inFiles.map(({ file }) => file));
    return { ...finding, description: `${finding.description} ${sentence}`, inFiles };
  });
  return { ...result, findings };
}
