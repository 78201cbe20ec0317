/** The columns of a validation, against the table of the database. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  QUEUED_FIELDS,
  RECORD_FIELDS,
  valuesOf,
} from '../../../src/service/validations/validation-columns.ts';
import { testDatabase } from '../../support/database/database.ts';
import { validationRecord } from '../../support/service/validation-record.ts';

const { owner } = await testDatabase();

/** Columns of the row that no field of a record has: the state of its run, where its body is, and what the database derives. */
const OF_THE_RUN = ['status', 'run_key', 'created_at', 'error', 'lost_runs', 'body_id', 'body_bytes'];

test('every column of the table belongs to a field of a record or to the run', async () => {
  const rows = await owner`
    select column_name as name from information_schema.columns where table_name = 'validations'`;
  const queued = {
    includeVendor: false,
    includeLogicApps: false,
    blockUnanalysed: false,
    webhookUrl: null,
    blobId: null,
  };
  const record = { ...validationRecord('org'), ...queued };
  const fields = [...new Set([...RECORD_FIELDS, ...QUEUED_FIELDS])];
  const known = [...Object.keys(valuesOf(fields, record)), ...OF_THE_RUN];
  assert.deepEqual(rows.map(({ name }) => name).toSorted(), known.toSorted());
});
