/** The documentation as the gateway serves it: what is a page, where its links lead, what a browser makes of it. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openLibrary } from '../../../gateway/pages/documents/library.ts';
import { renderMarkdown } from '../../../gateway/pages/documents/markdown.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';
import { installRoot, ROOT_DOCUMENTS } from '../../../src/infra/process/install-root.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import {
  rawRequest,
  startCore,
  startTestGateway,
  type TestCore,
  type TestGateway,
} from '../support/support.ts';

const FOLDER = join(installRoot(), 'docs');

/** The address of every page that has to be there. */
const ADDRESSES = [
  '/docs/',
  '/docs/api',
  '/docs/errors',
  '/docs/search',
  ...readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && file !== 'README.md' && !file.endsWith('SKILL.md'))
    .map((file) => `/docs/${file.replaceAll('\\', '/').slice(0, -'.md'.length)}`),
  ...ROOT_DOCUMENTS.map((file) => `/docs/${file.slice(0, -'.md'.length).toLowerCase()}`),
  ...RULES.map(({ id }) => `/docs/rules/${id}`),
];

interface Served {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

describe('the documentation', () => {
  let core: TestCore;
  let gateway: TestGateway;
  const pages = new Map<string, Served>();
  before(async () => {
    core = await startCore();
    gateway = await startTestGateway({ corePort: core.port });
    for (const address of ADDRESSES) pages.set(address, await fetchPage(address));
  });
  after(async () => {
    await gateway.stop();
    core.stop();
  });
  const fetchPage = async (path: string, headers: Record<string, string> = {}): Promise<Served> => {
    const response = await fetch(gateway.url + path, { headers });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  it('serves a page for every Markdown file and every rule', () => {
    assert.deepEqual(
      [...pages].filter(([, { status }]) => status !== 200).map(([address]) => address),
      [],
    );
  });

  it('serves the instructions for coding agents as the file that it is', async () => {
    const { status, headers, text } = await fetchPage('/docs/assets/SKILL.md');
    assert.deepEqual([status, headers.get('content-type')], [200, 'text/markdown; charset=utf-8']);
    assert.equal(text, readFileSync(join(FOLDER, 'skill/SKILL.md'), 'utf8'));
    assert.equal((await fetchPage('/docs/skill/SKILL')).status, 404);
  });

  it('finds sections by all words of a query, the best first, and shows a query as text', async () => {
    const found = await fetchPage('/docs/search?q=baseline+known');
    assert.equal(found.status, 200);
    const links = [...found.text.matchAll(/<h2><a href="([^"]*)"/g)].map(([, href]) => href!);
    assert.ok(links.length > 0 && links.length <= 30);
    for (const href of links) {
      const { status, text } = await fetchPage(href);
      const anchor = href.split('#')[1];
      assert.equal(status, 200, href);
      assert.ok(anchor === undefined || text.includes(`id="${anchor}"`), href);
    }
    const rule = await fetchPage('/docs/search?q=uip-sec-001');
    assert.match(rule.text, /<h2><a href="\/docs\/rules\/UIP-SEC-001">/);
    const hostile = await fetchPage(`/docs/search?q=${encodeURIComponent('"><script>x</script>')}`);
    assert.doesNotMatch(hostile.text, /<script/);
    assert.match(hostile.headers.get('content-security-policy') ?? '', /form-action 'self'/);
    assert.match(
      (await fetchPage(`/docs/search?q=${'%E2%82%AC'.repeat(300)}`)).text,
      /No page has all|Words/,
    );
    assert.match((await fetchPage('/docs/search?q=a&q=b')).text, /type="search"/);
  });

  it('answers the old address of the API reference with the index', async () => {
    assert.equal((await fetchPage('/docs')).text, pages.get('/docs/')!.text);
  });

  it('serves pages without scripts, styles and events in the text, under the policy for pages', () => {
    for (const [address, { text, headers }] of pages) {
      assert.match(
        headers.get('content-security-policy') ?? '',
        /^default-src 'none'; script-src 'self'/,
        address,
      );
      assert.doesNotMatch(text, /<script(?![^>]*\ssrc=)|<[^>]*\son\w+=|<[^>]*\sstyle=|<style/, address);
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
    }
  });

  it('leads every link to a page and an anchor that exist', () => {
    const broken = [...pages].flatMap(([address, { text }]) =>
      [...text.matchAll(/<a href="([^"]+)"/g)]
        .map((match) => match[1]!)
        .filter(
          (href) => !/^https?:/.test(href) && !leadsSomewhere(href.startsWith('#') ? address + href : href),
        )
        .map((href) => `${address}: ${href}`),
    );
    assert.deepEqual(broken, []);
  });

  it('links from Markdown only to files that exist', () => {
    const files = [
      ...readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.md'))
        .map((file) => join(FOLDER, file)),
      ...ROOT_DOCUMENTS.map((file) => join(installRoot(), file)),
    ];
    const broken = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\]\((?!https?:)([^)#\s]+)[^)]*\)/g)]
        .filter(([, target = '']) => !existsSync(join(dirname(file), target)))
        .map(([link]) => `${file}: ${link}`),
    );
    assert.deepEqual(broken, []);
  });

  const leadsSomewhere = (href: string): boolean => {
    const [path = '', anchor] = href.split('#');
    if (path === '/openapi.json' || path.startsWith('/schemas/')) return true;
    const text = pages.get(path)?.text;
    return text !== undefined && (anchor === undefined || text.includes(` id="${anchor}"`));
  };

  it('says for each rule why it matters, how to fix it and what to do when it has to stay', () => {
    for (const { id, title } of RULES) {
      const { text } = pages.get(`/docs/rules/${id}`)!;
      assert.match(text, new RegExp(`<title>${id}: `), title);
      for (const anchor of ['why-it-matters', 'how-to-fix-it'])
        assert.match(text, new RegExp(` id="${anchor}"`));
    }
    const { text } = pages.get('/docs/rules/UIP-REL-001')!;
    assert.match(text, /id="if-it-has-to-stay"/);
    assert.doesNotMatch(text, /near-misses/);
    assert.match(text, /&lt;TryCatch|&#60;TryCatch/);
  });

  it('lists every rule with a link to its page', () => {
    const { text } = pages.get('/docs/rules')!;
    for (const { id } of RULES) assert.ok(text.includes(`href="/docs/rules/${id}"`), id);
  });

  it('finds the page of a rule in any letter case', async () => {
    const { status, text } = await fetchPage('/docs/rules/uip-rel-001');
    assert.deepEqual([status, text], [200, pages.get('/docs/rules/UIP-REL-001')!.text]);
  });

  it('sends nothing again to a browser that has the page', async () => {
    const etag = pages.get('/docs/rules')!.headers.get('etag') ?? '';
    // `fetch` adds headers that request the page itself.
    const answerTo = async (known: string) => {
      const { text } = await rawRequest(gateway.port, (socket) => {
        socket.write(
          `GET /docs/rules HTTP/1.1\r\nHost: a\r\nConnection: close\r\nIf-None-Match: ${known}\r\n\r\n`,
        );
      });
      const [head, body] = text.split('\r\n\r\n', 2);
      return [head?.slice(0, 'HTTP/1.1 304'.length), body === ''];
    };
    assert.deepEqual(await answerTo(etag), ['HTTP/1.1 304', true]);
    assert.deepEqual(await answerTo('"other"'), ['HTTP/1.1 200', false]);
  });

  it('serves a page with a slash behind its address too', async () => {
    assert.equal((await fetchPage('/docs/rules/')).text, pages.get('/docs/rules')!.text);
  });

  for (const path of [
    '/docs/nothing',
    '/docs/rules/UIP-REL-999',
    '/docs/..%2Fpackage.json',
    '/docs/..%2FARCHITECTURE',
    '/docs/constructor',
  ]) {
    it(`answers a browser that looks for ${path} with a page that links the index`, async () => {
      const { status, text } = await fetchPage(path, { Accept: 'text/html,application/xml;q=0.9,*/*;q=0.8' });
      assert.equal(status, 404);
      assert.match(text, /<a href="\/docs\/">index/);
    });
  }

  it('answers a program that looks for a page that is not there with an error payload', async () => {
    const { status, text } = await fetchPage('/docs/nothing');
    assert.equal(status, 404);
    assert.equal(JSON.parse(text).error.code, 'route_not_found');
  });
});

describe('the library', () => {
  it('reads a document again that could not be rendered, and lacks those that are not installed', async () => {
    const root = temporaryFolder();
    mkdirSync(join(root, 'docs'));
    const file = join(root, 'docs/page.md');
    writeFileSync(file, 'No title\n');
    const library = openLibrary(root, '/base');
    await assert.rejects(library.find('page')!, /title/);
    writeFileSync(file, '# Title\n\n[Security](../SECURITY.md) and [this](page.md#title)\n');
    const html = (await library.find('page')!).bytes.toString();
    assert.match(html, /<p>Security and <a href="\/base\/docs\/page#title">this<\/a><\/p>/);
    assert.equal(library.find('security'), null);
  });
});

describe('Markdown', () => {
  const render = (body: string) =>
    renderMarkdown(`# Title\n\n${body}\n`, (href) => (href === 'no' ? null : `/to/${href}`));

  it('gives the first heading as the title and not as a part of the page', () => {
    const { title, html } = renderMarkdown('# The `title`\n\nText\n', () => null);
    assert.deepEqual([title, html], ['The title', '<p>Text</p>\n']);
  });

  it('without a title is rejected', () => {
    assert.throws(() => renderMarkdown('Text\n', () => null), /title/);
  });

  const cases: readonly (readonly [fact: string, markdown: string, html: string])[] = [
    ['shows HTML as text', '<img src=x onerror=alert(1)>', '&#60;img src=x onerror=alert(1)&#62;\n'],
    ['shows HTML within a sentence as text', 'a <b>c</b>', '<p>a &#60;b&#62;c&#60;/b&#62;</p>\n'],
    ['leaves comments out', '<!-- generated -->', ''],
    ['shows HTML in code as text', '```\n<b>\n```', '<pre tabindex="0"><code>&#60;b&#62;</code></pre>\n'],
    [
      'folds PowerShell behind a block',
      '<details>\n<summary>PowerShell</summary>\n\n```powershell\n$a\n```\n\n</details>',
      '<details>\n<summary>PowerShell</summary><pre tabindex="0"><code>$a</code></pre>\n</details>\n',
    ],
    ['folds nothing else', '<details open onload=a>', '&#60;details open onload=a&#62;\n'],
    ['leads links where the resolver says', '[a](b.md)', '<p><a href="/to/b.md">a</a></p>\n'],
    ['shows a link that leads nowhere as text', '[a](no)', '<p>a</p>\n'],
    ['lets no link leave its attribute', '[a](<b"c>)', '<p><a href="/to/b&#34;c">a</a></p>\n'],
    [
      'gives each heading an anchor of its own',
      '## Red, green\n\n## Red green',
      '<h2 id="red-green"><a href="#red-green">Red, green</a></h2>\n<h2 id="red-green-1"><a href="#red-green-1">Red green</a></h2>\n',
    ],
  ];
  for (const [fact, markdown, html] of cases) {
    it(fact, () => assert.equal(render(markdown).html, html));
  }

  it('puts a table into a region that scrolls by the keyboard', () => {
    assert.match(
      render('| a |\n|---|\n| `b` |').html,
      /^<div class="table" tabindex="0"><table>[\s\S]*<td><code>b<\/code><\/td>/,
    );
  });
});
