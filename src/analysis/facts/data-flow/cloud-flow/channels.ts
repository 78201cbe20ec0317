/** Channels of cloud flows: items for work queues, which are rows of Dataverse, and for queues of Orchestrator. */
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
const WORK_QUEUES: readonly FlowRow[] = [added('input', 'value'), added('name', 'name')];

const SPECIFIC_CONTENT = 'inputs.body.itemData.SpecificContent.';

/** From the reference of Orchestrator's API (AddQueueItem, 2026): the same queue as that of a workflow of UiPath. */
const ORCHESTRATOR: FlowRow = {
  kind: 'channel',
  channel: 'queue',
  platform: 'uipath',
  steps: 'Http',
  when: [{ property: 'inputs.uri', is: /\/odata\/queues\/uipathodatasvc\.addqueueitem(?:\(\))?$/i }],
  name: 'inputs.body.itemData.Name',
  from: /^inputs\.body\.itemData\.SpecificContent\./,
  members: ['specificcontent'],
  below: SPECIFIC_CONTENT,
};

export const CLOUD_FLOW_CHANNELS: readonly FlowRow[] = [...WORK_QUEUES, ORCHESTRATOR];
