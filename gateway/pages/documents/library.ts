/** Markdown documents of the installation as pages, found by address and rendered once. */
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { ROOT_DOCUMENTS } from '../../../src/infra/process/install-root.ts';
import { type PageBody, pageBody } from '../html.ts';
import { htmlPage } from '../page.ts';

/** Documents of an installation. */
export interface Library {
  /**
   * Returns the page at an address below `/docs`, in any letter case; the index is the empty one. Null: there is
   * none.
   */
  find(address: string): Promise<PageBody> | null;
}

/**
 * Lists the documents; each is read and rendered at its first request.
 * @param root folder of the program
 * @param base path prefix of the service, without a trailing slash
 */
export function openLibrary(root: string, base: string): Library {
  const fileByAddress = new Map(filesIn(root).map((file) => [addressOf(file), file]));
  const files = new Map([...fileByAddress].map(([address, file]) => [address.toLowerCase(), file]));
  const pages = new Map<string, Promise<PageBody>>();
  const linkFrom = (file: string) => (href: string) => {
    if (/^(?:https?:\/\/|#)/.test(href)) return href;
    const [path = '', anchor] = href.split('#');
    const address = addressOf(posix.join(posix.dirname(file), path));
    if (!fileByAddress.has(address)) return null;
    return `${base}/docs/${address}${anchor === undefined ? '' : `#${anchor}`}`;
  };
  const render = async (file: string): Promise<PageBody> => {
    // Loaded at the first request, as it would slow every start.
    const { renderMarkdown } = await import('./markdown.ts');
    const { title, html } = renderMarkdown(await readFile(join(root, file), 'utf8'), linkFrom(file));
    return pageBody(htmlPage(base, title, [html]));
  };
  return {
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

/** Returns paths relative to the root, with slashes. */
function filesIn(root: string): readonly string[] {
  const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file.replaceAll('\\', '/')}`);
  return [...inDocs, ...ROOT_DOCUMENTS.filter((file) => existsSync(join(root, file)))];
}

/**
 * Converts `docs/rules/X.md` to `rules/X`, `docs/README.md` to the empty address of the index, `SECURITY.md` to
 * `security`.
 */
function addressOf(file: string): string {
  if (ROOT_DOCUMENTS.includes(file)) return file.replace(/\.md$/, '').toLowerCase();
  return file.replace(/^docs\//, '').replace(/(?:README)?\.md$/, '');
}
