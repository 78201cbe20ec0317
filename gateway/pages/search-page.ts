/** GET /docs/search: finds sections of the documentation, without a script. */
import { installRoot } from '../../src/infra/process/install-root.ts';
import { escapeHtml } from '../../src/text/escape-html.ts';
import { type Hit, SEARCH_LIMITS, type Search } from './documents/search.ts';
import { basePath, pageBody } from './html.ts';
import { htmlPage, type Page, POLICY, sendPage } from './page.ts';

/** Policy of the one page with a form, which leads to the page itself. */
const SEARCH_POLICY = POLICY.replace("form-action 'none'", "form-action 'self'");

export const docsSearch: Page = {
  path: '/docs/search',
  prepare: ({ baseUrl }) => {
    const base = basePath(baseUrl);
    let search: Promise<Search> | undefined;
    return async (request, response) => {
      const { q } = request.query;
      const query = typeof q === 'string' ? q.slice(0, SEARCH_LIMITS.queryCharacters).toWellFormed() : '';
      if (query.trim() === '') {
        sendPage(response, pageBody(searchHtml(base, '', null)), SEARCH_POLICY);
        return;
      }
      // Made at the first search, as it reads every document.
      const { openLibrary } = await import('./documents/library.ts');
      search ??= openLibrary(installRoot(), base).search();
      search.catch(() => {
        search = undefined;
      });
      const hits = (await search)(query);
      sendPage(response, pageBody(searchHtml(base, query, hits)), SEARCH_POLICY);
    };
  },
};

/** Returns the page. @param hits null: nothing was searched for */
function searchHtml(base: string, query: string, hits: readonly Hit[] | null): string {
  const form = `<form action="${base}/docs/search" role="search">
<label for="q">Words</label> <input id="q" name="q" type="search" maxlength="${SEARCH_LIMITS.queryCharacters}" value="${escapeHtml(query)}"> <button>Search</button>
</form>`;
  const found =
    hits === null
      ? `<p>Pages that have all words are listed, the best first: an id such as UIP-SEC-001, an error code, a setting, or words such as <em>baseline git</em>.</p>`
      : hits.length === 0
        ? '<p>No page has all of these words.</p>'
        : hits.map((hit) => hitHtml(base, hit)).join('\n');
  return htmlPage(base, 'Search the documentation', [form, found]);
}

function hitHtml(base: string, { address, page, heading, excerpt }: Hit): string {
  const title = heading === '' || heading === page ? page : `${page}: ${heading}`;
  return `<h2><a href="${base}/docs/${escapeHtml(address)}">${escapeHtml(title)}</a></h2>
<p>${escapeHtml(excerpt)}</p>`;
}
