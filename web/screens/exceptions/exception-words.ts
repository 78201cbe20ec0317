/** Words about exceptions. */
import type { Exception } from '../../api/calls/exceptions.ts';

/** Reason why the caller may not decide → a short form for a row. */
const WHY_NOT: Readonly<Record<string, string>> = {
  missing_scope: 'You may not decide',
  own_request: 'You requested it',
  same_person: 'May be your own request',
  granted_access: 'The requester gave you access',
  too_broad: 'Too broad',
};

/** Days before its end in which an exception ends soon. */
const SOON_DAYS = 14;
const DAY_MS = 86_400_000;

/** Returns whether an approved exception ends soon. */
export function isEndingSoon({ status, expiresAt }: Exception): boolean {
  const leftMs = Date.parse(expiresAt) - Date.now();
  return status === 'approved' && leftMs > 0 && leftMs < SOON_DAYS * DAY_MS;
}

/** Returns why the caller may not decide on a pending exception, in a few words; null where it may. */
export function whyNotShort({ status, whyNot }: Exception): string | null {
  if (status !== 'pending' || whyNot === null) return null;
  return WHY_NOT[whyNot.code] ?? whyNot.message;
}

/** Returns the runs that an exception is for, in words. */
export function repositoryText(repository: string | null): string {
  if (repository === null) return 'Runs that name no repository';
  return repository === '*' ? 'All repositories' : repository;
}

/** Returns the place that an exception is for, in words. */
export function locationText(location: string): string {
  return location === '*' ? 'Any place' : location;
}
