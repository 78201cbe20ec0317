/** The net under conversions. The compiler runs it: a directive without an error below it does not compile. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AllMembers, Complete, ReadBy } from '../../src/contract/complete.ts';

interface Place {
  readonly line: number;
  readonly path?: string | undefined;
}

interface Message {
  name: string;
  label?: string | undefined;
  places: Place[];
  at: Date | undefined;
  part: { $case: 'content'; value: Uint8Array } | { $case: 'place'; value: Place } | undefined;
}

const WHOLE: Complete<Message> = {
  name: 'Main',
  label: undefined,
  places: [{ line: 1, path: undefined }],
  at: undefined,
  part: { $case: 'place', value: { line: 1, path: 'Main.xaml' } },
};

// @ts-expect-error: an optional member is forgotten.
export const WITHOUT_LABEL: Complete<Message> = { name: 'Main', places: [], at: undefined, part: undefined };

// @ts-expect-error: an optional member of an item of a list is forgotten.
export const WITHOUT_PATH: Complete<Message> = { ...WHOLE, places: [{ line: 1 }] };

// @ts-expect-error: an optional member of one case is forgotten.
export const PART: Complete<Message>['part'] = { $case: 'place', value: { line: 1 } };

// @ts-expect-error: a spread of the message itself may lack the optional member.
export const SPREAD: Complete<Message> = { ...({} as Message) };

// @ts-expect-error: an optional member of the read record is forgotten.
export const RECORD: AllMembers<Place> = { line: 1 };

export const allRead = ({ name }: ReadBy<Message, 'name' | 'label' | 'places' | 'at' | 'part'>) => name;

// @ts-expect-error: the reader does not use `label`.
export const oneUnread = ({ name }: ReadBy<Message, 'name' | 'places' | 'at' | 'part'>) => name;

it('takes a message with all its members', () => {
  assert.deepEqual(Object.keys(WHOLE), ['name', 'label', 'places', 'at', 'part']);
});
