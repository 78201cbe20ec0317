/** Question to the inventory in the address. */
import { choiceParam, textParam } from '../../routing/url-state.ts';

/** Kinds of what workflows touch → name for people. */
export const KIND_LABELS = {
  host: 'Host',
  package: 'Package',
  queue: 'Queue',
  asset: 'Asset',
  locker: 'Credential locker',
  application: 'Application',
  connector: 'Connector',
  operation: 'Operation of a connector',
  activity_type: 'Activity',
  mail_domain: 'Mail domain',
  call: 'Called workflow',
} as const;

export type InventoryKind = keyof typeof KIND_LABELS;

/** Kinds in their order. */
export const KINDS = Object.entries(KIND_LABELS) as readonly (readonly [InventoryKind, string])[];

/** Parameters of the address; the API names them the same. */
export const INVENTORY_PARAMS = {
  kind: choiceParam<InventoryKind>(
    KINDS.map(([kind]) => kind),
    'host',
  ),
  value: textParam(),
  repository: textParam(),
} as const;
