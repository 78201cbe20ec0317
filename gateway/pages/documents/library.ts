/** Markdown documents of the installation as pages, found by address and rendered once. */
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { RuleFacts } from '../../../src/analysis/model/rule.ts';
import { CATALOGUE, type RuleId } from '../../../src/gen/rule-catalogue.ts';
import { ROOT_DOCUMENTS } from '../../../src/infra/process/install-root.ts';
import { pagePath, readPageText } from '../../../src/rule-pages/page-file.ts';
import { type PageBody, pageBody } from '../html.ts';
import { htmlPage } from '../page.ts';
import { createSearch, type Search, type Section } from './search.ts';

/** Documents of an installation. */
export interface Library {
  /**
   * Returns the page at an address below `/docs`, in any letter case; the index is the empty one. Null: there is
   * none.
   */
  find(address: string): Promise<PageBody> | null;
  /** Reads all documents for a search. */
  search(): Promise<Search>;
}

/**
 * Lists the documents; each is read and rendered at its first request.
 * @param root folder of the program
 * @param base path prefix of the service, without a trailing slash
 */
export function openLibrary(root: string, base: string): Library {
  const all = [...filesIn(root), ...RULE_BY_FILE.keys()];
  const fileByAddress = new Map(all.map((file) => [addressOf(file), file]));
  const files = new Map([...fileByAddress].map(([address, file]) => [address.toLowerCase(), file]));
  const pages = new Map<string, Promise<PageBody>>();
  const linkFrom = (file: string) => (href: string) => {
    if (/^(?:https?:\/\/|#)/.test(href)) return href;
    const [path = '', anchor] = href.split('#');
    if (path.endsWith('.schema.json')) return `${base}/schemas/${posix.basename(path)}`;
    const address = addressOf(posix.join(posix.dirname(file), path));
    if (!fileByAddress.has(address)) return null;
    return `${base}/docs/${address}${anchor === undefined ? '' : `#${anchor}`}`;
  };
  const render = async (file: string): Promise<PageBody> => {
    // Loaded at the first request, as it would slow every start.
    const { renderMarkdown } = await import('./markdown.ts');
    const rule = RULE_BY_FILE.get(file);
    const text = await (rule === undefined ? readFile(join(root, file), 'utf8') : rulePage(rule));
    const { title, html } = renderMarkdown(text, linkFrom(rule === undefined ? file : RULES_LIST));
    return pageBody(htmlPage(base, title, [html]));
  };
  const sectionsIn = async (file: string): Promise<readonly Section[]> => {
    const { sectionsOf } = await import('./markdown.ts');
    const { title, sections } = sectionsOf(await readFile(join(root, file), 'utf8'));
    const address = addressOf(file);
    return sections.map(({ heading, anchor, text }) => ({
      address: anchor === '' ? address : `${address}#${anchor}`,
      page: title,
      heading: anchor === '' ? '' : heading,
      text,
    }));
  };
  return {
    async search() {
      const sections: Section[] = Object.values(CATALOGUE).map(ruleSection);
      for (const file of filesIn(root)) sections.push(...(await sectionsIn(file)));
      return createSearch(sections);
    },
    find(address) {
      const file = files.get(address.toLowerCase());
      if (file === undefined) return null;
      let page = pages.get(file);
      if (page === undefined) {
        page = render(file);
        pages.set(file, page);
        // A file that could not be read now may be readable at the next request.
        page.catch(() => pages.delete(file));
      }
      return page;
    },
  };
}

/** Returns a rule as a section: its facts say what its page is about. */
function ruleSection({ id, title, why, fix }: RuleFacts): Section {
  return { address: `rules/${id}`, page: `${id}: ${title}`, heading: '', text: `${why} ${fix}` };
}

/** Pages of the rules, as the list of rules links them: from the root. */
const RULE_BY_FILE: ReadonlyMap<string, RuleId> = new Map(
  (Object.keys(CATALOGUE) as RuleId[]).map((id) => [`src/${pagePath(id)}`, id]),
);
/** Document whose folder the links of rule pages start from. */
const RULES_LIST = 'docs/rules.md';

async function rulePage(id: RuleId): Promise<string> {
  const { publicPage } = await import('../../../src/rule-pages/public-page.ts');
  return publicPage(CATALOGUE[id], await readPageText(id));
}

/** Returns paths relative to the root, with slashes. */
function filesIn(root: string): readonly string[] {
  const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    // Instructions for coding agents are a file that programs fetch, no page.
    .filter((file) => file.endsWith('.md') && !file.endsWith('SKILL.md'))
    .map((file) => `docs/${file.replaceAll('\\', '/')}`);
  return [...inDocs, ...ROOT_DOCUMENTS.filter((file) => existsSync(join(root, file)))];
}

/** Converts `docs/api.md` to `api`, `docs/README.md` to the empty address of the index, `SECURITY.md` to `security`. */
function addressOf(file: string): string {
  const rule = RULE_BY_FILE.get(file);
  if (rule !== undefined) return `rules/${rule}`;
  if (ROOT_DOCUMENTS.includes(file)) return file.replace(/\.md$/, '').toLowerCase();
  return file.replace(/^docs\//, '').replace(/(?:README)?\.md$/, '');
}
