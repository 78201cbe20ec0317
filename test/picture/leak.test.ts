/** No secret of a file is in its outline, its scene or its picture: every bad example of every rule about secrets. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Platform } from '../../src/analysis/model/platform.ts';
import type { Workflow } from '../../src/analysis/model/workflow.ts';
import { openFile } from '../../src/analysis/platforms/input-file.ts';
import { READ_LIMITS } from '../../src/analysis/platforms/limits.ts';
import { PLATFORM_READERS, readWorkflows } from '../../src/analysis/platforms/read-workflows.ts';
import { RULES } from '../../src/analysis/rules/index.ts';
import { layoutPicture } from '../../src/picture/layout-picture.ts';
import { sceneToSvg } from '../../src/picture/svg/scene-to-svg.ts';
import { THEMES } from '../../src/picture/svg/themes.ts';
import { graphOf } from '../../src/picture/workflow-graph.ts';
import { drawnFile } from '../support/files/drawn-file.ts';
import { exampleFile } from '../support/files/example-file.ts';
import { examplesOf } from '../support/files/rule-examples.ts';

/** What a message shows of a secret. */
const MASKED = /([^\s*]{2})\*{6}/g;

/** Everything of a file that may be a value: literals, expressions, notes. */
function valuesOf({ activities, variables, arguments: given, expressions, notes }: Workflow): string[] {
  return [
    ...activities.flatMap(({ properties }) => properties.map(({ text }) => text)),
    ...[...variables, ...given].flatMap((variable) => variable.default?.text ?? []),
    ...expressions.flatMap(({ text, tokens }) => [text, ...tokens.map((token) => token.text)]),
    ...notes.map(({ text }) => text),
  ];
}

/** Returns the texts that a mask may stand for. */
function unmasked(description: string, values: readonly string[]): string[] {
  return [...description.matchAll(MASKED)].flatMap(([, start]) => {
    const pattern = new RegExp(`(?<!\\w)${start!.replace(/\W/g, '\\$&')}[^"'<>;&\\s]{10,}`, 'g');
    return values.flatMap((value) => value.match(pattern) ?? []);
  });
}

interface Case {
  readonly rule: string;
  readonly platform: Platform;
  readonly content: Buffer;
}

const CASES: readonly Case[] = RULES.filter(
  ({ compliance, dedupeGroup }) => compliance.includes('SECRET') || dedupeGroup === 'literal-secret',
).flatMap((rule) =>
  rule.platforms.flatMap((platform) =>
    (examplesOf(rule)[platform]?.bad ?? []).map((example) => ({
      rule: rule.id,
      platform,
      content: exampleFile(platform, example),
    })),
  ),
);

/** Returns the texts of an outline, a scene and a picture, and the secrets that the findings of the file mask. */
function shownAndSecret({ content }: Case) {
  const { outline, findings, workflows } = drawnFile('example', content);
  const values = readWorkflows(openFile('example', content, READ_LIMITS), undefined).workflows.flatMap(
    valuesOf,
  );
  const secrets = findings.flatMap(({ description }) => unmasked(description, values));
  const drawn = workflows.map((workflow) => {
    const graph = graphOf(workflow);
    const scene = layoutPicture(graph, { isOpen: () => true });
    return JSON.stringify(scene) + sceneToSvg(scene, graph, { theme: THEMES.light, title: workflow.name });
  });
  return { shown: JSON.stringify(outline) + drawn.join(''), secrets };
}

describe('a picture', () => {
  it('shows no secret of any bad example of a rule about secrets', () => {
    let found = 0;
    for (const one of CASES) {
      const { shown, secrets } = shownAndSecret(one);
      if (secrets.length > 0) found += 1;
      for (const secret of secrets)
        assert.equal(shown.includes(secret), false, `${one.rule} on ${one.platform} shows a secret`);
    }
    assert.ok(CASES.length > 120, `${CASES.length} examples`);
    // Secrets of fewer than twelve characters are masked without a trace, so they are unknown here.
    assert.ok(found > CASES.length / 4, `${found} of ${CASES.length} examples with a known secret`);
  });

  it('masks a secret in a name, and removes what turns the direction of a text', () => {
    const token = ['ghp', 'k3J9dQ7xZr2LmV8sTb5NcW1yHp4GfA6uEoRi'].join('_');
    const { snippet } = PLATFORM_READERS.find(({ platform }) => platform === 'uipath')!;
    const text = `<Sequence DisplayName="use ${token} here"><Delay DisplayName="a\u202eb" /></Sequence>`;
    const { outline } = drawnFile('Main.xaml', Buffer.from(snippet(text)));
    const names = outline.workflows[0]!.nodes.name;
    assert.ok(names.some((name) => name.startsWith('use gh******')));
    assert.equal(JSON.stringify(outline).includes(token), false);
    assert.ok(names.includes('a b'));
  });
});
