/** Channels of cloud flows: items for work queues, which are rows of Dataverse. */
import type { FlowRow } from '../row.ts';

/** Adds a column of the new row to the item, under the name that a desktop flow reads. */
const added = (column: string, member: string): FlowRow => ({
  kind: 'channel',
  channel: 'queue',
  steps: /^commondataserviceforapps\/createrecord/i,
  when: [{ property: 'inputs.parameters.entityName', is: /^workqueueitems$/i }],
  name: 'inputs.parameters.item/workqueueid@odata.bind',
  isId: true,
  from: `inputs.parameters.item/${column}`,
  member,
});

/** From the reference of the table workqueueitem (Dataverse, 2026). */
export const CLOUD_FLOW_CHANNELS: readonly FlowRow[] = [added('input', 'value'), added('name', 'name')];
