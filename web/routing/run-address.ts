/** Addresses of runs. */
import { href } from './paths.ts';

/** Run of a file or of a project, as lists have it. */
export interface AddressedRun {
  readonly kind: string;
  readonly id: string;
}

/** Returns the address of a run's result. */
export function runAddress({ kind, id }: AddressedRun): string {
  return kind === 'project' ? href('/projects/:id', { id }) : href('/validations/:id', { id });
}
