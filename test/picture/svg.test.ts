/** Pictures of fixtures of all platforms against stored ones, and pictures of hostile names. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { svgOf as drawn } from '../../gateway/routes/validations/draw-picture.ts';
import { openFile } from '../../src/analysis/platforms/input-file.ts';
import { READ_LIMITS } from '../../src/analysis/platforms/limits.ts';
import { PLATFORM_READERS } from '../../src/analysis/platforms/read-workflows.ts';
import { localName } from '../../src/analysis/platforms/xml/document.ts';
import { layoutPicture } from '../../src/picture/layout-picture.ts';
import { worstPage } from '../../src/picture/open-state.ts';
import { sceneToSvg } from '../../src/picture/svg/scene-to-svg.ts';
import { THEMES, type ThemeName } from '../../src/picture/svg/themes.ts';
import { graphOf, type PictureWorkflow } from '../../src/picture/workflow-graph.ts';
import { drawnFile } from '../support/files/drawn-file.ts';
import { exampleFile } from '../support/files/example-file.ts';
import { processorMsOf } from '../support/processor-time.ts';

const ROOT = join(import.meta.dirname, '../..');
const GOLDEN = join(ROOT, 'test/fixtures/pictures');

/** Twelve pictures: all platforms, nested steps, charts, pages, an archive; with the workflow that is drawn. */
const DRAWN: Readonly<Record<string, readonly [path: string, workflow: number, theme: ThemeName]>> = {
  'uipath-nested': ['samples/uipath/Main.xaml', 0, 'light'],
  'uipath-nested-dark': ['samples/uipath/Main.xaml', 0, 'dark'],
  'uipath-flowchart': ['test/fixtures/uipath/flowchart.xaml', 0, 'light'],
  'uipath-state-machine': ['test/fixtures/uipath/state-machine.xaml', 0, 'light'],
  'uipath-visual-basic': ['test/fixtures/uipath/visual-basic.xaml', 0, 'light'],
  'power-automate-flow': ['samples/power-automate/ApproveInvoice.json', 0, 'light'],
  'power-automate-branches': [
    'test/goldens/power-automate/PurchaseApproval-CE6A1DC3-E070-5E07-BA2D-647A909E824E.json',
    0,
    'light',
  ],
  'power-automate-desktop': ['test/goldens/power-automate/ReadInvoices.txt', 0, 'dark'],
  'automation-anywhere-bot': ['samples/automation-anywhere/Send Reminders.json', 0, 'light'],
  'blue-prism-process': ['samples/blue-prism/Load Customers.bpprocess', 0, 'light'],
  'blue-prism-object': ['test/fixtures/blue-prism/Ledger.bpobject', 0, 'dark'],
  'blue-prism-release': ['test/fixtures/blue-prism/Invoices.bprelease', 1, 'light'],
};

/** Parses a document by the reader of this project, and returns the name of its root. */
function parseXml(text: string): string {
  const doc = openFile('picture.svg', Buffer.from(text), READ_LIMITS).xml();
  return localName(doc, 0);
}

function svgOf(workflow: PictureWorkflow, theme: ThemeName): string {
  const graph = graphOf(workflow);
  const page = worstPage(graph);
  const scene = layoutPicture(graph, page === undefined ? {} : { page });
  return `${sceneToSvg(scene, graph, { theme: THEMES[theme], title: workflow.name })}\n`;
}

describe('the picture of', () => {
  for (const [name, [path, index, theme]] of Object.entries(DRAWN))
    it(`${name} is the stored one`, () => {
      const { workflows } = drawnFile(path.slice(path.lastIndexOf('/') + 1), readFileSync(join(ROOT, path)));
      const svg = svgOf(workflows[index]!, theme);
      const file = join(GOLDEN, `${name}.svg`);
      if (process.env.UPDATE_GOLDEN === '1') {
        mkdirSync(GOLDEN, { recursive: true });
        writeFileSync(file, svg);
      }
      assert.equal(svg, readFileSync(file, 'utf8'));
    });

  it('hostile names is well-formed, and has no markup of theirs', () => {
    const { snippet } = PLATFORM_READERS.find(({ platform }) => platform === 'uipath')!;
    const names = [
      '&lt;img src=x onerror=alert(1)&gt;',
      'a&quot; onload=&quot;b',
      '\u202egnp',
      'n'.repeat(10_000),
    ];
    const steps = names.map((name) => `<Delay DisplayName="${name}" />`).join('');
    const { workflows } = drawnFile('Main.xaml', Buffer.from(snippet(`<Sequence>${steps}</Sequence>`)));
    const svg = svgOf(workflows[0]!, 'light');
    assert.equal(/<img|onload="b|\u202e/.test(svg), false);
    assert.ok(svg.includes('&lt;img'));
    assert.ok(svg.length < 20_000);
    assert.equal(parseXml(svg), 'svg');
  });
});

describe('the picture of a large workflow', () => {
  const step = (inner: string) =>
    `<Sequence DisplayName="Part"><TryCatch><TryCatch.Try><Sequence>${inner}</Sequence></TryCatch.Try></TryCatch></Sequence>`;
  const workflowOf = (fragment: string) =>
    drawnFile('Main.xaml', exampleFile('uipath', fragment)).workflows[0]!;
  it('is an overview of bounded size, drawn in bounded time', () => {
    const nested = `<Sequence>${step('<ui:Comment /><Delay Duration="00:00:05" />'.repeat(10)).repeat(400)}</Sequence>`;
    const flat = `<Sequence>${'<Delay Duration="00:00:05" />'.repeat(9_000)}</Sequence>`;
    for (const fragment of [nested, flat]) {
      const workflow = workflowOf(fragment);
      assert.ok(workflow.nodes.parent.length > 5_000, `${workflow.nodes.parent.length} steps`);
      let svg = '';
      const ms = processorMsOf(() => {
        svg = drawn(workflow, undefined, 'light');
      });
      assert.ok(svg.length < 2_000_000, `${svg.length} characters`);
      assert.ok(ms < 1_000, `${ms} ms`);
      assert.match(svg, /<svg /);
    }
  });
  it('is drawn in full when it is small', () => {
    const workflow = workflowOf(`<Sequence>${step('<ui:Comment />')}</Sequence>`);
    assert.equal(`${drawn(workflow, undefined, 'light')}\n`, svgOf(workflow, 'light'));
  });
});
