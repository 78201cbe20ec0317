/** Each row about values of flows and task bots against a value that breaks it and one that keeps it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CLOUD_FLOW_VALUES } from '../../../src/analysis/facts/values/cloud-flow.ts';
import { DESKTOP_FLOW_VALUES } from '../../../src/analysis/facts/values/desktop-flow.ts';
import { TASK_BOT_VALUES } from '../../../src/analysis/facts/values/task-bot.ts';
import type { ValueRow } from '../../../src/analysis/facts/values/value-rows.ts';
import type { Activity, Property } from '../../../src/analysis/model/workflow.ts';
import { arrangeRows, rejectedValues } from '../../../src/analysis/patterns/legal-value-rule.ts';

/** A value that each form rejects, and one that it takes; of numbers and lists the row itself says them. */
const SAMPLES: Readonly<
  Record<string, (args: readonly string[]) => readonly [wrong: string, right: string]>
> = {
  'one-of': (args) => ['Sometimes', args.at(-1)!],
  between: ([least, most]) => [
    most === undefined ? String(Number(least) - 1) : String(Number(most) + 1),
    most ?? least!,
  ],
  'iso-duration': () => ['01:00:00', 'PT1H'],
  'time-zone': () => ['(UTC) Dublin', 'UTC'],
  'web-address': () => ['api.contoso.example', 'https://api.contoso.example'],
  'mail-address': () => ['Orders', 'orders@contoso.example'],
  'host-name': () => ['https://mail.contoso.example', 'mail.contoso.example'],
  'fetch-xml': () => ['select name', '<fetch></fetch>'],
  cell: () => ['A0', 'AB12'],
  'page-list': () => ['all pages', '1, 3-5'],
  'java-date': () => ['yyyyTHH', "yyyy'T'HH"],
  'net-date': () => ["yyyy 'at", "yyyy 'at' HH"],
  'odata-filter': () => ['Status = 1', 'Status eq 1'],
};

const setting = (name: string, text: string): Property => ({
  name,
  text,
  at: 0,
  owner: 0,
  direction: 'in',
  expression: undefined,
});

function step(type: string, { when }: ValueRow, property: string, text: string): Activity {
  const properties = [
    setting(property.replace('*', '0'), text),
    ...(when === undefined ? [] : [setting(...when)]),
  ];
  return { type, name: type, properties } as unknown as Activity;
}

const rows = [CLOUD_FLOW_VALUES, DESKTOP_FLOW_VALUES, TASK_BOT_VALUES].flatMap((table) =>
  [...table].flatMap(([type, all]) =>
    all.flatMap((row) => row.properties.map((property) => ({ type, row, property }))),
  ),
);

describe('facts about values', () => {
  for (const { type, row, property } of rows) {
    const { form, args, when, source } = row;
    it(`hold for ${type} ${property}${when ? ` with ${when.join('=')}` : ''}`, () => {
      const table = arrangeRows(new Map([[type, [row]]])).get(type)!;
      const [wrong, right] = SAMPLES[form]!(args);
      const found = (text: string) => [...rejectedValues(step(type, row, property, text), table)];
      assert.equal(found(wrong).length, 1, wrong);
      assert.deepEqual(found(right), [], right);
      assert.deepEqual([...rejectedValues(step(type, row, 'other', wrong), table)], []);
      assert.match(source, /^[\w.#/-]+$/);
    });
  }
});
