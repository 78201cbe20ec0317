/** Parsing of a rule's page: the sections that it must have, and errors that name what is wrong. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parsePage, withoutTestExamples } from '../../src/rule-pages/parse-page.ts';

const page = ({ platforms = '[uipath]', examples = '', designer = 'UiPath Studio' } = {}): string => `---
id: UIP-REL-900
platforms: ${platforms}
---

## Why it matters

The process stops.

## How to fix it

Add a retry.

### In ${designer}

1. Select the activity.
2. Drag "Retry Scope" around it.

## Examples

${examples}
`;

describe('a page', () => {
  it('has prose, steps, and examples with the number of their findings', () => {
    const { why, fix, designers, examples } = parsePage(
      page({
        examples:
          '### Reported\n\nThe examples have the options `{"max":2}`.\n\n```xml findings=2\n<A>\n\n## no heading\n</A>\n```\n\n### Not reported\n\n```xml\n<B />\n```\n\n## For tests\n\n### Not reported\n\nIt is switched off.\n\n````text\n```\n````',
      }),
    );
    assert.deepEqual([why, fix], ['The process stops.', 'Add a retry.']);
    assert.deepEqual(designers, [
      { designer: 'UiPath Studio', steps: ['Select the activity.', 'Drag "Retry Scope" around it.'] },
    ]);
    assert.deepEqual(examples, {
      uipath: {
        options: { max: 2 },
        bad: [{ text: '<A>\n\n## no heading\n</A>', findings: 2 }],
        good: [{ text: '<B />', findings: 1 }],
        forTests: { bad: [], good: [{ text: '```', findings: 1 }] },
      },
    });
  });

  it('has sections by platform where the rule has several', () => {
    const { examples } = parsePage(
      page({
        platforms: '[uipath, blue-prism]',
        examples:
          '### Reported: UiPath\n\n```xml\n<A />\n```\n\n### Not reported: UiPath\n\n```xml\n<B />\n```\n\n### Reported: Blue Prism\n\n```xml\n<C />\n```\n\n### Not reported: Blue Prism\n\n```xml\n<D />\n```\n\n## For tests\n\n### Not reported: Blue Prism\n\n```xml\n<E />\n```',
      }),
    );
    const texts = Object.entries(examples).map(([platform, { bad, good, forTests }]) => [
      platform,
      ...[bad, good, forTests.good].map((list) => list.map(({ text }) => text).join()),
    ]);
    assert.deepEqual(texts, [
      ['uipath', '<A />', '<B />', ''],
      ['blue-prism', '<C />', '<D />', '<E />'],
    ]);
  });

  for (const [what, text, message] of [
    ['has no front matter', 'Text', /front matter/],
    ['lacks a reason', page().replace('The process stops.', ''), /"Why it matters" has no text/],
    ['names an unknown designer', page({ designer: 'Notepad' }), /"In Notepad" names no designer/],
    [
      'has examples of a platform that the rule does not have',
      page({ examples: '### Reported: Blue Prism\n\n```xml\n<A />\n```' }),
      /"Reported: Blue Prism" names no platform/,
    ],
    ['has a fence without an end', page({ examples: '### Reported\n\n```xml\n<A />' }), /has no end/],
  ] as const) {
    it(`that ${what} is rejected`, () => {
      assert.throws(() => parsePage(text), message);
    });
  }

  it('loses the examples for tests before people read it', () => {
    assert.equal(withoutTestExamples('a\n\n## For tests\n\nb\n'), 'a\n');
    assert.equal(withoutTestExamples('a\n'), 'a\n');
  });
});
