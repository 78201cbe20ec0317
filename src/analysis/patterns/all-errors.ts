/** Handlers that take every error, not only an expected one. */
import type { Activity } from '../model/workflow.ts';

const ANY = /^(?:System\.)?Exception$/;

/** Returns whether a handler takes every error. */
export function takesAllErrors({ properties }: Activity): boolean {
  const type = properties.find(({ name }) => name === 'TypeArguments' || name === 'Error')?.text;
  return type === undefined || ANY.test(type);
}
