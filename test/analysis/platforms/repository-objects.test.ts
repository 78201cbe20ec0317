/** Object repositories: what is read of an element, where it is, and what damaged ones cost. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Workflow } from '../../../src/analysis/model/workflow.ts';
import { openFile } from '../../../src/analysis/platforms/input-file.ts';
import { readRepositoryObject } from '../../../src/analysis/platforms/uipath/parts/repository-object.ts';

const PATH = '.objects/PNyA/H5ob/9zeb/TWoZ/.data/ObjectRepositoryTargetData/.content';
const read = (target: string, path = PATH): Workflow | undefined =>
  readRepositoryObject(
    openFile(
      path,
      Buffer.from(`<?xml version="1.0" encoding="utf-16"?>
<ObjectRepositoryTargetData Reference="lib/element" xmlns="http://schemas.uipath.com/workflow/activities/uix" xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml">
  <ObjectRepositoryTargetData.Data>
    ${target}
    <x:String x:Key="ActivityType">Click</x:String>
  </ObjectRepositoryTargetData.Data>
</ObjectRepositoryTargetData>`),
    ),
  );

describe('an element of an object repository', () => {
  const element =
    read(`<TargetAnchorable x:Key="TargetAnchorable" BrowserURL="https://shop.example" FriendlyName="'Send'"
      FullSelectorArgument="&lt;webctrl id='send' /&gt;" ImageBase64="iVBO" SearchSteps="Selector">
      <TargetAnchorable.Anchors><List>
        <Target FullSelectorArgument="&lt;webctrl aaname='Total' /&gt;" />
        <Target FullSelectorArgument="&lt;webctrl aaname='Tax' /&gt;" />
      </List></TargetAnchorable.Anchors>
    </TargetAnchorable>`)!;

  it('has one step with what finds it, and nothing that the recorder saw', () => {
    const { kind, name, artifactKey, activities } = element;
    assert.deepEqual(
      [kind, name, artifactKey, activities.length],
      ['uipath-object', 'Send', 'lib/element', 1],
    );
    assert.deepEqual(
      activities[0]!.properties.map((property) => `${property.name}=${property.text}`),
      [
        "Target.FullSelectorArgument=<webctrl id='send' />",
        'Target.SearchSteps=Selector',
        "Target.Anchors.0.FullSelectorArgument=<webctrl aaname='Total' />",
        "Target.Anchors.1.FullSelectorArgument=<webctrl aaname='Tax' />",
      ],
    );
    assert.equal(activities[0]!.type, 'Click');
  });

  it('has the places of its settings', () => {
    const { at } = element.activities[0]!.properties[2]!;
    assert.deepEqual(element.source.lineAndColumn(at), { line: 7, column: 17 });
  });

  it('is named by its folder where the recorder saw no text', () => {
    assert.equal(read('<TargetApp Selector="&lt;wnd /&gt;" />')!.name, 'Screen TWoZ');
  });

  it('is none by another path, without a target, or as no XML', () => {
    assert.equal(read('<Target />', 'a/.content'), undefined);
    assert.equal(read(''), undefined);
    assert.equal(readRepositoryObject(openFile(PATH, Buffer.from('UnifiedTarget'))), undefined);
  });

  it('has anchors inside anchors up to a limit', () => {
    const nested = (depth: number): string =>
      depth === 0
        ? ''
        : `<Target Selector="&lt;wnd id='${depth}' /&gt;"><Target.Anchors>${nested(depth - 1)}</Target.Anchors></Target>`;
    assert.equal(read(nested(50))!.activities[0]!.properties.length, 9);
  });
});
