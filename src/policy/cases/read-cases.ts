/** Reads the cases of a pack. */
import { PolicyError } from '../problems.ts';
import { findPackFiles } from '../source/pack-files.ts';
import { type PackSource, readPackFile } from '../source/read-pack.ts';
import { readYaml } from '../source/read-yaml.ts';
import { schemaProblems } from '../source/schema-problems.ts';
import { casesSchema, type PolicyCase } from './case-schema.ts';

/** A case with its place, as `cases/secrets.yaml:3`. */
export interface PlacedCase {
  readonly file: string;
  readonly line: number;
  readonly test: PolicyCase;
}

/** Reads every case that `cases` of a pack names. @throws PolicyError with every problem of a file */
export async function readCases({ folder, document, pack }: PackSource): Promise<readonly PlacedCase[]> {
  const cases: PlacedCase[] = [];
  for (const [index, pattern] of (pack.cases ?? []).entries()) {
    const files = await findPackFiles(folder, pattern);
    if (files.length === 0) {
      const message = `"${pattern}" matches no file.`;
      throw new PolicyError([{ file: document.file, line: document.lineOf(['cases', index]), message }]);
    }
    for (const file of files) cases.push(...parseCases(file, await readPackFile(folder, file)));
  }
  return cases;
}

/** Parses the text of a file of cases. @throws PolicyError with every problem */
export function parseCases(file: string, text: string): readonly PlacedCase[] {
  const [document] = readYaml(file, text);
  if (document === undefined) throw new PolicyError([{ file, line: 0, message: 'The file has no case.' }]);
  const parsed = casesSchema.safeParse(document.value);
  if (!parsed.success) throw new PolicyError(schemaProblems(casesSchema, document, parsed.error.issues));
  const named = new Map<string, number>();
  return parsed.data.map((test, index) => {
    const line = document.lineOf([index]);
    const first = named.get(test.name);
    if (first !== undefined) {
      const message = `The case "${test.name}" stands in line ${first} already.`;
      throw new PolicyError([{ file, line, message }]);
    }
    named.set(test.name, line);
    return { file, line, test };
  });
}
