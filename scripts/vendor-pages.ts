/**
 * Writes the list of the vendor's pages from published files.
 *
 * Usage: node scripts/vendor-pages.ts FOLDER
 *
 * FOLDER holds the files that `vendor-sources.tsv` names, as `owner/name/commit/path`. A page counts as the vendor's
 * when the vendor published it, or when unrelated owners have it with the same content. So do the pages of a `package`:
 * a file whose objects we have read and found to be the vendor's downloads, each with the version that its download
 * names. Pages of a file that FOLDER lacks stay listed.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOutline } from '../src/analysis/platforms/blue-prism/outline.ts';
import { definitionKind, isDefinition } from '../src/analysis/platforms/blue-prism/recognise.ts';
import { pageHash } from '../src/analysis/platforms/blue-prism/vendor/page-hash.ts';
import { VENDOR_PAGES } from '../src/analysis/platforms/blue-prism/vendor/vendor-pages.ts';
import { openFile } from '../src/analysis/platforms/input-file.ts';
import { attributeText } from '../src/analysis/platforms/xml/document.ts';

const LIST = join(import.meta.dirname, '../src/analysis/platforms/blue-prism/vendor/vendor-pages.ts');
const SOURCES = join(import.meta.dirname, 'vendor-sources.tsv');
const VENDOR = 'blue-prism';
/** Unrelated owners that must have the same content: two people do not change a page in the same way. */
const OWNERS_MIN = 2;
const HASHES_PER_LINE = 3;
/** Objects that come with the product or are downloads of the vendor. */
const NAMES = new Set([
  'Data - OLEDB',
  'Data - SQL Server',
  'Email - POP3/SMTP',
  'Email - POP3/SMTP/IMAP',
  'MS Excel VBO',
  'MS Outlook Email VBO',
  'MS Word',
  'MS Word VBO',
  'System - Active Directory',
  'Utility - Collection Manipulation',
  'Utility - Date and Time Manipulation',
  'Utility - Encryption',
  'Utility - Environment',
  'Utility - File Management',
  'Utility - Foreground Locker',
  'Utility - General',
  'Utility - HTTP',
  'Utility - Image Manipulation',
  'Utility - JSON',
  'Utility - Locking',
  'Utility - Network',
  'Utility - Numeric Operations',
  'Utility - Strings',
  'Utility - Windows Compressed File',
  'Webservices - OAuth2.0',
  'Webservices - REST',
]);

interface Seen {
  readonly name: string;
  readonly owners: Set<string>;
  isListed: boolean;
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: node scripts/vendor-pages.ts FOLDER');
const seen = new Map<string, Seen>();
for (const [name, hashes] of Object.entries(VENDOR_PAGES))
  for (const hash of hashes.trim().split(/\s+/)) seen.set(hash, { name, owners: new Set(), isListed: true });
for (const line of readFileSync(SOURCES, 'utf8').trim().split('\n').slice(1)) {
  const [repository = '', commit = '', path = '', kind = ''] = line.split('\t');
  const file = join(folder, repository, commit, path);
  if (!existsSync(file)) {
    process.stderr.write(`Not there: ${file}\n`);
    continue;
  }
  const doc = openFile(file, readFileSync(file)).xml();
  for (let element = 0; element < doc.size; element += 1) {
    if (!isDefinition(doc, element) || definitionKind(doc, element) !== 'blue-prism-object') continue;
    const name = attributeText(doc, element, 'name') ?? '';
    if (!NAMES.has(name)) continue;
    const { pages } = readOutline(doc, element, true);
    const pageNames = new Map(pages.map((page) => [page.id, page.name]));
    for (const page of pages) {
      const hash = pageHash(doc, page, pageNames);
      const known = seen.get(hash) ?? { name, owners: new Set(), isListed: false };
      known.owners.add(repository.slice(0, repository.indexOf('/')).toLowerCase());
      known.isListed ||= kind === 'package' || known.owners.size >= OWNERS_MIN || known.owners.has(VENDOR);
      seen.set(hash, known);
    }
  }
}
const listed = [...seen].filter(([, { isListed }]) => isListed);
const byName = Map.groupBy(listed, ([, { name }]) => name);
const entries = [...byName]
  .sort(([one], [other]) => (one < other ? -1 : 1))
  .map(([name, pages]) => {
    const hashes = pages.map(([hash]) => hash).sort();
    const lines = Array.from({ length: Math.ceil(hashes.length / HASHES_PER_LINE) }, (_, i) =>
      hashes.slice(i * HASHES_PER_LINE, (i + 1) * HASHES_PER_LINE).join(' '),
    );
    return `  '${name}': \`\n${lines.join('\n')}\n\`,\n`;
  });
writeFileSync(
  LIST,
  `/** The vendor's pages by the hash of their content, under the object where each was seen first. */

/** Results of \`pageHash\`, separated by blanks. \`scripts/vendor-pages.ts\` writes the list. */
export const VENDOR_PAGES: Readonly<Record<string, string>> = {
${entries.join('')}};
`,
);
process.stdout.write(`${listed.length} pages of ${byName.size} objects\n`);
