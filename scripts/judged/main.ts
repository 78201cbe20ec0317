/**
 * Checks the findings in real repositories that people have judged one by one: each that is TRUE must still be there, each
 * that is FALSE must be gone. Prints the lines that fail and the files that were not read, whose lines decide nothing. The
 * list lies beside the checkout, the repositories (bare or not) in a folder: `<owner>+<name>` or `<owner>/<name>`, each or
 * a folder in it a Git directory.
 *
 * Usage: npm run judged -- FOLDER, or with the folder in JUDGED_REPOSITORIES
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Judgement, readJudged } from './judgements.ts';
import { createMatcher } from './matcher.ts';
import { findGitDirectory, isUnread, validateCommit, validateFolder } from './repositories.ts';

const LIST = join(import.meta.dirname, '../../../shared/real');
const [folder = process.env.JUDGED_REPOSITORIES] = process.argv.slice(2);

if (!existsSync(LIST)) {
  console.error('SKIPPED: the judged findings are not beside this checkout (../shared/real)');
  process.exit(0);
}
if (folder === undefined) {
  console.error('Name the folder of the repositories: npm run judged -- FOLDER');
  process.exit(2);
}

let undecided = 0;
const counts = { TRUE: { all: 0, right: 0 }, FALSE: { all: 0, right: 0 } };
const work = mkdtempSync(join(tmpdir(), 'flowarden-judged-'));
try {
  for (const { repository, commit, lines } of readJudged(LIST)) {
    const directory = findGitDirectory(folder, repository);
    if (directory === undefined) {
      console.error(`SKIPPED: ${repository} is not in ${folder}`);
      process.exitCode = 1;
      continue;
    }
    const files = join(work, repository.replace('/', '+'));
    const { found, unread } = validateCommit(directory, commit, files);
    for (const { path, why } of unread) console.log(['NOT READ', repository, path, why].join('  '));
    const isFound = createMatcher(found);
    let withVendor: ReturnType<typeof createMatcher> | undefined;
    const isOfVendor = (line: Judgement): boolean => {
      withVendor ??= createMatcher(validateFolder(files, '--include-vendor').found);
      return withVendor(line);
    };
    for (const line of lines) {
      if (!isFound(line) && isUnread(line.path, unread)) {
        undecided += 1;
        continue;
      }
      // Pages of the vendor are judged on request: what was judged in them before they were known is still found then.
      const isRight = line.verdict === 'TRUE' ? isFound(line) || isOfVendor(line) : !isFound(line);
      counts[line.verdict].all += 1;
      counts[line.verdict].right += Number(isRight);
      if (!isRight) console.log([line.verdict, repository, line.path, line.ruleId, line.location].join('  '));
    }
  }
} finally {
  rmSync(work, { recursive: true });
}
console.log(`${counts.TRUE.right} of ${counts.TRUE.all} true findings are still reported.`);
console.log(`${counts.FALSE.right} of ${counts.FALSE.all} false findings are gone.`);
if (undecided > 0) console.log(`${undecided} findings stand in files that were not read.`);
if (counts.TRUE.right < counts.TRUE.all || counts.FALSE.right < counts.FALSE.all) process.exitCode = 1;
