/** Days for which partitions stay after their end. */
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import { FIELD_LIMITS } from '../../gen/contract/field-limits.ts';
import { RETENTION_LIMITS } from './limits.ts';
import type { PartitionedTable } from './retention-store.ts';

/** Days for which a table keeps the partition that ended then. */
export const PARTITION_DAYS: Readonly<Record<PartitionedTable, number>> = {
  validations: FIELD_LIMITS['OrganisationSettings.retentionDays'].max,
  events: RETENTION_LIMITS.eventDaysMax,
  // Before their deliveries, which show them.
  delivery_attempts: CONTRACT_LIMITS.deliveryDaysMax,
  deliveries: CONTRACT_LIMITS.deliveryDaysMax,
};
