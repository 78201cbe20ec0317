/** The states of a validation. A synchronous one is only ever completed. */

export const VALIDATION_STATUSES = ['queued', 'running', 'completed', 'failed', 'canceled'] as const;
export type ValidationStatus = (typeof VALIDATION_STATUSES)[number];

const ENDED = {
  queued: false,
  running: false,
  completed: true,
  failed: true,
  canceled: true,
} as const satisfies Record<ValidationStatus, boolean>;

/** Returns whether a validation has ended. */
export function hasEnded(status: ValidationStatus): boolean {
  return ENDED[status];
}
