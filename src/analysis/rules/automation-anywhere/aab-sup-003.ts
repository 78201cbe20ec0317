/**
 * Bots of one export that use different main versions of a package. Bots get the newest minor version whenever people edit
 * them, so that those differ in every export.
 */
import type { FoundClue } from '../../model/project.ts';
import { isOlder } from '../../patterns/version-order.ts';
import { defineRule } from '../define-rule.ts';

const PREFIX = 'packages.';

interface UsedPackage {
  readonly used: string;
  readonly version: string;
}

const packageOf = ({ data }: FoundClue): UsedPackage => data as UsedPackage;
const versionOf = (clue: FoundClue): string => packageOf(clue).version;
const mainVersionOf = (clue: FoundClue): string => versionOf(clue).split('.')[0]!;

export const rule = defineRule('AAB-SUP-003', {
  level: 'project',
  fileKinds: ['automation-anywhere-export'],
  *gather({ name, settings }) {
    for (const [key, version] of settings)
      if (key.startsWith(PREFIX))
        yield { at: { at: 0, owner: -1, name }, data: { used: key.slice(PREFIX.length), version } };
  },
  *check({ clues, workflows }) {
    // A folder in Git holds bots that are never deployed together.
    if (!workflows.some(({ file }) => /(?:^|\/)manifest\.json$/i.test(file))) return;
    const packages = Map.groupBy(clues, (clue) => packageOf(clue).used);

    for (const [name, uses] of packages) {
      const newest = uses.reduce((best, use) => (isOlder(versionOf(best), versionOf(use)) ? use : best));
      const older = uses.filter((use) => mainVersionOf(use) !== mainVersionOf(newest));
      const [first] = older;
      if (first === undefined) continue;
      yield {
        in: first.in,
        at: first.at,
        subject: name,
        message: `"${first.in.name}" uses version ${versionOf(first)} of the package "${name}", and "${newest.in.name}" uses ${versionOf(newest)}.`,
      };
    }
  },
});
