/** Renders our own Markdown as the body of a page. HTML in it is shown as text. */
import { Marked, type RendererObject, type Tokens } from 'marked';
import { escapeHtml } from '../../../src/text/escape-html.ts';

/** Rendered document. */
export interface RenderedDocument {
  /** Text of its first heading, which is not part of `html`. */
  readonly title: string;
  readonly html: string;
}

/** Returns the served address of a document's link; null: the link is shown as text. */
export type LinkResolver = (href: string) => string | null;

/** Renders a document whose first line is its only level-1 heading. */
export function renderMarkdown(text: string, resolveLink: LinkResolver): RenderedDocument {
  const marked = new Marked({ gfm: true, renderer: rendererWith(resolveLink) });
  const tokens = marked.lexer(text);
  const [first] = tokens;
  if (first?.type !== 'heading' || first.depth !== 1) throw new Error('A document begins with its title.');
  return { title: plainText(first as Tokens.Heading), html: marked.parser(tokens.slice(1)) };
}

/** Part of a document below a heading. */
export interface DocumentSection {
  readonly heading: string;
  /** '' for the beginning of the document. */
  readonly anchor: string;
  /** Its Markdown on one line. */
  readonly text: string;
}

/** Splits a document at its headings, with the anchors that `renderMarkdown` gives them. */
export function sectionsOf(text: string): {
  readonly title: string;
  readonly sections: readonly DocumentSection[];
} {
  const usedSlugs = new Map<string, number>();
  const sections: { heading: string; anchor: string; parts: string[] }[] = [];
  let title = '';
  for (const token of new Marked({ gfm: true }).lexer(text)) {
    if (token.type !== 'heading') {
      if (token.type !== 'html') sections.at(-1)?.parts.push(token.raw);
      continue;
    }
    const heading = plainText(token as Tokens.Heading);
    const isFirst = sections.length === 0;
    if (isFirst) title = heading;
    sections.push({ heading, anchor: isFirst ? '' : uniqueSlug(heading, usedSlugs), parts: [] });
  }
  return {
    title,
    sections: sections.map(({ heading, anchor, parts }) => ({
      heading,
      anchor,
      text: parts.join(' ').replace(/\s+/g, ' ').trim(),
    })),
  };
}

function rendererWith(resolveLink: LinkResolver): RendererObject {
  const usedSlugs = new Map<string, number>();
  return {
    heading(token) {
      const slug = uniqueSlug(plainText(token), usedSlugs);
      const inner = this.parser.parseInline(token.tokens);
      return `<h${token.depth} id="${slug}"><a href="#${slug}">${inner}</a></h${token.depth}>\n`;
    },
    link({ href, tokens }) {
      const inner = this.parser.parseInline(tokens);
      const address = resolveLink(href);
      return address === null ? inner : `<a href="${escapeHtml(address)}">${inner}</a>`;
    },
    code: ({ text }) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`,
    // A wide table scrolls by itself, also by keyboard, so that the page fits the screen.
    table(token) {
      const rowOf = (cells: readonly Tokens.TableCell[], tag: 'td' | 'th') =>
        `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
      const rows = token.rows.map((cells) => rowOf(cells, 'td'));
      return `<div class="table" tabindex="0"><table>
<thead>${rowOf(token.header, 'th')}</thead>
<tbody>${rows.join('\n')}</tbody>
</table></div>\n`;
    },
    html: ({ text }) => (COMMENT.test(text) ? '' : FOLD.test(text) ? text : escapeHtml(text)),
  };
}

const COMMENT = /^<!--[^>]*-->\s*$/;
/** Edges of a folded block: the only HTML that documents use. */
const FOLD = /^(?:<details>\n<summary>PowerShell<\/summary>|<\/details>)\s*$/;

/** Returns the anchor of a heading as other Markdown hosts generate it, so that links work in both places. */
function uniqueSlug(text: string, used: Map<string, number>): string {
  const slug = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
  const before = used.get(slug) ?? 0;
  used.set(slug, before + 1);
  return before === 0 ? slug : `${slug}-${before}`;
}

/** Returns the text of a heading without its markup. */
function plainText({ tokens }: Tokens.Heading): string {
  return tokens.map((token) => ('text' in token ? String(token.text) : '')).join('');
}
