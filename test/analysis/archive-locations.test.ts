/** Locations of findings in an archive's members: the member's path, then the same place as in the file alone. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createEngine } from '../../src/analysis/engine/validate.ts';
import type { Finding } from '../../src/analysis/model/finding.ts';
import { RULES } from '../../src/analysis/rules/index.ts';
import { type ZipEntry, zip } from '../support/files/zip.ts';

const SAMPLES = join(import.meta.dirname, '../../samples');
const engine = createEngine(RULES);

interface Case {
  readonly sample: string;
  /** Path of the sample in the archive. */
  readonly member: string;
  /** Further members that an archive of the platform needs. */
  readonly beside: readonly ZipEntry[];
  /** Form of the path of a place in a member. */
  readonly path: RegExp;
}

const CASES: Readonly<Record<string, Case>> = {
  'a UiPath project': {
    sample: 'uipath/Main.xaml',
    member: 'src/flows/Main.xaml',
    beside: [{ name: 'project.json', content: '{"name": "Orders", "main": "src/flows/Main.xaml"}' }],
    path: /^\/\*\[local-name\(\)='Activity'\]/,
  },
  'a package of cloud flows': {
    sample: 'power-automate/ApproveInvoice.json',
    member: 'Microsoft.Flow/flows/3f2504e0-4f89-41d3-9a0c-0305e82c3301/definition.json',
    beside: [{ name: 'readme.txt', content: 'Hello' }],
    path: /^\/properties\//,
  },
  'an archive of Blue Prism files': {
    sample: 'blue-prism/Load Customers.bpprocess',
    member: 'processes/Load Customers.bpprocess',
    beside: [{ name: 'readme.txt', content: 'Hello' }],
    path: /^\/\*\[local-name\(\)='process'\]/,
  },
  'an export of task bots': {
    sample: 'automation-anywhere/Send Reminders.json',
    member: 'Automation Anywhere/Bots/Finance/bot_Send Reminders/content.json',
    beside: [
      {
        name: 'Automation Anywhere/Bots/Finance/bot_Send Reminders/dependencies.json',
        content: '{"path":"Send Reminders"}',
      },
    ],
    path: /^\/(?:nodes|variables|packages)\//,
  },
};

function findingsIn(bytes: Buffer, filename: string): readonly Finding[] {
  return engine.validate({ bytes, filename, platform: undefined, ruleset: 'default', findingsMax: 1000 })
    .findings;
}

const place = ({ ruleId, location: { line, column, path } }: Finding): string =>
  `${ruleId} ${line}:${column} ${path}`;

describe('findings', () => {
  for (const [title, { sample, member, beside, path }] of Object.entries(CASES)) {
    it(`in ${title} name the member and are where they are in the file alone`, () => {
      const content = readFileSync(join(SAMPLES, sample));
      const alone = findingsIn(content, sample.slice(sample.lastIndexOf('/') + 1));
      const archive = zip([...beside, { name: member, content }]);
      const inMember = findingsIn(archive, 'files.zip').filter(
        ({ location }) => location.names[0] === member,
      );
      const places = inMember.map(place);
      assert.ok(alone.length >= 3, 'the sample has findings');
      for (const finding of alone) assert.ok(places.includes(place(finding)), place(finding));
      const inside = inMember.filter(({ location }) => location.path !== '/' && location.path !== '');
      assert.ok(inside.length > 0);
      for (const { location } of inside.slice(0, 5)) assert.match(location.path, path);
    });
  }
});
